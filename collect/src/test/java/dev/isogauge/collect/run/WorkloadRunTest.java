package dev.isogauge.collect.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What real databases give, as the checkers judge what was recorded. */
class WorkloadRunTest extends ShortRuns {
  @ParameterizedTest
  @CsvSource({
    "mini, serializable, serializability",
    "list-append, serializable, serializability",
    "list-append, serializable, pl-3",
    "mini, repeatable-read, snapshot-isolation",
    "list-append, repeatable-read, snapshot-isolation",
    "list-append, read-committed, pl-2"
  })
  void postgresGivesWhatItClaims(String workload, String isolation, String level) throws Exception {
    History history = run(postgres, workload, isolation, 300);
    assertThat(verdict(history, level)).isInstanceOf(Verdict.Satisfied.class);
  }

  /** Whether transactions overlap so is left to chance, and seldom takes a second run. */
  @Test
  void repeatableReadOfPostgresAllowsWriteSkew() throws Exception {
    Verdict verdict = new Verdict.Unknown("not run", List.of());
    for (int i = 0; i < 50 && !(verdict instanceof Verdict.Violated); i++) {
      verdict = verdict(run(postgres, "mini", "repeatable-read", 400), "serializability");
    }
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
  }

  @ParameterizedTest
  @CsvSource({
    "derby, mini, serializable, serializability, 30",
    "sqlite, mini, serializable, serializability, 100",
    "hsqldb:locks, mini, serializable, serializability, 100",
    "h2, list-append, read-committed, pl-2, 100",
  })
  void othersGiveWhatTheyClaim(
      String name, String workload, String isolation, String level, int transactions)
      throws Exception {
    try (Database database = Databases.open(name, DatabaseOptions.defaults())) {
      History history = run(database, workload, isolation, transactions);
      assertThat(verdict(history, level)).isInstanceOf(Verdict.Satisfied.class);
    }
  }

  @Test
  void changesOfUnknownItemsAreRefused() throws Exception {
    try (Database derby = Databases.open("derby", DatabaseOptions.defaults())) {
      assertThat(Workload.PREDICATE.obstacle(derby.capabilities()))
          .hasValueSatisfying(why -> assertThat(why).contains("try range"));
      assertThat(Workload.RANGE.obstacle(derby.capabilities())).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyWorkloadRuns(Workload workload) throws Exception {
    History history = run(postgres, workload.id(), "serializable", 100);
    assertThat(history.transactionCount()).isEqualTo(100);
    assertThat(history.duplicateWrites())
        .as("values are unique; a delete leaves none")
        .allMatch(writes -> history.isDelete(writes[writes.length - 1]));
  }

  @Test
  void lightweightTransactionsAreLinearizable() throws Exception {
    History history = run(postgres, "lwt", "serializable", 400);
    assertThat(verdict(history, "linearizability")).isInstanceOf(Verdict.Satisfied.class);
  }

  private static Verdict verdict(History history, String level) {
    return Checks.check(history, IsolationLevel.byName(level).orElseThrow(), Limits.DEFAULT);
  }

  private History run(Database database, String name, String isolation, int transactions)
      throws DatabaseException, IOException {
    database.clear();
    return read(record(database, name, isolation, transactions, session -> session));
  }
}
