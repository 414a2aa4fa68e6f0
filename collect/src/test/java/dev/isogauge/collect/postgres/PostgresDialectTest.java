package dev.isogauge.collect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.sql.ErrorKind;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What errors of PostgreSQL and its relatives mean. */
class PostgresDialectTest {
  @ParameterizedTest
  @CsvSource({
    "40001, ABORTED", // serialization failure
    "40P01, ABORTED", // deadlock
    "23505, ABORTED", // a duplicate key
    "55P03, ABORTED", // lock timeout
    "40003, LOST", // "statement completion unknown": the commit may have happened
    "08006, LOST",
    "57P01, LOST", // the server shuts down
    "53100, EXHAUSTED", // disk full
    "42601, REJECTED", // a syntax error
  })
  void saysWhatBecameOfTheTransaction(String state, ErrorKind kind) {
    SQLException error = new SQLException("the database's words", state);
    assertThat(new PostgresDialect(UsersPostgres.COCKROACHDB).classify(error)).isEqualTo(kind);
  }
}
