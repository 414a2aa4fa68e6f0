package dev.isogauge.collect.sql;

import dev.isogauge.collect.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;

/**
 * Systems whose level is set through the driver, in the schema of the login, without an upsert that
 * others understand.
 */
public interface DriverLevelDialect extends SilentLevelDialect {
  @Override
  default OptionalInt jdbcLevel(Level level) {
    return OptionalInt.of(
        switch (level.name()) {
          case Level.READ_UNCOMMITTED -> Connection.TRANSACTION_READ_UNCOMMITTED;
          case Level.READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
          case Level.REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
          default -> Connection.TRANSACTION_SERIALIZABLE;
        });
  }

  @Override
  default List<String> write() {
    return List.of(
        "UPDATE items SET val = :value WHERE id = :key",
        "INSERT INTO items (id, val) VALUES (:key, :value)");
  }

  @Override
  default List<String> insert() {
    return List.of(
        "SELECT id FROM items WHERE id = :key",
        "INSERT INTO items (id, val) VALUES (:key, :value)");
  }

  /** A key that is there already: another transaction inserted it meanwhile. */
  @Override
  default ErrorKind classify(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    return state.startsWith("23") ? ErrorKind.ABORTED : ErrorKind.ofState(error);
  }
}
