#!/usr/bin/env bash
# Two PostgreSQL servers behind pgpool-II, on this machine:
#
#   pgpool.sh start DIR [MODE]   starts them in DIR; MODE is snapshot_isolation (if not given) or native_replication
#   pgpool.sh url                prints the JDBC URL
#   pgpool.sh compare DIR        prints where the servers' rows differ; exit code 1 if they do
#   pgpool.sh stop DIR
#
# Needs pgpool and PostgreSQL's programs; PGPOOL and PGBIN say where they are. As root, servers run as the user postgres.
set -eu

pgpool=${PGPOOL:-pgpool} bin=${PGBIN:-/usr/lib/postgresql/15/bin}
as=()
((EUID)) || as=(setpriv --reuid=postgres --regid=postgres --clear-groups)

case $1 in
  start)
    dir=$2 mode=${3:-snapshot_isolation}
    mkdir -p "$dir/run" && chmod 755 "$dir"
    ((EUID)) || chown -R postgres "$dir"
    for n in 0 1; do
      "${as[@]}" "$bin/initdb" -N -U me -D "$dir/$n" >/dev/null
      cat >>"$dir/$n/postgresql.conf" <<CONF
port = 555$n
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
fsync = off
deadlock_timeout = 10ms
$([[ $mode == snapshot_isolation ]] && echo "default_transaction_isolation = 'repeatable read'")
CONF
      "${as[@]}" "$bin/pg_ctl" -w -l "$dir/$n.log" -D "$dir/$n" start >/dev/null
    done
    cat >"$dir/pgpool.conf" <<CONF
backend_clustering_mode = '$mode'
listen_addresses = '127.0.0.1'
port = 5560
pcp_port = 5561
unix_socket_directories = '$dir/run'
pcp_socket_dir = '$dir/run'
pid_file_name = '$dir/run/pgpool.pid'
logdir = '$dir/run'
backend_hostname0 = '127.0.0.1'
backend_port0 = 5550
backend_weight0 = 1
backend_hostname1 = '127.0.0.1'
backend_port1 = 5551
backend_weight1 = 1
num_init_children = 32
max_pool = 1
enable_pool_hba = off
CONF
    touch "$dir/pcp.conf" "$dir/pool_hba.conf"
    setsid "${as[@]}" "$pgpool" -n -f "$dir/pgpool.conf" -F "$dir/pcp.conf" -a "$dir/pool_hba.conf" >"$dir/pgpool.log" 2>&1 &
    for ((i = 0; i < 60; i++)); do
      "$bin/psql" -h 127.0.0.1 -p 5560 -U me postgres -Atc 'select 1' >/dev/null 2>&1 && exit 0
      sleep 0.5
    done
    echo "pgpool.sh: pgpool does not start, see $dir/pgpool.log" >&2
    exit 1
    ;;
  url) echo 'jdbc:postgresql://127.0.0.1:5560/postgres?user=me&preferQueryMode=simple' ;;
  compare)
    for n in 0 1; do
      for table in items lists; do
        "$bin/psql" -h 127.0.0.1 -p 555$n -U me postgres -Atc "select '$table', * from isogauge.$table order by id"
      done >"$2/rows$n"
    done
    diff "$2/rows0" "$2/rows1"
    ;;
  stop)
    kill -INT "$(cat "$2/run/pgpool.pid")" || true
    for n in 0 1; do
      "${as[@]}" "$bin/pg_ctl" -m immediate -D "$2/$n" stop >/dev/null
    done
    ;;
  *)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
    exit 2
    ;;
esac
