package dev.isogauge.online.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.Ledger;
import dev.isogauge.online.host.Offline;
import dev.isogauge.online.host.Sample;
import dev.isogauge.online.host.Sample.Transaction;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void agreesWithCheckingInMemory() throws IOException {
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
            new SpillingChecker(level, memory, RUN_BYTES, folder, new Atoms(), Atoms.NIL, ledger)) {
          for (RawBlock block : Sample.blocks(sample, random)) {
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

  @Test
  void aNameMustBeOneTransactions() throws IOException {
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
  void whatOnlyAllOfItDecidesIsRefused() throws IOException {
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
        IsolationLevel.SERIALIZABILITY, 1 << 20, directory, new Atoms(), Atoms.NIL, new Ledger());
  }
}
