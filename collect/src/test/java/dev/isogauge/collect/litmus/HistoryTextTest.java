package dev.isogauge.collect.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.record.Operation;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a run shows about the order of versions and about what searches saw. */
class HistoryTextTest {
  private static final String SCHEDULE =
      """
      shows: G0
      setup: x=10
      T1 update x 11
      T2 update x 12
      T3 update x 13
      T3 insert z 30
      """;

  private final List<ScheduledTransaction> transactions = new ArrayList<>();
  private final ScheduledTransaction setup = transaction("setup", Outcome.COMMITTED, 1, 2);
  private long clock = 2;

  private static ScheduledTransaction transaction(
      String name, Outcome outcome, long begin, long end) {
    ScheduledTransaction transaction = new ScheduledTransaction(name, name + "s", begin);
    transaction.ended(outcome, end);
    return transaction;
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private ScheduledTransaction add(String name, Outcome outcome, Operation<String>... operations) {
    ScheduledTransaction transaction = transaction(name, outcome, clock + 1, clock + 2);
    clock += 2;
    List.of(operations).forEach(transaction::add);
    transaction.stamp(1, 100);
    transactions.add(transaction);
    return transaction;
  }

  private static Operation<String> read(String key, long value) {
    return new Operation.Read<>(key, OptionalLong.of(value));
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static Operation<String> search(String condition, Operation.Match<String>... matches) {
    return new Operation.Search<>(condition, List.of(matches));
  }

  private static Operation.Match<String> match(String key, long value) {
    return new Operation.Match<>(key, OptionalLong.of(value));
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private List<String> history(Operation<String>... atTheEnd) {
    setup.add(Operation.Write.of("x", 10));
    ScheduledTransaction last = transaction("final", Outcome.COMMITTED, 98, 99);
    List.of(atTheEnd).forEach(last::add);
    try {
      Schedule schedule = ScheduleParser.parse("test", "test", SCHEDULE);
      ScheduleRun run = new ScheduleRun(schedule, setup, transactions, last, List.of());
      return HistoryText.of(run, "test").lines().toList();
    } catch (InputException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void versionsAreInTheOrderOfCommits() {
    add("T1", Outcome.COMMITTED, Operation.Write.of("x", 11));
    add("T2", Outcome.ABORTED, Operation.Write.of("x", 12));
    add("T3", Outcome.COMMITTED, Operation.Write.of("x", 99), Operation.Write.of("x", 13));

    assertThat(history(read("x", 13), Operation.Read.ofNothing("z")))
        .containsExactly(
            "# test",
            "order x: 10@setup 11@T1 13@T3",
            "setups setup: [rt 1..2] w(x,10)",
            "T1s T1: [rt 3..4] w(x,11)",
            "T2s T2: aborted [rt 5..] w(x,12)",
            "T3s T3: [rt 7..8] w(x,99) w(x,13)",
            "finals final: [rt 98..99] r(x,13) r(z,nil@init)");
  }

  @Test
  void theLastValueDecidesBetweenTwo() {
    add("T1", Outcome.COMMITTED, Operation.Write.of("x", 11));
    add("T2", Outcome.COMMITTED, Operation.Write.of("x", 12));

    assertThat(history(read("x", 11))).contains("order x: 10@setup 12@T2 11@T1");
  }

  @Test
  void theOrderOfThreeIsUnknownIfTheLastToCommitIsNotOnTop() {
    add("T1", Outcome.COMMITTED, Operation.Write.of("x", 11));
    add("T2", Outcome.COMMITTED, Operation.Write.of("x", 12));
    add("T3", Outcome.COMMITTED, Operation.Write.of("x", 13));

    assertThat(history(read("x", 12))).noneMatch(line -> line.startsWith("order"));
  }

  @Test
  void searchesSawWhatTheirResultTells() {
    add("T1", Outcome.COMMITTED, search("value > 25"), search("value < 20", match("x", 11)));
    add("T2", Outcome.COMMITTED, Operation.Write.of("x", 11));
    add("T3", Outcome.COMMITTED, Operation.Write.of("z", 30), search("value = 30", match("z", 30)));

    assertThat(history(read("x", 11), read("z", 30)))
        .contains(
            "T1s T1: [rt 3..4] p(*,\"value > 25\",[] of [x=10@setup])"
                + " p(*,\"value < 20\",[x=11] of [x=11@T2])",
            "T3s T3: [rt 7..8] w(z,30) p(*,\"value = 30\",[z=30] of [x=10@setup,z=30@T3])");
  }

  @Test
  void aSearchMayHaveSeenWhatWasNeverCommitted() {
    add("T1", Outcome.COMMITTED, search("value = 10"));
    add("T2", Outcome.ABORTED, Operation.Write.of("x", 12));

    assertThat(history(read("x", 10)))
        .contains("T1s T1: [rt 3..4] p(*,\"value = 10\",[] of [x=12@T2])");
  }

  @Test
  void aResultThatFitsBeforeAndAfterTellsNothing() {
    add("T1", Outcome.COMMITTED, search("value = 11"));
    add("T2", Outcome.COMMITTED, Operation.Write.of("x", 11));
    add("T3", Outcome.COMMITTED, Operation.Write.of("x", 13));

    assertThat(history(read("x", 13))).contains("T1s T1: [rt 3..4] p(*,\"value = 11\",[])");
  }

  @Test
  void aReadOfNothingNamesTheOnlyDelete() {
    add("T1", Outcome.COMMITTED, Operation.Read.ofNothing("x"), Operation.Read.ofNothing("z"));
    add("T2", Outcome.COMMITTED, Operation.Write.delete("x"));

    assertThat(history(Operation.Read.ofNothing("x")))
        .contains(
            "order x: 10@setup dead@T2",
            "T1s T1: [rt 3..4] r(x,nil@T2) r(z,nil@init)",
            "T2s T2: [rt 5..6] d(x)");
  }
}
