package dev.isogauge.collect.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.format.spi.InputException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The order of events, on H2. */
class ScheduleRunnerTest {
  private static Database h2;

  /** Longer than any wait for a lock that is about to be released, however busy the machine. */
  @BeforeAll
  static void open() throws DatabaseException {
    h2 = Databases.open("h2", DatabaseOptions.defaults().withLockTimeout(Duration.ofMinutes(1)));
  }

  @AfterAll
  static void close() {
    h2.close();
  }

  private static ScheduleRun run(String level, String steps) throws Exception {
    return ScheduleRunner.run(h2, h2.capabilities().level(level), schedule(steps), settings());
  }

  private static LitmusSettings settings() {
    return LitmusSettings.defaults();
  }

  private static Schedule schedule(String steps) throws InputException {
    return ScheduleParser.parse("test", "test", "shows: G0\nsetup: x=10 y=20\n" + steps);
  }

  private static List<String> events(ScheduleRun run) {
    return run.events().stream().map(StepEvent::toString).toList();
  }

  @Test
  void aStepThatWaitsIsOvertakenAndItsSessionCatchesUp() throws Exception {
    ScheduleRun run =
        run(
            Level.READ_COMMITTED,
            """
            T1 update x 11
            T2 update x 12
            T2 read y
            T1 update y 21
            T1 commit
            T2 commit
            """);

    assertThat(events(run))
        .containsExactly(
            "T1 update x 11 -> done",
            "T2 update x 12 waits",
            "T1 update y 21 -> done",
            "T1 commit -> done",
            "T2 update x 12 -> done (after it waited)",
            "T2 read y -> 21",
            "T2 commit -> done");
    assertThat(run.wasBlocked()).isTrue();
    assertThat(run.failed()).isEmpty();
  }

  @Test
  void theRestOfATransactionThatTheDatabaseEndedIsSkipped() throws Exception {
    ScheduleRun run =
        run(
            Level.SERIALIZABLE,
            """
            T1 read x
            T2 update x 12
            T2 commit
            T1 update x 11
            T1 read y
            T1 commit
            """);

    assertThat(events(run).get(3)).startsWith("T1 update x 11 -> aborted: ");
    assertThat(events(run).subList(4, 6))
        .containsExactly("T1 read y skipped: T1 is over", "T1 commit skipped: T1 is over");
    assertThat(run.failed()).extracting(ScheduledTransaction::name).containsExactly("T1");
    assertThat(run.last().operations()).contains(new Operation.Read<>("x", OptionalLong.of(12)));
  }

  @Test
  void deadlocksEnd() throws Exception {
    ScheduleRun run =
        run(
            Level.READ_COMMITTED,
            """
            T1 update x 11
            T2 update y 22
            T1 update y 21
            T2 update x 12
            T1 commit
            T2 commit
            """);

    assertThat(run.failed()).isNotEmpty();
    assertThat(run.transactions()).allMatch(ScheduledTransaction::hasEnded);
  }

  @Test
  void lockTimeoutsEnd() throws Exception {
    DatabaseOptions hasty = DatabaseOptions.defaults().withLockTimeout(Duration.ofMillis(100));
    try (Database database = Databases.open("h2", hasty)) {
      ScheduleRun run =
          ScheduleRunner.run(
              database,
              database.capabilities().level(Level.READ_COMMITTED),
              schedule("T1 update x 11\nT2 update x 12\n"),
              settings());

      assertThat(run.failed()).extracting(ScheduledTransaction::name).containsExactly("T2");
      assertThat(run.transactions()).allMatch(ScheduledTransaction::hasEnded);
    }
  }

  @Test
  void whatHasNoEndIsRolledBack() throws Exception {
    ScheduleRun run = run(Level.READ_COMMITTED, "T1 update x 11\n");

    assertThat(events(run)).containsExactly("T1 update x 11 -> done", "T1 rollback -> done");
    assertThat(run.last().operations()).contains(new Operation.Read<>("x", OptionalLong.of(10)));
  }

  @Test
  void changesOfWhatIsNotThereAreReadsOfNothing() throws Exception {
    ScheduleRun run = run(Level.READ_COMMITTED, "T1 update q 1\nT1 delete q\nT1 commit\n");

    assertThat(events(run))
        .containsExactly(
            "T1 update q 1 -> no such item", "T1 delete q -> no such item", "T1 commit -> done");
    assertThat(run.transactions().get(0).operations())
        .containsOnly(new Operation.Read<>("q", OptionalLong.empty()));
  }

  @Test
  void conditionsFindAndChange() throws Exception {
    ScheduleRun run =
        run(
            Level.READ_COMMITTED,
            """
            T1 select "value > 5"
            T1 update where "value = 10" 5
            T1 delete where "value = 20"
            T1 select "value > 0"
            T1 commit
            """);

    assertThat(events(run))
        .containsExactly(
            "T1 select \"value > 5\" -> x=10 y=20",
            "T1 update where \"value = 10\" 5 -> x",
            "T1 delete where \"value = 20\" -> y",
            "T1 select \"value > 0\" -> x=5",
            "T1 commit -> done");
  }
}
