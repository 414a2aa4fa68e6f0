package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotGateTest {
  private static final String GATE =
      "(SELECT set_config('isogauge.snapshot', txid_current_snapshot()::text, false)) IS NOT NULL";

  private static Optional<String> gated(String sql) {
    return SnapshotGate.of(sql, Tokens.of(sql, RecordedDialect.POSTGRES).orElseThrow())
        .map(text -> text.replace(GATE, "GATE"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1|SELECT 1 WHERE GATE",
        "SELECT * FROM t|SELECT * FROM t WHERE GATE",
        "SELECT * FROM t -- all|SELECT * FROM t WHERE GATE -- all",
        "SELECT * FROM t WHERE a = ? OR b = ?|SELECT * FROM t WHERE GATE AND (a = ? OR b = ?)",
        "SELECT a AS limit FROM t ORDER BY a|SELECT a AS limit FROM t WHERE GATE ORDER BY a",
        "SELECT a FROM t WHERE b GROUP BY a|SELECT a FROM t WHERE GATE AND (b) GROUP BY a",
        "SELECT a FROM t FOR UPDATE|SELECT a FROM t WHERE GATE FOR UPDATE",
        "SELECT a FROM t UNION SELECT b FROM u|SELECT a FROM t WHERE GATE UNION SELECT b FROM u",
        "WITH x AS (SELECT 1 WHERE b) SELECT * FROM x|WITH x AS (SELECT 1 WHERE b) SELECT * FROM x"
            + " WHERE GATE",
        "UPDATE t SET a = 1 WHERE b RETURNING a|UPDATE t SET a = 1 WHERE GATE AND (b) RETURNING a",
        "DELETE FROM t;|DELETE FROM t WHERE GATE;",
        "INSERT INTO t SELECT * FROM u ON CONFLICT DO NOTHING|INSERT INTO t SELECT * FROM u WHERE"
            + " GATE ON CONFLICT DO NOTHING",
      })
  void aConditionIsAddedWhereItBelongs(String sql, String expected) {
    assertThat(gated(sql)).contains(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO t VALUES (1)",
        "SELECT 1; SELECT 2",
        "DELETE FROM t WHERE CURRENT OF c",
        "SELECT * INTO u FROM t",
        "MERGE INTO t USING u ON a = b WHEN MATCHED THEN DELETE",
        "(SELECT 1)",
        "EXPLAIN SELECT 1",
      })
  void otherFormsStayAsTheyAre(String sql) {
    assertThat(gated(sql)).isEmpty();
  }
}
