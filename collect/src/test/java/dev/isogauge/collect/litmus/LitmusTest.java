package dev.isogauge.collect.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.level.IsolationLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Schedules on real databases, at the levels of which it is known what they allow. */
class LitmusTest {
  /** A schedule must not depend on how fast the machine is. */
  private static final Duration PATIENT = Duration.ofMinutes(1);

  /** Where a deadlock is known by nothing else, and whatever is aborted is clean. */
  private static final Duration HASTY = Duration.ofSeconds(1);

  private static final Litmus LITMUS =
      new Litmus(Schedules.all(), LitmusSettings.defaults(), what -> {});

  /** The cells of some levels of a database, by level and schedule. */
  private static Map<String, Cell> run(String name, Duration lockTimeout, String... levels)
      throws Exception {
    Map<String, Cell> cells = new TreeMap<>();
    DatabaseOptions options = DatabaseOptions.defaults().withLockTimeout(lockTimeout);
    try (Database database = Databases.open(name, options)) {
      List<Level> wanted =
          database.capabilities().levels().stream()
              .filter(level -> List.of(levels).contains(level.name()))
              .toList();
      assertThat(wanted).hasSize(levels.length);
      for (DatabaseResult.Row row : LITMUS.run(database, wanted).rows()) {
        row.cells().forEach(cell -> cells.put(row.level() + " " + cell.schedule().id(), cell));
      }
    }
    assertThat(cells.values())
        .extracting(Cell::outcome)
        .doesNotContain(CellOutcome.UNDECIDED, CellOutcome.FAILED);
    return cells;
  }

  private static List<String> possible(Map<String, Cell> cells, String level) {
    return Schedules.ids().stream()
        .filter(id -> cells.get(level + " " + id).outcome() == CellOutcome.POSSIBLE)
        .toList();
  }

  private static void assertClean(Map<String, Cell> cells, String level) {
    for (String id : Schedules.ids()) {
      Cell cell = cells.get(level + " " + id);
      assertThat(cell.findings()).as("%s %s:%n%s", level, id, cell.history()).isEmpty();
      assertThat(cell.breaksClaim()).isFalse();
    }
  }

  private static void assertFound(Cell cell, AnomalyKind kind) {
    assertThat(cell.findings()).extracting(Cell.Finding::kind).contains(kind);
  }

  @Test
  void postgresKeepsWhatItClaimsButForItemsThatAreDeletedAndWrittenAgain() throws Exception {
    Map<String, Cell> cells =
        run("postgres", PATIENT, Level.READ_COMMITTED, Level.REPEATABLE_READ, Level.SERIALIZABLE);

    assertClean(cells, Level.SERIALIZABLE);
    assertThat(cells.get("SERIALIZABLE postgres-12.3").outcome()).isEqualTo(CellOutcome.ABORTED);
    assertThat(cells.get("SERIALIZABLE g2-item").outcome()).isEqualTo(CellOutcome.ABORTED);
    assertThat(possible(cells, Level.REPEATABLE_READ))
        .containsExactly("g2-item", "g2", "g2-two-edges", "read-only", "postgres-12.3", "revive");
    assertFound(cells.get("REPEATABLE READ g2-item"), AnomalyKind.G2_ITEM);
    assertThat(possible(cells, Level.READ_COMMITTED))
        .contains("lost-update", "g-single-item", "g-single-predicate", "pmp-read", "pmp-write")
        .doesNotContain("g0", "g1a", "g1b", "g1c", "otv");
    assertThat(cells.get("REPEATABLE READ revive").brokenClaims())
        .contains(IsolationLevel.SNAPSHOT_ISOLATION);
    assertThat(cells.values().stream().filter(Cell::breaksClaim)).hasSize(1);
  }

  @Test
  void postgresBefore124OverlooksAConflict() throws Exception {
    Map<String, Cell> cells = run("postgres:12.3", PATIENT, Level.SERIALIZABLE);

    Cell caught = cells.get("SERIALIZABLE postgres-12.3");
    assertThat(caught.outcome()).isEqualTo(CellOutcome.POSSIBLE);
    assertFound(caught, AnomalyKind.G2_ITEM);
    assertThat(caught.brokenClaims()).contains(IsolationLevel.SERIALIZABILITY, IsolationLevel.PL_3);
    assertThat(possible(cells, Level.SERIALIZABLE)).containsExactly("postgres-12.3");
  }

  @Test
  void h2IsSnapshotIsolationWithStaleStatements() throws Exception {
    Map<String, Cell> cells = run("h2", PATIENT, Level.SNAPSHOT, Level.SERIALIZABLE);

    for (String level : List.of(Level.SNAPSHOT, Level.SERIALIZABLE)) {
      assertThat(possible(cells, level))
          .contains("stale-statement", "retry", "g2-item", "read-only");
      assertThat(cells.get(level + " stale-statement").breaksClaim()).isTrue();
    }
    assertThat(cells.get("SERIALIZABLE g2-item").breaksClaim()).isTrue();
    assertThat(cells.get("SNAPSHOT g2-item").breaksClaim()).isFalse();
  }

  @Test
  void hsqldbWithVersionsIsSnapshotIsolation() throws Exception {
    Map<String, Cell> cells = run("hsqldb:mvcc", PATIENT, Level.SERIALIZABLE);

    assertFound(cells.get("SERIALIZABLE g2-item"), AnomalyKind.G2_ITEM);
    assertFound(cells.get("SERIALIZABLE read-only"), AnomalyKind.G2_ITEM);
    assertThat(cells.get("SERIALIZABLE g2-item").breaksClaim()).isTrue();
  }

  @Test
  void derbyIsSerializable() throws Exception {
    assertClean(run("derby", HASTY, Level.SERIALIZABLE), Level.SERIALIZABLE);
  }

  @Test
  void sqliteIsSerializable() throws Exception {
    assertClean(run("sqlite", HASTY, Level.SERIALIZABLE), Level.SERIALIZABLE);
  }
}
