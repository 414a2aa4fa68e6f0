package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.Sample.Transaction;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history that memory does not hold has the findings that it has in memory. */
public class SpillingCheckerTest {
  /** So little that state is spilled. */
  private static final long FEW_BYTES = 7000;

  /** A few transactions make a run. */
  private static final long RUN_BYTES = 150;

  @TempDir Path directory;

  @Test
  void agreesWithCheckingInMemory() throws IOException, InterruptedException {
    int samples = TestSize.pick(80, 5_000);
    for (int seed = 0; seed < samples; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Transaction> sample = Sample.random(random).transactions();
      for (IsolationLevel level :
          List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY)) {
        RawBlock whole = new RawBlock();
        sample.forEach(transaction -> transaction.addTo(whole));
        List<TimestampFinding> expected = Offline.findings(List.of(whole), level, new Atoms());
        long memory = random.nextBoolean() ? 64 << 20 : FEW_BYTES;
        Ledger ledger = new Ledger();
        Path folder = Files.createDirectories(directory.resolve(seed + level.id()));
        try (SpillingChecker checker =
            new SpillingChecker(level, memory, RUN_BYTES, folder, new Atoms(), ledger)) {
          int i = 0;
          while (i < sample.size()) {
            RawBlock block = new RawBlock();
            for (int end = Math.min(sample.size(), i + random.nextInt(1, 4)); i < end; i++) {
              sample.get(i).addTo(block);
            }
            assertThat(checker.take(block)).isEmpty();
          }
          assertThat(checker.finish()).isEmpty();
          assertThat(checker.sessionCount())
              .isEqualTo(sample.stream().map(Transaction::session).distinct().count());
        }
        assertThat(ledger.findings().stream().map(Offline::comparable).toList())
            .as("seed %d, %s, %d bytes", seed, level, memory)
            .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(folder.resolve("run0")).doesNotExist();
      }
    }
  }

  /** Sorted, and with all sessions in order, keys need not be written once they are old. */
  @Test
  void whatIsSortedAndOldIsDropped() throws IOException, InterruptedException {
    assertThat(spilledBytes(true)).isLessThan(spilledBytes(false) / 2);
  }

  /** Checks a history session by session in little memory; returns what went to disk. */
  private long spilledBytes(boolean inOrder) throws IOException, InterruptedException {
    List<RawBlock> sessions = new ArrayList<>();
    for (int session = 0; session < 8; session++) {
      sessions.add(new RawBlock());
    }
    SplittableRandom random = new SplittableRandom(1);
    long[] values = new long[20];
    for (int i = 1; i <= 16_000; i++) {
      RawBlock block = sessions.get(i % 8);
      block.transaction(i % 8, i, Outcome.COMMITTED, i);
      // One session goes back in time, once.
      boolean isBack = !inOrder && i == 2_001;
      block.timestamps(isBack ? 1 : 10L * i, isBack ? 2 : 10L * i + 5);
      for (int operation = 0; operation < 4; operation++) {
        int key = operation * 5 + random.nextInt(5);
        boolean isWrong = random.nextInt(1000) == 0;
        if (operation < 3) {
          block.read(key, isWrong || values[key] == 0 ? Atoms.NIL : values[key]);
        } else {
          values[key] = i;
          block.write(key, i);
        }
      }
    }
    Path folder = Files.createDirectories(directory.resolve("order" + inOrder));
    Ledger ledger = new Ledger();
    IsolationLevel level = IsolationLevel.SNAPSHOT_ISOLATION;
    List<TimestampFinding> expected = Offline.findings(sessions, level, new Atoms());
    assertThat(expected).isNotEmpty();
    try (SpillingChecker checker =
        new SpillingChecker(level, 2 << 20, 1 << 16, folder, new Atoms(), ledger)) {
      for (RawBlock block : sessions) {
        assertThat(checker.take(block)).isEmpty();
      }
      assertThat(checker.finish()).isEmpty();
      assertThat(ledger.findings().stream().map(Offline::comparable).toList())
          .containsExactlyInAnyOrderElementsOf(expected);
      return checker.spilledBytes();
    }
  }

  @Test
  void aNameMustBeOneTransactions() throws IOException, InterruptedException {
    try (SpillingChecker checker = checker()) {
      for (long i = 1; i <= 3; i++) {
        RawBlock block = new RawBlock();
        block.transaction(1, i % 2, Outcome.COMMITTED, 0);
        block.firstLine(10 * i);
        block.timestamps(2 * i, 2 * i + 1);
        assertThat(checker.take(block)).isEmpty();
      }
      assertThat(checker.finish()).contains(new SpillingChecker.Twice("1", 30));
    }
  }

  @Test
  void whatOnlyAllOfItDecidesIsRefused() throws IOException, InterruptedException {
    try (SpillingChecker checker = checker()) {
      RawBlock block = new RawBlock();
      block.transaction(1, 7, Outcome.INDETERMINATE, 0);
      block.write(1, 2);
      assertThat(checker.take(block))
          .contains("line 1: an indeterminate transaction that writes, without a commit timestamp");
    }
  }

  private SpillingChecker checker() {
    return new SpillingChecker(
        IsolationLevel.SERIALIZABILITY, 1 << 20, directory, new Atoms(), new Ledger());
  }
}
