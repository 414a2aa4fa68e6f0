"""A store in memory that never waits and promises serializability but gives READ UNCOMMITTED;
its first argument says how else it misbehaves, the second at which request of its kind."""
import json
import os
import sys
import time

mode = sys.argv[1] if len(sys.argv) > 1 else "none"
when = sys.argv[2] if len(sys.argv) > 2 else ""
values = {}
undo = {}
serial = 0


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def misbehave(request):
    number = request["id"]
    if mode == "garbage":
        say("Starting the engine...")
    elif mode == "array":
        say("[1, 2]")
    elif mode == "silence":
        time.sleep(600)
    elif mode == "wrong-id":
        say(json.dumps({"id": number + 1000, "ok": None}))
    elif mode == "no-id":
        say('{"ok": null}')
    elif mode == "negative-id":
        say('{"id": -1, "ok": null}')
    elif mode == "no-word":
        say(json.dumps({"id": number, "fine": True}))
    elif mode == "endless-line":
        while True:
            sys.stdout.write("x" * 65536)
    elif mode == "death":
        os._exit(3)
    elif mode == "last-words":
        sys.stderr.write("the disk is on fire\n")
        sys.stderr.flush()
        os._exit(4)
    elif mode == "twice":
        say(json.dumps({"id": number, "ok": None}))
        say(json.dumps({"id": number, "ok": None}))
    elif mode == "binary":
        sys.stdout.flush()
        os.write(1, b"\xff\xfe\x00\n")
    elif mode == "float":
        say(json.dumps({"id": number, "ok": 1.5}))
    elif mode == "text":
        say(json.dumps({"id": number, "ok": "five"}))
    elif mode == "unknown":
        say(json.dumps({"id": number, "unknown": "who knows"}))
    elif mode == "half-line":
        sys.stdout.write('{"id": ')
        sys.stdout.flush()
        os._exit(0)


def rollback(session):
    for key, value in reversed(undo.pop(session, [])):
        if value is None:
            values.pop(key, None)
        else:
            values[key] = value


def put(session, key, value):
    undo.setdefault(session, []).append((key, values.get(key)))
    if value is None:
        values.pop(key, None)
    else:
        values[key] = value


def operate(request):
    global serial
    session = request.get("session")
    if "hello" in request:
        can = ["read", "write", "delete", "append", "scan", "cas", "lock"]
        if mode == "timestamps":
            can.append("timestamps")
        return {
            "protocol": 2 if mode == "protocol" else 1,
            "name": "Hostile 1.0",
            "levels": [{"name": "serializable", "claims": ["serializability"]}],
            "can": can,
            "initial": None,
            "waits": False,
        }
    if "setup" in request:
        values.clear()
        undo.clear()
    elif "read" in request or "lock" in request:
        return values.get(request.get("read", request.get("lock")))
    elif "write" in request:
        put(session, *request["write"])
    elif "delete" in request:
        put(session, request["delete"], None)
    elif "append" in request:
        key, element = request["append"]
        put(session, key, (values.get(key) or []) + [element])
    elif "scan" in request:
        scan = request["scan"]
        return [[k, v] for k, v in values.items()
                if isinstance(v, int) and scan["from"] <= v <= scan["to"]]
    elif "cas" in request:
        key, expected, value = request["cas"]
        if values.get(key) != expected:
            return False
        put(session, key, value)
        return True
    elif "commit" in request:
        undo.pop(session, None)
        serial += 1
        if mode == "timestamps" and when != "forgotten":
            return {"position": serial}
        return {}
    elif "rollback" in request or "close" in request:
        rollback(session)
    elif not ("open" in request or "begin" in request or "teardown" in request):
        raise NotImplementedError
    elif request.get("begin", {}).get("level", "serializable") != "serializable":
        raise ValueError("no such level")
    return None


if mode == "flood":
    os.set_blocking(2, True)
    sys.stderr.write("log line " * 2_000_000)
for line in sys.stdin:
    asked = json.loads(line)
    if when and when in asked:
        misbehave(asked)
        continue
    try:
        say(json.dumps({"id": asked["id"], "ok": operate(asked)}))
    except NotImplementedError:
        say(json.dumps({"id": asked["id"], "unsupported": None}))
    except ValueError as e:
        say(json.dumps({"id": asked["id"], "rejected": str(e)}))
