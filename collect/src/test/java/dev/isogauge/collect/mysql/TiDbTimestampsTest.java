package dev.isogauge.collect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Timestamps;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where TiDB's variables say that a transaction stands, in the form that its manual describes. */
class TiDbTimestampsTest {
  private static final Timestamps LAST = new Timestamps(3, 5);
  private static final long START = 443_852_055_297_916_929L;
  private static final String WROTE =
      "{\"txn_scope\":\"global\",\"start_ts\":443852055297916929,\"commit_ts\":443852055297916930,"
          + "\"txn_commit_mode\":\"1pc\",\"async_commit_fallback\":false,"
          + "\"one_pc_fallback\":false}";

  private final MySqlDialect dialect = new MySqlDialect(TiDb.SYSTEM, false);

  private Timestamps timestamps(Object start, String info) throws Exception {
    return dialect.timestamps(List.of(start), List.of(info), LAST);
  }

  @Test
  void whatWroteHasStartAndCommit() throws Exception {
    assertThat(dialect.mark()).contains("SELECT @@tidb_current_ts");
    assertThat(dialect.commitInfo()).contains("SELECT @@tidb_last_txn_info");
    assertThat(timestamps(START, WROTE)).isEqualTo(new Timestamps(START, START + 1));
    assertThat(timestamps(Long.toString(START), WROTE).commit()).isEqualTo(START + 1);
  }

  /** The variable still has the transaction before it, or a commit of 0. */
  @Test
  void whatOnlyReadCommitsWhereItStarted() throws Exception {
    assertThat(timestamps(START + 7, WROTE)).isEqualTo(new Timestamps(START + 7, START + 7));
    assertThat(timestamps(START, "")).isEqualTo(new Timestamps(START, START));
    assertThat(timestamps(START, "{\"start_ts\":443852055297916929,\"commit_ts\":0}"))
        .isEqualTo(new Timestamps(START, START));
  }

  @Test
  void whatDidNothingStandsWhereTheSessionWas() throws Exception {
    assertThat(timestamps(0L, WROTE)).isEqualTo(new Timestamps(5, 5));
  }

  @Test
  void anotherAnswerIsNotGuessedAt() {
    assertThatThrownBy(() -> timestamps(START, "{\"txn_scope\":\"global\"}"))
        .hasMessageContaining("expected start_ts");
  }

  @Test
  void othersHaveNone() {
    assertThat(new MySqlDialect(MySql.SYSTEM, false).mark()).isEmpty();
    assertThat(new MySqlDialect(Galera.SYSTEM, true).commitInfo()).isEmpty();
  }
}
