"""A bank that loses money when two customers pay at the same time."""


def withdraw(connection, account, amount, before_writing=lambda: None):
    """Takes an amount from an account, if there is enough."""
    with connection.transaction():
        row = connection.execute(
            "SELECT balance FROM accounts WHERE id = %s", (account,)
        ).fetchone()
        before_writing()
        if row[0] >= amount:
            connection.execute(
                "UPDATE accounts SET balance = %s WHERE id = %s",
                (row[0] - amount, account),
            )
