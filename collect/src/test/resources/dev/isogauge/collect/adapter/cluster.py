"""Two servers of a store in memory that keeps its promises, says where each transaction stands,
and makes its servers fail when asked: at snapshot the first committer wins and answers have
timestamps, at serializable reads are validated too and answers have positions. The setting log
names a file for the faults that were asked for."""
import json
import sys

settings = {}
versions = {}  # by key, the values with the times of their commits
transactions = {}
nodes = {}  # of sessions
away = set()
clock = 0


class Aborted(Exception):
    pass


def visible(key, time):
    return next((value for at, value in reversed(versions.get(key, [])) if at <= time), None)


def changed(keys, time):
    return any(versions.get(key) and versions[key][-1][0] > time for key in keys)


def fault(asked):
    if settings.get("log"):
        with open(settings["log"], "a") as log:
            log.write(json.dumps(asked) + "\n")
    if asked["kind"] in ("kill", "restart", "pause"):
        (away.discard if asked.get("end") else away.add)(asked["node"])


def operate(request):
    global clock
    session = request.get("session")
    if "hello" in request:
        settings.update(request["hello"]["settings"])
        return {
            "name": "Cluster 1.0",
            "levels": [{"name": "serializable", "claims": ["serializability"]}, {"name": "snapshot"}],
            "can": ["read", "write", "delete", "append", "lock", "timestamps"],
            "nodes": ["a", "b"],
            "faults": ["kill", "restart", "pause", "partition", "clock"],
            "waits": False,
        }
    if "setup" in request:
        versions.clear()
    elif "fault" in request:
        fault(request["fault"])
    elif "open" in request:
        nodes[session] = request["open"].get("node", 0)
    elif "rollback" in request or "close" in request:
        transactions.pop(session, None)
    elif "teardown" not in request:
        if nodes.get(session) in away:
            transactions.pop(session, None)
            raise Aborted("the server is away")
        return step(session, request)


def step(session, request):
    global clock
    if "begin" in request:
        level = request["begin"]["level"]
        if level not in ("serializable", "snapshot"):
            raise ValueError("no such level")
        clock += 1
        transactions[session] = (level, clock, set(), {})
        return None
    if session not in transactions:
        raise NotImplementedError
    level, start, read, written = transactions[session]
    if "read" in request or "lock" in request:
        key = request.get("read", request.get("lock"))
        read.add(key)
        return written[key] if key in written else visible(key, start)
    if "write" in request:
        written[request["write"][0]] = request["write"][1]
    elif "delete" in request:
        written[request["delete"]] = None
    elif "append" in request:
        key, element = request["append"]
        read.add(key)
        before = written[key] if key in written else visible(key, start)
        written[key] = (before or []) + [element]
    elif "commit" in request:
        del transactions[session]
        clock += 1
        if changed(written.keys() | (read if level == "serializable" else set()), start):
            raise Aborted("conflict")
        for key, value in written.items():
            versions.setdefault(key, []).append((clock, value))
        return {"position": clock} if level == "serializable" else {"timestamps": [start, clock]}
    else:
        raise NotImplementedError


for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = {"ok": operate(asked)}
    except Aborted as e:
        answer = {"aborted": str(e)}
    except NotImplementedError:
        answer = {"unsupported": None}
    except ValueError as e:
        answer = {"rejected": str(e)}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
