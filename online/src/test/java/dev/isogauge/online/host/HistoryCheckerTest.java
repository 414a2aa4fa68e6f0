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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history that memory does not hold has the findings that it has in memory. */
public class HistoryCheckerTest {
  private static final List<IsolationLevel> LEVELS =
      List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY);

  /** So little that state is spilled. */
  private static final long FEW_BYTES = 7000;

  @TempDir Path directory;

  @Test
  void arbitraryHistoriesHaveTheFindingsThatTheyHaveInMemory() throws IOException {
    int samples = TestSize.pick(40, 5_000);
    for (int seed = 0; seed < samples; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Transaction> sample = Sample.random(random).transactions();
      for (IsolationLevel level : LEVELS) {
        check(sample, level, random, "seed " + seed);
      }
    }
  }

  @Test
  void mostlyValidHistoriesHaveTheFindingsThatTheyHaveInMemory() throws IOException {
    int samples = TestSize.pick(60, 20_000);
    int clear = 0;
    for (int seed = 0; seed < samples; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      IsolationLevel level = LEVELS.get(seed % 2);
      List<Transaction> sample = new StoreRun(random, level).transactions();
      clear += check(sample, level, random, "seed " + seed).isEmpty() ? 1 : 0;
    }
    assertThat(clear).isBetween(samples / 8, samples - samples / 8);
  }

  private List<TimestampFinding> check(
      List<Transaction> sample, IsolationLevel level, SplittableRandom random, String name)
      throws IOException {
    RawBlock whole = new RawBlock();
    sample.forEach(transaction -> transaction.addTo(whole));
    List<TimestampFinding> expected = Offline.findings(List.of(whole), level, new Atoms());
    long memory = random.nextBoolean() ? 64 << 20 : FEW_BYTES;
    Ledger ledger = new Ledger();
    try (HistoryChecker checker = checker(level, memory, directory.resolve(name + level), ledger)) {
      for (RawBlock block : Sample.blocks(sample, random)) {
        assertThat(checker.take(block)).isEmpty();
      }
      assertThat(checker.finish()).isEmpty();
      assertThat(checker.sessionCount())
          .isEqualTo(sample.stream().map(Transaction::session).distinct().count());
    }
    assertThat(ledger.findings().stream().map(Offline::comparable).toList())
        .as("%s, %s, %d bytes", name, level, memory)
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(directory.resolve(name + level).resolve("state/sorted/live")).doesNotExist();
    return expected;
  }

  @Test
  void aNameMustBeOneTransactions() throws IOException {
    for (boolean isTwice : new boolean[] {false, true}) {
      Atoms atoms = new Atoms();
      try (HistoryChecker checker =
          new HistoryChecker(
              HistoryChecker.settings(
                  IsolationLevel.SERIALIZABILITY, 1 << 20, directory, Atoms.NIL),
              atoms,
              new Ledger())) {
        // The text is not the integer, and of two names one may begin with the other.
        List<Long> names =
            List.of(
                atoms.integer(1), atoms.text("1"), atoms.text("1a"), isTwice ? 1L : 11L, 7L, 7L);
        for (int i = 0; i < (isTwice ? 6 : 5); i++) {
          RawBlock block = new RawBlock();
          block.transaction(1 + i % 3, names.get(i), Outcome.COMMITTED, 0);
          block.firstLine(10L * (i + 1));
          block.timestamps(2L * i, 2L * i + 1);
          assertThat(checker.take(block)).isEmpty();
        }
        assertThat(checker.finish().map(HistoryChecker.Twice::toString))
            .isEqualTo(isTwice ? Optional.of("Twice[name=1, line=40]") : Optional.empty());
      }
    }
  }

  @Test
  void whatOnlyAllOfItDecidesIsRefused() throws IOException {
    try (HistoryChecker checker =
        checker(IsolationLevel.SERIALIZABILITY, 1 << 20, directory, new Ledger())) {
      RawBlock block = new RawBlock();
      block.transaction(1, 7, Outcome.INDETERMINATE, 0);
      block.write(1, 2);
      assertThat(checker.take(block))
          .contains("line 1: an indeterminate transaction that writes, without a commit timestamp");
    }
  }

  private static HistoryChecker checker(
      IsolationLevel level, long memory, Path folder, Ledger ledger) throws IOException {
    return new HistoryChecker(
        HistoryChecker.settings(level, memory, folder, Atoms.NIL), new Atoms(), ledger);
  }
}
