package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a user of the engine sees: verdicts, corrections, waiting, errors. */
@Timeout(60)
public class OnlineCheckerTest {
  private static final long PLENTY = 1 << 28;
  private static final Duration LONG = Duration.ofHours(1);

  @TempDir Path directory;
  private final Atoms atoms = new Atoms();
  private final Ledger ledger = new Ledger();

  private OnlineChecker checker(Duration delay, long bytes) {
    return checker(delay, FinalityClock.ARRIVAL, LONG, bytes);
  }

  private OnlineChecker checker(Duration delay, FinalityClock clock, Duration idle, long bytes) {
    return new OnlineChecker(
        new OnlineSettings(
            IsolationLevel.SNAPSHOT_ISOLATION, 2, delay, clock, idle, bytes, directory, Atoms.NIL),
        atoms,
        ledger);
  }

  private static RawBlock transaction(long session, long name, long start, long commit) {
    RawBlock block = new RawBlock();
    block.transaction(session, name, Outcome.COMMITTED, 0);
    block.timestamps(start, commit);
    return block;
  }

  private static RawBlock write(long session, long name, long start, long commit, long value) {
    RawBlock block = transaction(session, name, start, commit);
    block.write(1, value);
    return block;
  }

  private static RawBlock read(long session, long name, long start, long commit, long value) {
    RawBlock block = transaction(session, name, start, commit);
    block.read(1, value);
    return block;
  }

  private static void awaitJudged(OnlineChecker checker) throws InterruptedException {
    while (checker.statistics().judged() < checker.statistics().submitted()) {
      Thread.sleep(1);
    }
  }

  @Test
  void pairsBeyondTheFirstOfAKeyAreOnlyCounted() throws InterruptedException {
    int writers = 300;
    try (OnlineChecker checker = checker(LONG, PLENTY)) {
      for (int i = 0; i < writers; i++) {
        checker.submit(write(i, i, 0, writers - i, i));
      }
      checker.drain();
    }

    assertThat(ledger.findings()).hasSize(100).doesNotHaveDuplicates();
    assertThat(ledger.findings().size() + ledger.counted()).isEqualTo(writers * (writers - 1L) / 2);
  }

  @Test
  void aReadIsViolatingUntilItsWriterArrives() throws InterruptedException {
    try (OnlineChecker checker = checker(LONG, PLENTY)) {
      checker.submit(read(1, 11, 20, 21, 5));
      awaitJudged(checker);
      assertThat(checker.statistics().pending()).isEqualTo(1);
      checker.submit(write(2, 12, 1, 10, 5));
      awaitJudged(checker);
      assertThat(checker.statistics().pending()).isZero();
      checker.drain();
      assertThat(ledger.findings()).isEmpty();
      OnlineStatistics statistics = checker.statistics();
      assertThat(statistics.flipFlops()).isEqualTo(1);
      assertThat(statistics.flipFlopsPerRead()).containsExactly(1L, 0L, 0L, 0L);
      assertThat(statistics.rectifiedWithin().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(1);
      assertThat(statistics.late()).isZero();
    }
  }

  @Test
  void aViolationIsReportedWhenTheDelayHasPassed() throws InterruptedException {
    try (OnlineChecker checker = checker(Duration.ofMillis(30), PLENTY)) {
      checker.submit(read(1, 11, 20, 21, 5));
      while (ledger.findings().isEmpty()) {
        Thread.sleep(1);
      }
      TimestampFinding finding = ledger.findings().get(0);
      assertThat(finding.kind()).isEqualTo(AnomalyKind.EXTERNAL);
      assertThat(finding.expected()).isEqualTo("nil");
      assertThat(finding.actual()).isEqualTo("5");
      assertThat(finding.other()).isEmpty();
      assertThat(checker.statistics().pending()).isZero();
    }
  }

  /** However long a replay takes, a verdict becomes final when it would have without it. */
  @Test
  void theClockOfAReplayIsThatOfTheStream() throws InterruptedException {
    StreamClock clock = new StreamClock();
    OnlineSettings settings =
        new OnlineSettings(
            IsolationLevel.SNAPSHOT_ISOLATION,
            2,
            Duration.ofMillis(20),
            FinalityClock.ARRIVAL,
            LONG,
            PLENTY,
            directory,
            Atoms.NIL);
    try (OnlineChecker checker = OnlineChecker.durable(settings, atoms, ledger, clock, List.of())) {
      checker.submit(read(1, 11, 20, 21, 5), 0);
      awaitJudged(checker);
      Thread.sleep(60);
      clock.reach(5_000_000);
      checker.submit(write(2, 12, 1, 10, 5), 5_000_000);
      awaitJudged(checker);
      clock.run();
      checker.drain();
      assertThat(ledger.findings()).isEmpty();
      assertThat(ledger.withdrawn()).isZero();
      assertThat(checker.statistics().late()).isZero();
    }
  }

  @Test
  void aLateWriterRevisesWhatWasFinal() throws InterruptedException {
    try (OnlineChecker checker = checker(LONG, PLENTY)) {
      checker.submit(read(1, 11, 20, 21, 5));
      checker.submit(read(1, 12, 22, 23, Atoms.NIL));
      checker.drain();
      assertThat(ledger.findings()).hasSize(1);
      checker.submit(write(2, 13, 1, 10, 5));
      checker.drain();
      assertThat(ledger.withdrawn()).isEqualTo(1);
      assertThat(ledger.findings())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.transaction().name()).isEqualTo("12");
                assertThat(finding.other().orElseThrow().name()).isEqualTo("13");
              });
      assertThat(ledger.late()).hasSize(1);
      assertThat(checker.statistics().late()).isEqualTo(1);
    }
  }

  @Test
  void aGapOfNumbersIsProvisional() throws InterruptedException {
    try (OnlineChecker checker = checker(LONG, PLENTY)) {
      for (long number : new long[] {1, 3, 5, 2}) {
        RawBlock block = transaction(1, number, 10 * number, 10 * number + 5);
        block.number(number);
        checker.submit(block);
      }
      awaitJudged(checker);
      assertThat(ledger.findings()).isEmpty();
      checker.drain();
      assertThat(ledger.findings())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.kind()).isEqualTo(AnomalyKind.SESSION);
                assertThat(finding.expected()).isEqualTo("number 4");
                assertThat(finding.actual()).isEqualTo("number 5");
              });
    }
  }

  @Test
  void eventTimeWaitsForEverySessionThatIsNotIdle() throws InterruptedException {
    try (OnlineChecker checker =
        checker(Duration.ZERO, FinalityClock.EVENT_TIME, Duration.ofHours(1), PLENTY)) {
      checker.submit(write(2, 12, 1, 10, 4));
      checker.submit(read(1, 11, 20, 21, 5));
      awaitJudged(checker);
      Thread.sleep(50);
      assertThat(ledger.findings()).isEmpty();
      checker.submit(transaction(2, 13, 30, 31));
      checker.submit(transaction(1, 14, 30, 31));
      while (ledger.findings().isEmpty()) {
        Thread.sleep(1);
      }
    }
  }

  @Test
  void eventTimeDoesNotWaitForIdleSessions() throws InterruptedException {
    try (OnlineChecker checker =
        checker(LONG, FinalityClock.EVENT_TIME, Duration.ofMillis(30), PLENTY)) {
      checker.submit(write(2, 12, 1, 10, 4));
      checker.submit(read(1, 11, 20, 21, 5));
      while (ledger.findings().isEmpty()) {
        Thread.sleep(1);
      }
    }
  }

  /**
   * Some dozens of wrong reads fill the memory, which a slow machine also takes before the delay.
   */
  @Test
  void producersWaitForMemoryUntilVerdictsAreFinal() throws InterruptedException {
    long cap = 10_000;
    try (OnlineChecker checker = checker(Duration.ofMillis(300), cap)) {
      for (int i = 0; i < 200; i++) {
        checker.submit(read(1, i, 10L * i, 10L * i + 5, 5));
      }
      checker.drain();
      assertThat(ledger.findings()).hasSize(200);
      OnlineStatistics statistics = checker.statistics();
      assertThat(statistics.waitedMillis()).isPositive();
      assertThat(statistics.memoryBytes()).isLessThan(cap);
      assertThat(statistics.spilledBytes()).isPositive();
    }
  }

  @Test
  void aWaitingProducerCanBeInterrupted() throws InterruptedException {
    try (OnlineChecker checker = checker(LONG, 20_000)) {
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread producer = new Thread(() -> produce(checker, thrown));
      producer.start();
      while (!checker.isFull() || producer.getState() != Thread.State.TIMED_WAITING) {
        Thread.sleep(1);
      }
      producer.interrupt();
      producer.join();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
      long submitted = checker.statistics().submitted();
      checker.drain();
      assertThat(ledger.findings()).hasSize((int) submitted);
    }
  }

  @Test
  void closingWakesWaitingProducers() throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    OnlineChecker checker = checker(LONG, 20_000);
    Thread producer = new Thread(() -> produce(checker, thrown));
    producer.start();
    while (!checker.isFull() || producer.getState() != Thread.State.TIMED_WAITING) {
      Thread.sleep(1);
    }
    checker.close();
    producer.join();
    assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
  }

  private static void produce(OnlineChecker checker, AtomicReference<Throwable> thrown) {
    try {
      for (int i = 0; ; i++) {
        checker.submit(read(1, i, 10L * i, 10L * i + 5, 5));
      }
    } catch (InterruptedException | RuntimeException e) {
      thrown.set(e);
    }
  }

  @Test
  void closingLeavesNothingOnDisk() throws InterruptedException, IOException {
    try (OnlineChecker checker = checker(Duration.ZERO, 1)) {
      checker.submit(write(1, 1, 1, 2, 3));
      checker.drain();
      assertThat(checker.statistics().spilledBytes()).isPositive();
      assertThat(directory).isNotEmptyDirectory();
    }
    try (var files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void stateThatIsAllOnDiskTakesNoMemory() throws InterruptedException {
    try (OnlineChecker checker = checker(Duration.ZERO, 1)) {
      for (int i = 0; i < 50; i++) {
        RawBlock block = new RawBlock();
        for (int t = 100 * i; t < 100 * i + 100; t++) {
          block.transaction(t % 7, t, Outcome.COMMITTED, 0);
          block.timestamps(10L * t, 10L * t + 5);
          block.read(t % 3, t < 3 ? Atoms.NIL : t - 3);
          block.write(t % 3, t);
        }
        checker.submit(block);
      }
      checker.drain();
      while (checker.statistics().memoryBytes() > 0) {
        Thread.sleep(1);
      }
      assertThat(ledger.findings()).isEmpty();
      assertThat(checker.statistics().reloads()).isPositive();
    }
  }

  @Test
  void refusesCommittedTransactionsWithoutTimestamps() {
    try (OnlineChecker checker = checker(LONG, PLENTY)) {
      RawBlock block = write(1, 1, 1, 2, 3);
      block.transaction(1, 2, Outcome.COMMITTED, 6);
      assertThatThrownBy(() -> checker.submit(block))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("line 7")
          .hasMessageContaining("timestamps");
      assertThat(checker.statistics().submitted()).isZero();
    }
  }

  @Test
  void refusesSessionsWithAndWithoutNumbers() throws InterruptedException {
    try (OnlineChecker checker = checker(LONG, PLENTY)) {
      checker.submit(write(1, 1, 1, 2, 3));
      RawBlock block = write(1, 2, 3, 4, 5);
      block.number(2);
      assertThatThrownBy(() -> checker.submit(block))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("line 1")
          .hasMessageContaining("session 1");
    }
  }

  @Test
  void refusesAKeyThatIsAListAndARegister() {
    try (OnlineChecker checker = checker(LONG, PLENTY)) {
      RawBlock block = write(1, 1, 1, 2, 3);
      block.append(1, 4);
      assertThatThrownBy(() -> checker.submit(block))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("line 1: key 1 is used as a list and as a register");
    }
  }

  @Test
  void doesNotJudgeWhatDisagreesOnTheKindOfAKey() throws InterruptedException {
    try (OnlineChecker checker = checker(LONG, PLENTY)) {
      checker.submit(write(1, 1, 1, 2, 3));
      RawBlock block = transaction(2, 2, 3, 4);
      block.append(1, 4);
      checker.submit(block);
      checker.submit(read(3, 3, 5, 6, 3));
      checker.drain();
      assertThat(ledger.unjudged())
          .singleElement()
          .asString()
          .startsWith("2: key 1 is used as a list and as a register");
      assertThat(checker.statistics().unjudged()).isEqualTo(1);
      assertThat(ledger.findings()).isEmpty();
    }
  }

  @Test
  void severalThreadsMaySubmit() throws InterruptedException {
    try (OnlineChecker checker = checker(LONG, 200_000)) {
      Thread[] producers = new Thread[4];
      for (int p = 0; p < producers.length; p++) {
        int session = p;
        producers[p] =
            new Thread(
                () -> {
                  try {
                    for (int i = 0; i < 500; i++) {
                      RawBlock block =
                          transaction(session, 1000L * session + i, 10L * i, 10L * i + 5);
                      block.read(session, i == 0 ? Atoms.NIL : i - 1);
                      block.write(session, i);
                      checker.submit(block);
                    }
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
        producers[p].start();
      }
      for (Thread producer : producers) {
        producer.join();
      }
      checker.drain();
      assertThat(checker.statistics().judged()).isEqualTo(2000);
      assertThat(ledger.findings()).isEmpty();
    }
  }
}
