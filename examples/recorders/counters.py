"""Increments counters in SQLite in two sessions, and records what they read and wrote: counters.py RECORDING DATABASE."""
import random, sqlite3, sys, threading
from recorder import Recorder

recorder, database = Recorder(sys.argv[1], default=0), sys.argv[2]

def session(name, transactions):
    connection = sqlite3.connect(database, isolation_level=None, timeout=0.1)
    for _ in range(transactions):
        try:
            with recorder.begin(name) as transaction:
                connection.execute("BEGIN")
                for key in random.sample(range(4), 2):
                    seen = connection.execute("SELECT value FROM counters WHERE id = ?", (key,)).fetchone()[0]
                    transaction.read(key, seen)
                    value = (seen // 1000000 + 1) * 1000000 + recorder.unique()  # a count, made unique
                    connection.execute("UPDATE counters SET value = ? WHERE id = ?", (value, key))
                    transaction.write(key, value)
                transaction.committing()
                try:
                    connection.execute("COMMIT")
                    transaction.committed()
                except sqlite3.OperationalError:
                    if connection.in_transaction:
                        transaction.aborted()  # the file was locked, so the commit did not happen
                    raise
        except sqlite3.OperationalError:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

setup = sqlite3.connect(database)
setup.execute("CREATE TABLE counters (id INTEGER PRIMARY KEY, value INTEGER)")
setup.executemany("INSERT INTO counters VALUES (?, 0)", [(key,) for key in range(4)])
setup.commit()
threads = [threading.Thread(target=session, args=("s%d" % n, 200)) for n in (1, 2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
recorder.close()
