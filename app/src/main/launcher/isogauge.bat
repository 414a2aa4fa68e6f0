@echo off
rem Runs an installed Isogauge on the Java of this machine.
rem
rem   JAVA_HOME            the Java to use, 17 or newer; else the one on the PATH
rem   ISOGAUGE_JAVA_OPTS   further options for that Java, such as -Xmx8g
setlocal
for %%I in ("%~dp0..") do set "HOME_=%%~fI"
set "JAR=%HOME_%\lib\isogauge.jar"

set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo isogauge: no Java found in JAVA_HOME or on the PATH; install Java 17 or newer 1>&2
  exit /b 5
)

rem The class-data archive is made at the first start. Only speed depends on it, and Java ignores an
rem archive that was made by another Java or for another jar.
set "ARCHIVES=%LOCALAPPDATA%\isogauge"
for %%I in ("%HOME_%") do set "ARCHIVE=%ARCHIVES%\%%~nxI.jsa"
if not exist "%ARCHIVE%" call :archive >nul 2>&1

"%JAVA%" -XX:MaxRAMPercentage=75 -Xlog:disable -XX:+UseSerialGC -XX:SharedArchiveFile="%ARCHIVE%" -Xshare:auto ^
  %ISOGAUGE_JAVA_OPTS% -cp "%JAR%" dev.isogauge.app.Main %*
exit /b %ERRORLEVEL%

:archive
if not exist "%ARCHIVES%" mkdir "%ARCHIVES%"
"%JAVA%" -XX:DumpLoadedClassList="%ARCHIVE%.classes" -cp "%JAR%" dev.isogauge.app.Rehearsal
"%JAVA%" -Xshare:dump -XX:SharedClassListFile="%ARCHIVE%.classes" -XX:SharedArchiveFile="%ARCHIVE%" -cp "%JAR%"
del "%ARCHIVE%.classes"
exit /b 0
