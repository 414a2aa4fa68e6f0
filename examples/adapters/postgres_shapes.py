#!/usr/bin/env python3
"""An adapter for PostgreSQL sharded by postgres_fdw, or with a subscriber by logical replication.

    isogauge test 'exec:python3 examples/adapters/postgres_shapes.py' --set shape=shards
    isogauge test 'exec:python3 examples/adapters/postgres_shapes.py' --set shape=subscriber

Starts PostgreSQL servers of the installed version on this machine, and ends them. Needs psycopg2.
In the second shape the sessions on the subscriber only read.
"""
import atexit
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import psycopg2

LEVELS = ["read-committed", "repeatable-read", "serializable"]
TABLE = "CREATE TABLE kv (key text PRIMARY KEY, value text)"
output = threading.Lock()
settings = {}
ports = []


def answer(request, word, value):
    with output:
        sys.stdout.write(json.dumps({"id": request["id"], word: value}) + "\n")
        sys.stdout.flush()


def program(name, *arguments):
    path = os.path.join(settings.get("bin") or "/usr/lib/postgresql/15/bin", name)
    account = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    return (account if os.getuid() == 0 else []) + [path, *arguments]


def start_server(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    account = program("initdb")[:-1]
    subprocess.run([*account, "cp", "-a", os.path.dirname(folder) + "/empty", folder], check=True)
    options = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
               "-c", "wal_level=logical", "-c", "fsync=off", "-c", "deadlock_timeout=10ms",
               "-c", "max_connections=200"]
    server = subprocess.Popen(program("postgres", "-D", folder, "-p", str(port), *options), **quiet)
    atexit.register(server.wait)
    atexit.register(server.send_signal, signal.SIGINT)  # It does not wait for its clients.
    for _ in range(300):
        try:
            connect(port).close()
            return port
        except psycopg2.OperationalError:
            time.sleep(0.1)
    raise RuntimeError("PostgreSQL does not start in " + folder)


def connect(port):
    return psycopg2.connect(host="127.0.0.1", port=port, user="me", dbname="postgres")


def run(port, *statements):
    connection = connect(port)
    connection.autocommit = True
    for statement in statements:
        connection.cursor().execute(statement)
    connection.close()


def start():
    folder = tempfile.mkdtemp(prefix="isogauge-shapes-")
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    initdb = program("initdb", "-N", "-U", "me", "-D", folder + "/empty")
    subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(shutil.rmtree, folder, True)
    shards = settings.get("shape", "shards") == "shards"
    ports.extend(start_server(f"{folder}/{n}") for n in range(3 if shards else 2))
    if not shards:
        publisher = f"host=127.0.0.1 port={ports[0]} user=me dbname=postgres"
        run(ports[0], TABLE, "CREATE PUBLICATION all_changes FOR ALL TABLES")
        run(ports[1], TABLE, f"CREATE SUBSCRIPTION changes CONNECTION '{publisher}' PUBLICATION all_changes")
        return
    run(ports[0], "CREATE EXTENSION postgres_fdw",
        "CREATE TABLE kv (key text, value text) PARTITION BY HASH (key)")
    for n, port in enumerate(ports[1:]):
        run(port, TABLE)
        run(ports[0], f"""CREATE SERVER s{n} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1',
            port '{port}', dbname 'postgres', options '-c lock_timeout=500ms')""",
            f"CREATE USER MAPPING FOR me SERVER s{n} OPTIONS (user 'me', password_required 'false')",
            f"""CREATE FOREIGN TABLE kv{n} PARTITION OF kv FOR VALUES WITH (MODULUS 2, REMAINDER {n})
            SERVER s{n} OPTIONS (table_name 'kv')""")


def operate(connection, cursor, request):
    if "begin" in request:
        level = request["begin"]["level"]
        if level not in LEVELS:
            raise NotImplementedError
        cursor.execute("BEGIN ISOLATION LEVEL " + level.replace("-", " "))
    elif "read" in request:
        cursor.execute("SELECT value FROM kv WHERE key = %s", (request["read"],))
        row = cursor.fetchone()
        return None if row is None else json.loads(row[0] + "]" if row[0][0] == "[" else row[0])
    elif "write" in request or "append" in request:
        key, value = request.get("write") or request["append"]
        change = "%s" if "write" in request else "value || ',' || %s"
        cursor.execute(f"UPDATE kv SET value = {change} WHERE key = %s", (str(value), key))
        if cursor.rowcount == 0:
            first = str(value) if "write" in request else f"[{value}"
            cursor.execute("INSERT INTO kv VALUES (%s, %s)", (key, first))
    elif "delete" in request:
        cursor.execute("DELETE FROM kv WHERE key = %s", (request["delete"],))
    elif "commit" in request:
        cursor.execute("COMMIT")
        return {}
    elif "rollback" in request:
        cursor.execute("ROLLBACK")
    else:
        raise NotImplementedError
    return None


def serve(port, reads_only, requests):
    """The thread of a session."""
    connection = connect(port)
    connection.autocommit = True  # The module begins no transactions of its own.
    cursor = connection.cursor()
    cursor.execute("SET lock_timeout = '500ms'")
    while True:
        request = requests.get()
        if "close" in request:
            connection.close()
            answer(request, "ok", None)
            return
        if reads_only and any(word in request for word in ("write", "append", "delete")):
            answer(request, "rejected", "a subscriber only reads")
            continue
        try:
            answer(request, "ok", operate(connection, cursor, request))
        except NotImplementedError:
            answer(request, "unsupported", None)
        except psycopg2.Error as e:
            conflict = (e.pgcode or "")[:2] == "40" or e.pgcode in ("55P03", "23505")
            unknown = e.pgcode is None and "commit" in request
            cursor.execute("ROLLBACK")
            answer(request, "unknown" if unknown else "aborted" if conflict else "rejected", str(e))


def main():
    sessions = {}
    for line in sys.stdin:
        request = json.loads(line)
        if "hello" in request:
            settings.update(request["hello"]["settings"])
            nodes = ["publisher", "subscriber"] if settings.get("shape") == "subscriber" else None
            claims = ["causal"] if nodes else ["read-committed"]
            answer(request, "ok", {
                "name": f"PostgreSQL ({settings.get('shape', 'shards')})",
                "levels": [{"name": level, "claims": claims if level != LEVELS[0] else ["read-committed"]}
                           for level in LEVELS],
                "can": ["read", "write", "delete", "append"],
                "initial": None,
                **({"nodes": nodes} if nodes else {}),
            })
        elif "setup" in request:
            if not ports:
                start()
            run(ports[0], "DELETE FROM kv")
            answer(request, "ok", None)
        elif "open" in request:
            reads_only = settings.get("shape") == "subscriber" and request["open"].get("node") == 1
            sessions[request["session"]] = queue.SimpleQueue()
            threading.Thread(target=serve, daemon=True, args=(
                ports[1] if reads_only else ports[0], reads_only, sessions[request["session"]])).start()
            answer(request, "ok", None)
        elif request.get("session") in sessions:
            sessions[request["session"]].put(request)
        else:
            answer(request, "unsupported", None)


if __name__ == "__main__":
    main()
