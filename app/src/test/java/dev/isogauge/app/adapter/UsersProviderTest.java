package dev.isogauge.app.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that a user wrote, in a directory of the class path, is one like any other. */
@Timeout(300)
class UsersProviderTest {
  @TempDir private Path directory;

  /** What a command wrote and returned. */
  private record Ran(int code, String text) {}

  private void compile() throws IOException {
    Path source = directory.resolve("mine/Mine.java");
    Files.createDirectories(source.getParent());
    try (InputStream text = UsersProviderTest.class.getResourceAsStream("Mine.java.txt")) {
      Files.copy(text, source);
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                source.toString());
    assertThat(code).isZero();
    Path service = directory.resolve("META-INF/services/dev.isogauge.collect.DatabaseProvider");
    Files.createDirectories(service.getParent());
    Files.writeString(service, "mine.Mine\n");
  }

  private Ran isogauge(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path") + File.pathSeparator + directory);
    command.add("dev.isogauge.app.Main");
    command.addAll(List.of(arguments));
    Path out = directory.resolve("out.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    return new Ran(process.exitValue(), Files.readString(out));
  }

  @Test
  void itIsListedTestedAndRefusedByItsName() throws Exception {
    compile();
    assertThat(isogauge("list", "databases", "--quiet").text())
        .contains("exec:COMMAND\n")
        .contains("mine[:locks|none]\n");

    Ran sound = test("mine:locks");
    assertThat(sound.text()).contains("Mine 1.0 at SERIALIZABLE").contains("serializability");
    assertThat(sound.code()).isEqualTo(ExitCode.SATISFIED);

    Ran broken = test("mine:none");
    assertThat(broken.text()).contains("did NOT hold");
    assertThat(broken.code()).isEqualTo(ExitCode.VIOLATED);

    Ran unknown = test("mine:fast");
    assertThat(unknown.text()).contains("unknown variant of mine 'fast'; there are locks, none");
    assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
  }

  private Ran test(String name) throws Exception {
    return isogauge(
        "test",
        name,
        "--transactions",
        "1500",
        "--min-chances",
        "0",
        "--out",
        directory.resolve(name.replace(':', '-')).toString());
  }
}
