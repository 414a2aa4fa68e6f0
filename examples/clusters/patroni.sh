#!/usr/bin/env bash
# Three PostgreSQL servers under Patroni with one etcd, on this machine, as a cluster that Isogauge does not know:
#
#   patroni.sh start DIR [SYNCHRONOUS]   starts it in DIR; SYNCHRONOUS is on or off (off if not given)
#   patroni.sh url                       prints the JDBC URL of whichever server is the primary
#   patroni.sh stop DIR
#
#   export CLUSTER=DIR
#   patroni.sh KIND N begin|end          for --fault-command: kill or pause server N, and have it back
#
# Needs patroni[etcd3] and psycopg2-binary (pip), etcd, and PostgreSQL's programs; PATRONI, ETCD and PGBIN say where they are; and curl.
# As root, servers run as the user postgres.
set -eu

patroni=${PATRONI:-patroni} etcd=${ETCD:-etcd} bin=${PGBIN:-/usr/lib/postgresql/15/bin}
as=()
((EUID)) || as=(setpriv --reuid=postgres --regid=postgres --clear-groups)

start_member() {
  local dir=$1 n=$2
  setsid "${as[@]}" "$patroni" "$dir/$n.yml" >>"$dir/$n.log" 2>&1 &
  echo $! >"$dir/$n.pid"
}

# Of a member: Patroni and every process of its server.
members() {
  local dir=$1 n=$2
  cat "$dir/$n.pid"
  pgrep -f "$dir/$n\.yml" || true
  [[ -f $dir/$n/postmaster.pid ]] && { head -1 "$dir/$n/postmaster.pid"; pgrep -P "$(head -1 "$dir/$n/postmaster.pid")" || true; }
}

signal() {
  members "$2" "$3" | xargs -r kill "-$1" 2>/dev/null || true
}

has_primary() {
  local n
  for n in 1 2 3; do
    curl -sf -m 2 -o /dev/null "http://127.0.0.1:808$n/primary" && return 0
  done
  return 1
}

case $1 in
  start)
    dir=$2 sync=${3:-off}
    mkdir -p "$dir" && chmod 755 "$dir"
    setsid "$etcd" --data-dir "$dir/etcd" --listen-client-urls http://127.0.0.1:23790 --advertise-client-urls http://127.0.0.1:23790 \
      --listen-peer-urls http://127.0.0.1:23800 --initial-advertise-peer-urls http://127.0.0.1:23800 --initial-cluster default=http://127.0.0.1:23800 \
      >"$dir/etcd.log" 2>&1 &
    echo $! >"$dir/etcd.pid"
    for n in 1 2 3; do
      mkdir -p -m 700 "$dir/$n"
      ((EUID)) || chown postgres "$dir/$n"
      cat >"$dir/$n.yml" <<YML
scope: isogauge
name: node$n
restapi: {listen: 127.0.0.1:808$n, connect_address: 127.0.0.1:808$n}
etcd3: {host: 127.0.0.1:23790}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 3
    synchronous_mode: $([[ $sync == on ]] && echo true || echo false)
    postgresql: {use_pg_rewind: true, parameters: {max_connections: 100, wal_log_hints: 'on', fsync: 'off'}}
  initdb: [encoding: UTF8, data-checksums]
postgresql:
  listen: 127.0.0.1:544$n
  connect_address: 127.0.0.1:544$n
  data_dir: $dir/$n
  bin_dir: $bin
  pgpass: /tmp/pgpass-isogauge-$n
  pg_hba: [host all all 127.0.0.1/32 md5, host replication all 127.0.0.1/32 md5, local all all trust]
  parameters: {unix_socket_directories: /tmp}
  authentication:
    superuser: {username: postgres, password: isogauge}
    replication: {username: replicator, password: isogauge}
YML
      start_member "$dir" $n
    done
    for ((i = 0; i < 120; i++)); do
      [[ $(grep -lE 'I am \(node.\), (a secondary|the leader)' "$dir"/?.log | wc -l) == 3 ]] && exit 0
      sleep 1
    done
    echo "patroni.sh: not up after two minutes, see $dir" >&2
    exit 1
    ;;
  url)
    echo 'jdbc:postgresql://127.0.0.1:5441,127.0.0.1:5442,127.0.0.1:5443/postgres?targetServerType=primary&hostRecheckSeconds=1&user=postgres&password=isogauge'
    ;;
  stop)
    for n in 1 2 3; do
      signal CONT "$2" $n
      signal KILL "$2" $n
    done
    kill "$(cat "$2/etcd.pid")"
    ;;
  kill)
    if [[ $3 == begin ]]; then
      signal KILL "$CLUSTER" "$2"
    else
      # Not before there is a primary without it: what a crash of a machine does.
      for ((i = 0; i < 60; i++)); do
        has_primary && break
        sleep 1
      done
      start_member "$CLUSTER" "$2"
    fi
    ;;
  pause)
    if [[ $3 == begin ]]; then signal STOP "$CLUSTER" "$2"; else signal CONT "$CLUSTER" "$2"; fi
    ;;
  *)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
    exit 2
    ;;
esac
