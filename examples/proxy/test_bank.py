"""Tests of the bank; they know nothing of the proxy."""

import os
import threading
import unittest

import psycopg

import bank

URL = os.environ["DATABASE_URL"]


def connect():
    return psycopg.connect(URL, autocommit=True)


class BankTest(unittest.TestCase):
    def setUp(self):
        with connect() as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS accounts (id INT PRIMARY KEY, balance INT)"
            )
            connection.execute("DELETE FROM accounts")
            connection.execute("INSERT INTO accounts VALUES (1, 100), (2, 100)")

    def test_one_customer(self):
        with connect() as connection:
            bank.withdraw(connection, 1, 30)
            row = connection.execute("SELECT balance FROM accounts WHERE id = 1").fetchone()
            self.assertEqual(row, (70,))

    def test_two_customers(self):
        both_have_read = threading.Barrier(2)

        def customer():
            with connect() as connection:
                bank.withdraw(connection, 1, 30, both_have_read.wait)

        threads = [threading.Thread(target=customer) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    unittest.main()
