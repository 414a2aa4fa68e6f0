package dev.isogauge.collect.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What errors mean, by their SQLSTATE. */
class ErrorKindTest {
  @ParameterizedTest
  @CsvSource({
    "40001, ABORTED", // serialization failure
    "40P01, ABORTED", // PostgreSQL's deadlock
    "23505, ABORTED", // a duplicate key
    "40003, LOST", // "statement completion unknown": the commit may have happened
    "08006, LOST",
    "53100, EXHAUSTED", // disk full
    "42601, REJECTED", // a syntax error
  })
  void tellsWhatBecameOfTheTransaction(String state, ErrorKind kind) {
    SQLException error = new SQLException("the database's words", state);
    assertThat(ErrorKind.ofState(error)).isEqualTo(kind);
  }

  @Test
  void anErrorWithoutStateIsNoAbort() {
    assertThat(ErrorKind.ofState(new SQLException("nothing"))).isEqualTo(ErrorKind.REJECTED);
  }
}
