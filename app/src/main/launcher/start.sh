# What the launchers of a checkout and of an installation share: finds a Java, makes the class-data
# archive for it, and starts the program. Sourced; for any sh that has `local` and `test -nt`, as
# dash, busybox and bash have. The caller sets scripts to the directory of this file.
#
#   JAVA_HOME            the Java to use, if it is 17 or newer
#   ISOGAUGE_JAVA_OPTS   further options for that Java, such as -Xmx8g
#
# The usual start runs no process before Java but `find`, for the sizes of files, and on a terminal
# `stty`, for its width; keep it so.

OLDEST_JAVA=17
EXIT_ENVIRONMENT=5
NOT_ALONE=75 # what a function returns that could not take its lock
ARCHIVE_PATIENCE=60 # seconds to wait for another launcher

fail() {
  printf 'isogauge: %s\n' "$@" >&2
  exit $EXIT_ENVIRONMENT
}

# Accepts the Java installation $1 if it is new enough; sets java_home and java_version.
try_java() {
  local key value
  [ -x "$1/bin/java" ] || return 1
  java_version=
  if [ -r "$1/release" ]; then
    while IFS='=' read -r key value; do
      [ "$key" = JAVA_VERSION ] && java_version=${value#\"} && java_version=${java_version%\"*} && break
    done <"$1/release"
  fi
  if [ -z "$java_version" ]; then
    java_version=$("$1/bin/java" -version 2>&1)
    java_version=${java_version#*\"}
    java_version=${java_version%%\"*}
  fi
  [ "${java_version%%[!0-9]*}" -ge $OLDEST_JAVA ] 2>/dev/null || return 1
  java_home=$1
}

find_java() {
  local on_path home
  [ -n "${JAVA_HOME:-}" ] && try_java "$JAVA_HOME" && return
  if on_path=$(command -v java) && on_path=$(readlink -f "$on_path"); then
    try_java "${on_path%/bin/java}" && return
  fi
  for home in /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    try_java "$home" && return
  done
  fail "no Java $OLDEST_JAVA or newer found in JAVA_HOME, on the PATH or in /usr/lib/jvm" \
    "install a Java, or set JAVA_HOME to one"
}

# Runs the function $2 while no other launcher runs one under the lock $1, and returns its exit code.
# Waits for others, but at most $3 seconds, and returns $NOT_ALONE if the lock is not to be had.
alone() {
  local lock="$1" action="$2" tries=$(($3 * 5)) held code
  if command -v flock >/dev/null; then
    (: >>"$lock") 2>/dev/null || return $NOT_ALONE
    (
      until flock -n 9; do
        [ $tries -gt 0 ] || exit $NOT_ALONE
        tries=$((tries - 1))
        sleep 0.2
      done
      "$action"
    ) 9>>"$lock"
    return
  fi
  # A link is there at once with all that it says. It says who holds the lock.
  held=$lock.owner
  until ln -s "$$@${HOSTNAME:-$(uname -n)}" "$held" 2>/dev/null; do
    [ $tries -gt 0 ] && [ -w "${held%/*}" ] || return $NOT_ALONE
    tries=$((tries - 1))
    break_lock "$held" || sleep 0.2
  done
  owned=$held
  trap 'rm -f "$owned"' EXIT
  ("$action")
  code=$?
  rm -f "$held"
  trap - EXIT
  return $code
}

# Takes the lock $1 away from an owner that has ended. Owners on other machines are not known to have.
break_lock() {
  local owner pid
  owner=$(readlink "$1") || return 1
  pid=${owner%%@*}
  [ "${owner#*@}" = "${HOSTNAME:-$(uname -n)}" ] || return 1
  kill -0 "$pid" 2>/dev/null && return 1
  ps -p "$pid" >/dev/null 2>&1 && return 1 # another user's
  # Others may break it too: who moves it away looks at what was moved.
  mv "$1" "$1.$$" 2>/dev/null || return 0
  if [ "$(readlink "$1.$$")" = "$owner" ]; then
    rm -f "$1.$$"
  else
    mv "$1.$$" "$1"
  fi
}

# Sets place to the path $1 as a part of a file name, which has at most 255 bytes. Not with %: in the
# name of a list of classes Java takes %t for the time.
name_place() {
  local IFS=/
  set -f
  # shellcheck disable=SC2086 # splits at the slashes
  set -- $1
  set +f
  IFS=+
  place=$*
  while [ ${#place} -gt 150 ]; do
    place=${place#?}
  done
}

# Sets archive to the class-data archive of $jar for this Java and makes it if need be: in the
# directory $1, or in the user's cache where others own that. Only speed depends on it, so nothing
# here fails. Java ignores an archive that was made for another jar.
find_archive() {
  local name="${java_home##*/}-$java_version" cache="${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}"
  archive=$1/$name.jsa
  is_fresh && return
  if [ ! -w "$1" ] && [ -n "$cache" ]; then
    name_place "$1"
    archive=$cache/isogauge/$name$place.jsa
    is_fresh && return
    mkdir -p "${archive%/*}" 2>/dev/null
  fi
  [ -w "${archive%/*}" ] && alone "${archive%/*}/archive.lock" make_archive \
    $((patience < ARCHIVE_PATIENCE ? patience : ARCHIVE_PATIENCE))
}

# Whether the archive is there and not older than the jar.
is_fresh() {
  [ -e "$archive" ] && ! [ "$jar" -nt "$archive" ]
}

# Makes the archive by running the usual commands on $histories. If that fails, an empty file stands
# for it, and no launcher tries again before the jar changes.
make_archive() {
  is_fresh && return
  [ -t 2 ] && printf 'isogauge: making later starts faster; this takes a few seconds, once\n' >&2
  local classes="$archive.classes"
  {
    if "$java_home/bin/java" -XX:DumpLoadedClassList="$classes" -cp "$jar" \
      dev.isogauge.app.Rehearsal "$histories" &&
      "$java_home/bin/java" -Xshare:dump -XX:SharedClassListFile="$classes" \
        -XX:SharedArchiveFile="$archive.tmp" -cp "$jar"; then
      mv "$archive.tmp" "$archive" && touch "$archive"
    else
      : >"$archive"
    fi
    # A jar from a zip can be of the future: the times there have no zone.
    is_fresh || touch -r "$jar" "$archive"
    rm -f "$classes" "$archive.tmp"
  } >/dev/null 2>&1
}

# Whether the directory $1 holds up to 64 files, none above 4 MB, and no directory: a history in
# several logs, or a few small ones.
is_small_directory() {
  local directory="$1" entry
  case $directory in -*) directory=./$directory ;; esac
  set -- "$directory"/*
  [ $# -le 64 ] || return 1
  for entry in "$@"; do
    [ -f "$entry" ] || return 1
  done
  [ -z "$(find "$@" -size +8192 2>&1)" ]
}

# Sets most to the size of a small file, in blocks of 512 bytes: 256 MB, but 64 MB if the arguments may
# ask for a search for an order, which takes much longer than reading: by a strong level, or by none,
# unless they say which order to check by. A history with timestamps needs no search.
find_most() {
  local argument before='' levels=''
  most=524288
  [ "$1" = check ] || return 0
  for argument in "$@"; do
    case $before$argument in
      --order=*) return 0 ;;
      --level=*) levels=$levels,${argument#--level=} ;;
    esac
    before=
    case $argument in --level | --order) before=$argument= ;; esac
  done
  case $levels in '' | *,s* | *,ps* | *,pc* | *,prefix*) most=131072 ;; esac
}

# Names those of the files that are not small.
find_large() {
  find "$@" \( -size +524288 -o -size "+$most" \
    ! -exec sh -c 'head -c 1000 "$1" | grep -q -e "\"cts\"" -e "\[ts "' sh {} \; \) -print
}

# Whether the arguments name up to eight files, none above $most, or small directories.
is_small_check() {
  local argument left=$# directories=0 most
  find_most "$@"
  while [ $left -gt 0 ]; do
    argument=$1
    shift
    left=$((left - 1))
    if [ -f "$argument" ]; then
      case $argument in -*) argument=./$argument ;; esac
      set -- "$@" "$argument"
    elif [ "$argument" = - ]; then
      return 1
    elif [ -d "$argument" ]; then
      is_small_directory "$argument" || return 1
      directories=$((directories + 1))
    fi
  done
  [ $(($# + directories)) -gt 0 ] && [ $(($# + directories)) -le 8 ] &&
    { [ $# -eq 0 ] || [ -z "$(find_large "$@" 2>&1)" ]; }
}

# Sets patience to the seconds to wait for another launcher: ISOGAUGE_WAIT, or $1 if that is not set.
find_patience() {
  patience=${ISOGAUGE_WAIT:-$1}
  case $patience in
    *[!0-9]* | ???????* | 0?*) fail "found ISOGAUGE_WAIT=$patience; expected seconds" ;;
  esac
}

# Sets heap to the megabytes for Java if the arguments limit a check that spills what is beyond its
# --memory: twice that, and what reading takes. Else to nothing.
find_heap() {
  local before='' size='' spills=''
  heap=
  for argument in "$@"; do
    case $before$argument in
      --memory=*) size=${argument#--memory=} ;;
      --order=timestamps) spills=yes ;;
    esac
    before=
    case $argument in --memory | --order) before=$argument= ;; esac
  done
  [ -n "$spills" ] || return 0
  case $size in *[bB]) size=${size%?} ;; esac
  case $size in
    *[gG]) size=${size%?} && case $size in '' | *[!0-9]* | ????*) ;; *) heap=$((2048 * size + 256)) ;; esac ;;
    *[mM]) size=${size%?} && case $size in '' | *[!0-9]* | ???????*) ;; *) heap=$((2 * size + 256)) ;; esac ;;
  esac
}

# Starts the program in $jar with these arguments, from $archive if there is one.
start() {
  local quick='' service='' heap='' size='' argument command="${1-}"
  # The optimising compiler costs more than it gains unless there is a lot to do: on a file of 20 MB it
  # doubles the CPU time of a check, on one of 200 MB it adds a tenth, on one of 330 MB it pays. Where
  # an order is searched for, it pays from 60 MB on.
  case $command in
    '' | -* | help | levels | formats | completion) quick=yes ;;
    check | stats | convert) is_small_check "$@" && quick=yes ;;
    serve) [ -r "$scripts/service.options" ] && service=yes ;;
  esac
  [ "$command" = check ] && find_heap "$@"
  # In the C locale Java cannot name files outside ASCII.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
    C | POSIX) export LC_ALL=C.UTF-8 ;;
  esac

  # The command line grows from its end.
  set -- -cp "$jar" dev.isogauge.app.Main "$@"
  # shellcheck disable=SC2086 # the user's options are words
  set -- ${ISOGAUGE_JAVA_OPTS:-} "$@"
  # What spills goes to RocksDB, which is native code.
  [ -n "$heap" ] && set -- -Xmx"${heap}m" --enable-native-access=ALL-UNNAMED "$@"
  [ -t 2 ] && set -- -Disogauge.terminal.err=true "$@"
  if [ -t 1 ]; then
    set -- -Disogauge.terminal.out=true "$@"
    [ -z "${COLUMNS:-}" ] && size=$(stty size <&1 2>/dev/null) && export COLUMNS="${size#* }"
  fi
  case ${ISOGAUGE_JAVA_OPTS:-} in *GC*) ;; *) set -- -XX:+UseSerialGC "$@" ;; esac
  # Most of the work is in loops that are entered once; by default 60,000 rounds of each are interpreted.
  [ -n "$quick" ] && set -- -XX:TieredStopAtLevel=1 -XX:Tier3BackEdgeThreshold=5000 "$@"
  [ -n "$service" ] && set -- @"$scripts/service.options" "$@"
  [ -s "${archive:-}" ] && is_fresh &&
    set -- -XX:SharedArchiveFile="$archive" -Xshare:auto "$@"
  exec "$java_home/bin/java" -XX:MaxRAMPercentage=75 -Xlog:disable "$@"
}
