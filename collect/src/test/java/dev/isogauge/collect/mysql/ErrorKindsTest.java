package dev.isogauge.collect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.sql.ErrorKind;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorKindsTest {
  /** Error 1180 is what a server says of a COMMIT that it has turned into a rollback. */
  @ParameterizedTest
  @CsvSource({
    "1180, ABORTED",
    "1205, ABORTED",
    "1213, ABORTED",
    "1020, ABORTED",
    "3101, ABORTED",
    "8005, ABORTED",
    "8002, ABORTED",
    "8022, ABORTED",
    "9007, ABORTED",
    "1021, EXHAUSTED",
    "1041, EXHAUSTED",
    "1053, LOST",
    "3169, LOST",
    "1064, REJECTED"
  })
  void whatAnErrorMeans(int code, ErrorKind kind) {
    MySqlDialect dialect = new MySqlDialect(MariaDb.SYSTEM, false);
    assertThat(dialect.classify(new SQLException("error", "HY000", code))).isEqualTo(kind);
  }

  /** The other members may have got the write set. */
  @Test
  void aMemberOfGaleraDoesNotKnow() {
    MySqlDialect dialect = new MySqlDialect(Galera.SYSTEM, true);
    assertThat(dialect.classify(new SQLException("error", "HY000", 1180)))
        .isEqualTo(ErrorKind.LOST);
  }
}
