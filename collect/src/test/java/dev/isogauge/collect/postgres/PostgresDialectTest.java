package dev.isogauge.collect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.sql.ErrorKind;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What errors of PostgreSQL and its relatives mean. */
class PostgresDialectTest {
  /** A decimal as CockroachDB's manual has it; the digits after the point count. */
  @Test
  void cockroachDbsTimestampIsTheTransactionsPlace() throws Exception {
    PostgresDialect dialect = new PostgresDialect(UsersPostgres.COCKROACHDB);
    assertThat(dialect.mark()).contains("SELECT cluster_logical_timestamp()");
    Timestamps before = cockroach(dialect, "1689354396802600000.0000000000");
    Timestamps after = cockroach(dialect, "1689354396802600000.0000000003");
    assertThat(before.start()).isEqualTo(before.commit() - 1);
    assertThat(after.commit()).isEqualTo(before.commit() + 6);
    assertThat(cockroach(dialect, "1689354396802600001.0000000000").commit())
        .isGreaterThan(after.commit());
    assertThatThrownBy(() -> cockroach(dialect, "1689354396802600000.0000000008"))
        .hasMessageContaining("expected a small count");
  }

  private static Timestamps cockroach(PostgresDialect dialect, String decimal) throws SQLException {
    return dialect.timestamps(List.of(new BigDecimal(decimal)), List.of(), new Timestamps(0, 0));
  }

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
