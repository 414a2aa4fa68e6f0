#!/usr/bin/env python3
"""An adapter for SQLite, by the sqlite3 module of Python's standard library.

    isogauge test 'exec:python3 examples/adapters/sqlite.py' --set path=/tmp/test.db

Requests are lines of JSON on standard input, answers lines on standard output. Each session has a
thread and a connection of its own, so that one that waits for a lock keeps no other waiting.
"""
import json
import os
import queue
import sqlite3
import sys
import tempfile
import threading

output = threading.Lock()
path = None


def answer(request, word, value):
    with output:
        sys.stdout.write(json.dumps({"id": request["id"], word: value}) + "\n")
        sys.stdout.flush()


def connect():
    # Without isolation_level the module begins no transactions of its own.
    connection = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def value_of(connection, key):
    row = connection.execute("SELECT value FROM kv WHERE key = ?", (key,)).fetchone()
    return None if row is None else json.loads(row[0])


def put(connection, key, value):
    connection.execute("INSERT OR REPLACE INTO kv VALUES (?, ?)", (key, json.dumps(value)))


def operate(connection, request):
    """Carries out a request within a session; returns the result."""
    if "begin" in request:
        if request["begin"]["level"] != "serializable":
            raise NotImplementedError
        connection.execute("BEGIN IMMEDIATE")  # Deferred ones fail when they write late.
    elif "read" in request:
        return value_of(connection, request["read"])
    elif "write" in request:
        put(connection, *request["write"])
    elif "delete" in request:
        connection.execute("DELETE FROM kv WHERE key = ?", (request["delete"],))
    elif "append" in request:
        key, element = request["append"]
        put(connection, key, (value_of(connection, key) or []) + [element])
    elif "scan" in request:
        rows = connection.execute("SELECT key, value FROM kv").fetchall()
        pairs = [[key, json.loads(value)] for key, value in rows]
        scan = request["scan"]
        return [p for p in pairs if isinstance(p[1], int) and scan["from"] <= p[1] <= scan["to"]]
    elif "cas" in request:
        key, expected, value = request["cas"]
        if value_of(connection, key) != expected:
            return False
        put(connection, key, value)
        return True
    elif "commit" in request:
        connection.execute("COMMIT")
        return {}
    elif "rollback" in request:
        connection.execute("ROLLBACK")
    else:
        raise NotImplementedError
    return None


def serve(requests):
    """The thread of a session."""
    connection = connect()
    while True:
        request = requests.get()
        if "close" in request:
            connection.close()  # Rolls back what is under way.
            answer(request, "ok", None)
            return
        try:
            answer(request, "ok", operate(connection, request))
        except sqlite3.OperationalError as e:  # SQLITE_BUSY: another session has what we need.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            answer(request, "aborted", str(e))
        except NotImplementedError:
            answer(request, "unsupported", None)


def main():
    global path
    sessions = {}
    for line in sys.stdin:
        request = json.loads(line)
        if "hello" in request:
            path = request["hello"]["settings"].get("path")
            path = path or os.path.join(tempfile.mkdtemp(), "test.db")
            answer(request, "ok", {
                "name": "SQLite " + sqlite3.sqlite_version,
                "levels": [{"name": "serializable", "claims": ["serializability"]}],
                "can": ["read", "write", "delete", "append", "scan", "cas"],
                "initial": None,
            })
        elif "setup" in request:
            with connect() as connection:
                connection.execute("CREATE TABLE IF NOT EXISTS kv (key TEXT PRIMARY KEY, value TEXT)")
                connection.execute("DELETE FROM kv")
            answer(request, "ok", None)
        elif "open" in request:
            sessions[request["session"]] = queue.SimpleQueue()
            threading.Thread(
                target=serve, args=(sessions[request["session"]],), daemon=True).start()
            answer(request, "ok", None)
        elif request.get("session") in sessions:
            sessions[request["session"]].put(request)
        else:
            answer(request, "unsupported", None)


if __name__ == "__main__":
    main()
