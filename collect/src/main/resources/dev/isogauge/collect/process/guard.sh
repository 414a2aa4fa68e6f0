# Guards the directory $1: runs what is asked for on standard input, and when that ends, which it does
# whatever way the process at its other end dies, ends the server and removes the directory.
trap '' INT TERM HUP
directory=$1
server=
while read -r command; do
  if [ "$command" = start ]; then
    # Known before standard input is looked at again: the server is ended however soon that ends.
    server=$(
      (
        (trap - TERM; exec sh "$directory/start") </dev/null >>"$directory/log" 2>&1 & # Java keeps ignoring what is ignored
        echo $!
        echo $! >"$directory/pid"
        exec >/dev/null # ends the substitution, while this goes on
        wait $!
        echo $? >"$directory/exited"
      ) &
    )
  fi
done
if [ -e "$directory/paused" ]; then # processes that a signal has stopped do not end by one
  kill -CONT $(cat "$directory/paused") 2>/dev/null
fi
if [ -n "$server" ] && [ ! -e "$directory/exited" ]; then
  attempts=0
  signal=QUIT
  [ -e "$directory/signal" ] && signal=$(cat "$directory/signal")
  while kill -"$signal" "$server" 2>/dev/null && [ $attempts -lt 50 ]; do # one that has just begun ignores it
    attempts=$((attempts + 1))
    sleep 0.1
  done
  kill -KILL "$server" 2>/dev/null
fi
if [ -e "$directory/end" ]; then
  sh "$directory/end" >/dev/null 2>&1
fi
attempts=0
while [ -e "$directory" ] && [ $attempts -lt 100 ]; do # something may still be writing
  rm -rf "$directory" 2>/dev/null
  attempts=$((attempts + 1))
  [ -e "$directory" ] && sleep 0.1
done
