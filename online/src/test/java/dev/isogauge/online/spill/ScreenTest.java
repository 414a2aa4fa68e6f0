package dev.isogauge.online.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.Ledger;
import dev.isogauge.online.host.Offline;
import dev.isogauge.online.host.Sample;
import dev.isogauge.online.host.Sample.Kind;
import dev.isogauge.online.host.Sample.Transaction;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is suspect, and it alone, has all findings of a history. */
class ScreenTest {
  private static final List<IsolationLevel> LEVELS =
      List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY);

  @TempDir Path directory;
  private int screened;
  private int clear;

  @Test
  void suspectsHaveAllFindingsOfArbitraryHistories() throws IOException {
    int samples = TestSize.pick(80, 20_000);
    for (int seed = 0; seed < samples; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Transaction> sample =
          Sample.random(random).transactions().stream().map(ScreenTest::plain).toList();
      for (IsolationLevel level : LEVELS) {
        check(sample, level, random, "seed " + seed);
      }
    }
    // Others have indeterminate transactions without times, or numbers that are not consecutive.
    assertThat(screened).isGreaterThan(samples / 2);
  }

  @Test
  void suspectsHaveAllFindingsOfMostlyValidHistories() throws IOException {
    int samples = TestSize.pick(120, 20_000);
    for (int seed = 0; seed < samples; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      IsolationLevel level = LEVELS.get(seed % 2);
      List<Transaction> sample = new StoreRun(random, level).transactions();
      check(sample, level, random, "seed " + seed);
    }
    assertThat(screened).isGreaterThan(samples / 2);
    assertThat(clear).isBetween(samples / 8, samples - samples / 4);
  }

  private static Transaction plain(Transaction transaction) {
    return transaction.withOperations(
        transaction.operations().stream()
            .filter(o -> o.kind() != Kind.APPEND && o.kind() != Kind.READ_LIST)
            .toList());
  }

  private void check(
      List<Transaction> sample, IsolationLevel level, SplittableRandom random, String name)
      throws IOException {
    RawBlock whole = new RawBlock();
    sample.forEach(transaction -> transaction.addTo(whole));
    List<TimestampFinding> expected = Offline.findings(List.of(whole), level, new Atoms());
    Atoms atoms = new Atoms();
    Path folder = directory.resolve(name + level.id());
    int wanted = random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(4);
    Optional<Suspects> suspects =
        suspects(sample, level, random, wanted, folder.resolve("screen"), atoms);
    if (suspects.isEmpty()) {
      return;
    }
    screened++;
    if (suspects.get().isEmpty()) {
      clear++;
      assertThat(expected).as(name).isEmpty();
      return;
    }
    Ledger ledger = new Ledger();
    Files.createDirectories(folder);
    try (SpillingChecker checker =
        new SpillingChecker(
            level, 64 << 20, folder, atoms, Atoms.NIL, suspects.get().without(ledger, atoms))) {
      for (RawBlock block : Sample.blocks(sample, random)) {
        assertThat(checker.take(suspects.get().among(block))).isEmpty();
      }
      assertThat(checker.finish()).isEmpty();
    }
    List<TimestampFinding> found = ledger.findings().stream().map(Offline::comparable).toList();
    List<TimestampFinding> counted = new ArrayList<>(expected);
    found.forEach(finding -> assertThat(counted.remove(finding)).as("%s", finding).isTrue());
    assertThat(counted)
        .as("%s, %s", name, level)
        .hasSize((int) suspects.get().wrongElsewhere())
        .allMatch(finding -> finding.kind() == AnomalyKind.EXTERNAL);
    assertThat(counted.isEmpty() || externals(found) >= wanted).isTrue();
  }

  private static long externals(List<TimestampFinding> findings) {
    return findings.stream().filter(f -> f.kind() == AnomalyKind.EXTERNAL).count();
  }

  private static Optional<Suspects> suspects(
      List<Transaction> sample,
      IsolationLevel level,
      SplittableRandom random,
      int wanted,
      Path folder,
      Atoms atoms)
      throws IOException {
    // So little that a few events make a run, and enough for the keys.
    try (Screen screen = new Screen(level, 4000, folder, atoms)) {
      for (RawBlock block : Sample.blocks(sample, random)) {
        if (!screen.take(block)) {
          return Optional.empty();
        }
      }
      Optional<Suspects> suspects = screen.finish(Atoms.NIL, wanted, () -> {});
      assertThat(screen.sessionCount())
          .isEqualTo(sample.stream().map(Transaction::session).distinct().count());
      assertThat(folder.resolve("run0")).doesNotExist();
      return suspects;
    }
  }

  @Test
  void listsAndMissingTimesAreNotScreened() throws IOException {
    try (Screen screen = screen()) {
      RawBlock block = new RawBlock();
      block.transaction(1, 1, Outcome.COMMITTED, 0);
      block.timestamps(1, 2);
      block.write(1, 1);
      assertThat(screen.take(block)).isTrue();
      RawBlock list = new RawBlock();
      list.transaction(1, 2, Outcome.COMMITTED, 1);
      list.timestamps(3, 4);
      list.append(2, 1);
      assertThat(screen.take(list)).isFalse();
    }
    try (Screen screen = screen()) {
      RawBlock block = new RawBlock();
      block.transaction(1, 1, Outcome.COMMITTED, 0);
      block.write(1, 1);
      assertThat(screen.take(block)).isFalse();
    }
  }

  @Test
  void keysThatMemoryDoesNotHoldAreNotScreened() throws IOException {
    try (Screen screen = screen()) {
      boolean goesOn = true;
      for (int i = 0; i < 1000; i++) {
        RawBlock block = new RawBlock();
        block.transaction(1, i, Outcome.COMMITTED, 0);
        block.timestamps(i, i);
        block.write(i, i);
        goesOn = screen.take(block);
      }
      assertThat(goesOn).isFalse();
    }
  }

  @Test
  void aNameMustBeOneTransactions() throws IOException {
    try (Screen screen = screen()) {
      for (int i = 0; i < 2; i++) {
        RawBlock block = new RawBlock();
        block.transaction(i, 7, Outcome.COMMITTED, i);
        block.timestamps(i, i);
        assertThat(screen.take(block)).isTrue();
      }
      assertThat(screen.finish(Atoms.NIL, 1, () -> {})).isEmpty();
    }
  }

  private Screen screen() throws IOException {
    return new Screen(
        IsolationLevel.SERIALIZABILITY, 64 << 10, directory.resolve("screen"), new Atoms());
  }
}
