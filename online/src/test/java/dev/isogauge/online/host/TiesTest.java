package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tie counts once, however many keys two transactions share, and names the smallest. */
class TiesTest {
  @TempDir Path directory;

  private final Atoms atoms = new Atoms();

  /** A transaction that reads and writes keys at a time. */
  private record Tied(int session, long time, List<Integer> reads, List<Integer> writes) {
    void addTo(RawBlock block) {
      block.transaction(session, Atoms.NO_NAME, Outcome.COMMITTED, session);
      block.timestamps(time, time);
      for (int key : reads) {
        block.read(key, Atoms.NIL);
      }
      for (int key : writes) {
        block.write(key, session);
      }
    }
  }

  private Ledger online(List<Tied> transactions, int shards, int batch)
      throws InterruptedException {
    Ledger ledger = new Ledger();
    OnlineSettings settings =
        new OnlineSettings(
            IsolationLevel.SERIALIZABILITY,
            shards,
            Duration.ofHours(1),
            OnlineSettings.of(IsolationLevel.SERIALIZABILITY, directory).clock(),
            Duration.ofHours(1),
            1 << 20,
            directory,
            Atoms.NIL);
    try (OnlineChecker checker = new OnlineChecker(settings, atoms, ledger)) {
      for (int from = 0; from < transactions.size(); from += batch) {
        RawBlock block = new RawBlock();
        transactions
            .subList(from, Math.min(transactions.size(), from + batch))
            .forEach(each -> each.addTo(block));
        checker.submit(block);
      }
      checker.drain();
    }
    return ledger;
  }

  private List<TimestampFinding> offline(List<Tied> transactions) {
    RawBlock block = new RawBlock();
    transactions.forEach(each -> each.addTo(block));
    return ties(Offline.findings(List.of(block), IsolationLevel.SERIALIZABILITY, atoms));
  }

  private static List<TimestampFinding> ties(List<TimestampFinding> findings) {
    return findings.stream().filter(each -> each.kind() == AnomalyKind.TIMESTAMP_TIE).toList();
  }

  @Test
  void pairsTiedOnTwoKeys() throws InterruptedException {
    List<Tied> transactions = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      transactions.add(new Tied(i, i / 2, List.of(), List.of(3, 2)));
    }
    List<TimestampFinding> expected = offline(transactions);
    assertThat(expected).hasSize(300);
    for (int batch : new int[] {1, 7, 600}) {
      Ledger ledger = online(transactions, 2, batch);
      assertThat(ties(ledger.findings()).size() + ledger.counted()).isEqualTo(300);
      assertThat(expected).containsAll(ties(ledger.findings()));
      assertThat(ties(ledger.findings())).hasSizeGreaterThanOrEqualTo(100);
    }
  }

  /** Many on few keys, so that most are only counted. */
  @Test
  void agreesWithOfflineCheckingWhereTiesAreMany() throws InterruptedException {
    for (int seed = 0; seed < TestSize.pick(60, 2_000); seed++) {
      Random random = new Random(seed);
      List<Tied> transactions = random(random);
      Set<TimestampFinding> expected = new HashSet<>(offline(transactions));
      Collections.shuffle(transactions, random);
      Ledger ledger = online(transactions, 1 + seed % 3, 1 + random.nextInt(40));
      List<TimestampFinding> found = ties(ledger.findings());
      assertThat(found.size() + ledger.counted()).as("seed %d", seed).isEqualTo(expected.size());
      assertThat(found).as("seed %d", seed).doesNotHaveDuplicates().isSubsetOf(expected);
    }
  }

  private static List<Tied> random(Random random) {
    List<Tied> transactions = new ArrayList<>();
    int times = 1 + random.nextInt(4);
    int keys = 1 + random.nextInt(5);
    for (int i = 0; i < 10 + random.nextInt(60); i++) {
      Set<Integer> reads = new HashSet<>();
      Set<Integer> writes = new HashSet<>();
      for (int operation = random.nextInt(4); operation >= 0; operation--) {
        (random.nextBoolean() ? reads : writes).add(random.nextInt(keys));
      }
      transactions.add(new Tied(i, random.nextInt(times), List.copyOf(reads), List.copyOf(writes)));
    }
    return transactions;
  }
}
