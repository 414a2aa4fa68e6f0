package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.derby.Derby;
import dev.isogauge.collect.h2.H2;
import dev.isogauge.collect.hsqldb.Hsqldb;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sqlite.Sqlite;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What errors of embedded databases mean, as their manuals and sources say. */
class EmbeddedErrorsTest {
  private static final Map<String, Dialect> DIALECTS =
      Map.of("h2", new H2(), "hsqldb", new Hsqldb(), "derby", new Derby(), "sqlite", new Sqlite());

  @ParameterizedTest
  @CsvSource({
    "h2, HY000, 90131, ABORTED", // concurrent update
    "h2, HYT00, 50200, ABORTED", // lock timeout
    "h2, 40001, 40001, ABORTED", // deadlock
    "h2, HY000, 90108, EXHAUSTED", // out of memory
    "h2, 90098, 90098, LOST", // database closed
    "h2, 42000, 42000, REJECTED",
    "hsqldb, 40001, -4861, ABORTED", // serialization failure
    "hsqldb, 40502, -4872, ABORTED", // statement execution aborted
    "hsqldb, 40003, -4863, LOST", // statement completion unknown
    "hsqldb, S1000, -460, EXHAUSTED", // out of memory
    "hsqldb, S1000, -468, EXHAUSTED", // data file size limit
    "derby, 40001, 30000, ABORTED", // deadlock
    "derby, 40XL1, 30000, ABORTED", // lock timeout
    "derby, 40XT1, 30000, REJECTED", // an exception while committing
    "sqlite, , 5, ABORTED", // BUSY
    "sqlite, , 517, ABORTED", // BUSY_SNAPSHOT
    "sqlite, , 6, ABORTED", // LOCKED
    "sqlite, , 7, EXHAUSTED", // NOMEM
    "sqlite, , 13, EXHAUSTED", // FULL
    "sqlite, , 19, REJECTED" // CONSTRAINT
  })
  void whatAnErrorMeans(String database, String state, int code, ErrorKind kind) {
    SQLException error = new SQLException("error", state, code);
    assertThat(DIALECTS.get(database).classify(error)).isEqualTo(kind);
  }
}
