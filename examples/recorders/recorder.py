"""Records transactions for `isogauge check`: copy this file into your program.

    recorder = Recorder("run.jsonl", default=0)
    with recorder.begin("worker-1") as transaction:
        transaction.read("x", 0)
        transaction.write("x", recorder.unique())
        transaction.committing()
        connection.commit()
        transaction.committed()

A transaction that leaves its block early is aborted, or indeterminate if its commit was sent.
Call aborted() if the database says that the commit rolled back. Any number of threads may record.
"""

import json
import sys
import threading
import time

ROOM = 100  # in the first line, to say that the recording ended early
END = 20  # for the time of the end, in a line that is written before the commit is sent


class Recorder:
    """A file. Keys are integers or strings; values are those or None, and lists are read as lists."""

    def __init__(self, path, default=None):
        self._file = open(path, "wb", buffering=0)
        self._lock = threading.Lock()
        self._origin = time.monotonic_ns()
        self._sessions = set()
        self._end = 0
        self._unique = 0
        self.failure = None  # why nothing more is recorded; the program goes on
        first = _text({"default": default})[:-1]
        self._place = len(first)
        self._write(0, first + b" " * ROOM + b"}\n")
        if self.failure:
            raise self.failure

    def initial(self, key, value):
        """What a key holds before the first transaction."""
        with self._lock:
            self._append(_text({"init": [[_key(key), _value(value)]]}))

    def unique(self):
        """A value that was not written before."""
        with self._lock:
            self._unique += 1
            return self._unique

    def begin(self, session):
        """Begins a transaction, before its first statement is sent. A retry is another one."""
        with self._lock:
            if session in self._sessions:
                raise ValueError("session %s has a transaction under way" % session)
            self._sessions.add(session)
        return Transaction(self, session, self._now())

    def close(self):
        with self._lock:
            self._file.close()

    def _now(self):
        return time.monotonic_ns() - self._origin

    def _append(self, text, room=0):
        place = self._end
        self._write(place, text + b" " * room + b"\n")
        return place

    def _write(self, place, text):
        if self.failure:
            return
        try:
            self._file.seek(place)
            if self._file.write(text) < len(text):
                raise OSError("no room is left")
            self._end = max(self._end, place + len(text))
        except OSError as e:
            self.failure = e
            self._say_ended(place)

    def _say_ended(self, place):
        try:
            if place == self._end:
                self._file.truncate(place)
            reason = "".join(c for c in str(self.failure) if c not in '"\\' and " " <= c <= "~")
            self._file.seek(self._place)
            self._file.write(b',"ended":' + _text(reason[: ROOM - 12]))
        except OSError:
            pass


class Transaction:
    """What one transaction did, in program order, as the database answered."""

    def __init__(self, recorder, session, begin):
        self._recorder = recorder
        self._session = session
        self._begin = begin
        self._ops = []
        self._writes = False
        self._outcome = None
        self._stored = None  # place and length of the line that is in the file already
        self._is_sent = False

    def read(self, key, value):
        """A read; None for an object that does not exist, a list for a list."""
        seen = [_value(each) for each in value] if isinstance(value, list) else _value(value)
        self._add(["r", _key(key), seen])

    def write(self, key, value):
        """A write of a value that no other transaction writes to the key. None deletes."""
        self._add(["d", _key(key)] if value is None else ["w", _key(key), _value(value)])
        self._writes = True

    def append(self, key, element):
        """An append to a list."""
        self._add(["a", _key(key), _value(element)])
        self._writes = True

    def committing(self):
        """The commit is about to be sent: from now on its outcome may be unknown."""
        self._require_open()
        self._is_sent = True
        if self._writes:
            recorder = self._recorder
            text = self._line("indeterminate", None)
            with recorder._lock:
                self._stored = (recorder._append(text, END), len(text) + END)

    def committed(self):
        """The database says so."""
        if not self._is_sent:
            raise ValueError("call committing() before the commit is sent")
        self._ended("committed")

    def aborted(self):
        """The database says that nothing of it happened, or its commit was never sent."""
        self._ended("aborted")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._outcome is None:
            self._ended("indeterminate" if self._is_sent else "aborted")

    def _add(self, operation):
        self._require_open()
        if self._is_sent:
            raise ValueError("the commit was sent before")
        self._ops.append(operation)

    def _require_open(self):
        if self._outcome:
            raise ValueError("the transaction has ended; a retry is another one")

    def _line(self, outcome, end):
        times = [self._begin, end]
        line = {"session": self._session, "ops": self._ops, "rt": times, "outcome": outcome}
        return _text(line)

    def _ended(self, outcome):
        self._require_open()
        recorder = self._recorder
        self._outcome = outcome
        text = self._line(outcome, None if outcome == "indeterminate" else recorder._now())
        with recorder._lock:
            recorder._sessions.discard(self._session)
            if self._stored:
                place, length = self._stored
                recorder._write(place, text + b" " * (length - len(text)))
            else:
                recorder._append(text)


def _text(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def _key(key):
    if isinstance(key, bool) or not isinstance(key, (int, str)):
        raise ValueError("found the key %r; expected an integer or a string" % (key,))
    return key


def _value(value):
    return None if value is None else _key(value)


def _play(recorder, command, transactions):
    """Obeys one line of the test of all recorders: a word and arguments between tabs."""
    name, *rest = command.split("\t")
    rest = [None if a == "null" else a[5:] if a.startswith("text:") else a for a in rest]
    rest = [int(a) if a and a.lstrip("-").isdigit() else a for a in rest]
    if name == "begin":
        transactions[rest[0]] = recorder.begin(rest[1])
    elif name == "initial":
        recorder.initial(*rest)
    elif name == "leave":
        transactions[rest[0]].__exit__()
    else:
        getattr(transactions[rest[0]], name)(*rest[1:])


if __name__ == "__main__":
    played, known = Recorder(sys.argv[1], default=0), {}
    for given in sys.stdin:
        try:
            _play(played, given.rstrip("\n"), known)
            print("failed" if played.failure else "ok", flush=True)
        except ValueError as e:
            print("error: %s" % e, flush=True)
    played.close()
