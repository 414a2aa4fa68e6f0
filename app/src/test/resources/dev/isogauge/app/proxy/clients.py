"""What Python programs do: psycopg by itself, in a pipeline, and below SQLAlchemy.

Run as clients.py URL SCENARIO: serial, lost-update, write-skew or phantom.
"""

import sys
import threading

import psycopg
import sqlalchemy
from sqlalchemy import text

URL, SCENARIO = sys.argv[1:3]


def engine(level):
    return sqlalchemy.create_engine(
        URL.replace("postgres://", "postgresql+psycopg://"), isolation_level=level
    )


def concurrently(level, first, second, arguments):
    """Both sessions execute the first statement, then, one after the other, the second."""
    have_read = threading.Barrier(2)
    turn = threading.Event()
    source = engine(level)

    def session(number):
        with source.connect() as connection:
            rows = connection.execute(text(first[number]), arguments[number]).all()
            have_read.wait()
            if number == 1:
                turn.wait()
            connection.execute(text(second[number]), arguments[number])
            connection.commit()
            turn.set()
            return rows

    threads = [threading.Thread(target=session, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def serial():
    with psycopg.connect(URL, autocommit=True) as connection:
        for i in range(8):
            # After five times psycopg prepares a statement by name.
            connection.execute("SELECT balance FROM accounts WHERE id = %s", (i % 4 + 1,)).fetchall()
            connection.execute(
                "UPDATE accounts SET balance = balance + %s WHERE id = %s", (i, i % 4 + 1)
            )
        with connection.pipeline():
            for i in range(3):
                connection.execute("INSERT INTO items (account, v) VALUES (%s, %s)", (1, i))
            count = connection.execute("SELECT count(*) FROM items")
            assert count.fetchone()[0] == 7
        with connection.transaction():
            connection.execute("UPDATE items SET v = 3 WHERE account = 1", binary=True)
            try:
                with connection.transaction():
                    connection.execute("SELECT 1/0 FROM accounts")
            except psycopg.errors.DivisionByZero:
                pass
            connection.execute("DELETE FROM items WHERE v = 3")
        with connection.cursor() as cursor:
            with cursor.copy("COPY items (account, v) FROM STDIN") as copy:
                copy.write_row((2, 9))
        with connection.transaction():
            with connection.cursor("named") as cursor:
                cursor.itersize = 2
                cursor.execute("SELECT * FROM accounts ORDER BY id")
                assert len(cursor.fetchall()) == 4
    with engine("REPEATABLE READ").begin() as connection:
        rows = connection.execute(text("SELECT id, balance FROM accounts")).all()
        assert len(rows) == 4
        connection.execute(text("UPDATE accounts SET balance = 1 WHERE id = :id"), {"id": 2})


if SCENARIO == "serial":
    serial()
elif SCENARIO == "lost-update":
    concurrently(
        "READ COMMITTED",
        ["SELECT balance FROM accounts WHERE id = 1"] * 2,
        ["UPDATE accounts SET balance = :b WHERE id = 1"] * 2,
        [{"b": 90}, {"b": 80}],
    )
elif SCENARIO == "write-skew":
    concurrently(
        "REPEATABLE READ",
        ["SELECT id, balance FROM accounts WHERE id IN (1, 2)"] * 2,
        ["UPDATE accounts SET balance = 0 WHERE id = :id"] * 2,
        [{"id": 1}, {"id": 2}],
    )
else:
    concurrently(
        "REPEATABLE READ",
        ["SELECT count(*) FROM items WHERE account = 1"] * 2,
        ["INSERT INTO items (account, v) VALUES (1, :v)"] * 2,
        [{"v": 1}, {"v": 2}],
    )
