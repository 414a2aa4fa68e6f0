# Guards the directory $1: runs what is asked for on standard input, and when that ends, which it does
# whatever way the process at its other end dies, ends the server and removes the directory.
trap '' INT TERM HUP
directory=$1
while read -r command; do
  if [ "$command" = start ]; then
    (
      sh "$directory/start" </dev/null >>"$directory/log" 2>&1 &
      echo $! >"$directory/pid.new" && mv "$directory/pid.new" "$directory/pid"
      wait $!
      echo $? >"$directory/exited"
    ) &
  fi
done
if [ -s "$directory/pid" ] && [ ! -e "$directory/exited" ]; then
  server=$(cat "$directory/pid")
  kill -QUIT "$server" 2>/dev/null
  attempts=0
  while kill -0 "$server" 2>/dev/null && [ $attempts -lt 50 ]; do
    attempts=$((attempts + 1))
    sleep 0.1
  done
  kill -KILL "$server" 2>/dev/null
fi
attempts=0
while [ -e "$directory" ] && [ $attempts -lt 100 ]; do # something may still be writing
  rm -rf "$directory" 2>/dev/null
  attempts=$((attempts + 1))
  [ -e "$directory" ] && sleep 0.1
done
