package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.Sample.Transaction;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.property.TestSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine finds what offline checking finds, whatever the order of delivery. */
public class OnlineRandomTest {
  private static final long MANY_BYTES = 64 << 20;

  /** Everything goes to disk after each batch, but pending verdicts of a sample fit. */
  private static final long FEW_BYTES = 7000;

  @TempDir Path directory;

  @Test
  void agreesWithOfflineChecking() throws InterruptedException {
    int samples = TestSize.pick(120, 2_000);
    int deliveries = TestSize.pick(6, 24);
    for (int seed = 0; seed < samples; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Sample sample = Sample.random(random);
      for (boolean snapshots : new boolean[] {true, false}) {
        Atoms atoms = new Atoms();
        List<TimestampFinding> expected = offline(sample, snapshots, atoms);
        for (int delivery = 0; delivery < deliveries; delivery++) {
          List<Transaction> order = delivered(sample, random);
          OnlineSettings settings = settings(snapshots, delivery, random);
          Ledger ledger = run(order, settings, atoms, random);
          assertThat(ledger.findings().stream().map(Offline::comparable).toList())
              .as("seed %d, %s, order %s", seed, settings, order)
              .containsExactlyInAnyOrderElementsOf(expected);
        }
      }
    }
  }

  private static List<TimestampFinding> offline(Sample sample, boolean snapshots, Atoms atoms) {
    RawBlock block = new RawBlock();
    sample.transactions().forEach(transaction -> transaction.addTo(block));
    return Offline.findings(List.of(block), level(snapshots), atoms);
  }

  private static IsolationLevel level(boolean snapshots) {
    return snapshots ? IsolationLevel.SNAPSHOT_ISOLATION : IsolationLevel.SERIALIZABILITY;
  }

  /** A random order that keeps that of sessions without numbers. */
  static List<Transaction> delivered(Sample sample, SplittableRandom random) {
    List<Transaction> rest = new ArrayList<>(sample.transactions());
    List<Transaction> order = new ArrayList<>();
    while (!rest.isEmpty()) {
      Transaction chosen = rest.get(random.nextInt(rest.size()));
      Transaction next =
          chosen.number() != RawBlock.NO_NUMBER
              ? chosen
              : rest.stream().filter(t -> t.session() == chosen.session()).findFirst().get();
      rest.remove(next);
      order.add(next);
    }
    return order;
  }

  /** Six deliveries in a row go through all numbers of shards, with and without spilling. */
  private OnlineSettings settings(boolean snapshots, int delivery, SplittableRandom random) {
    int shards = new int[] {1, 2, 8}[delivery % 3];
    Duration delay = random.nextBoolean() ? Duration.ZERO : Duration.ofHours(1);
    return new OnlineSettings(
        level(snapshots),
        shards,
        delay,
        random.nextInt(3) == 0 ? FinalityClock.EVENT_TIME : FinalityClock.ARRIVAL,
        Duration.ofHours(1),
        delivery / 3 % 2 == 0 ? MANY_BYTES : FEW_BYTES,
        directory,
        Atoms.NIL);
  }

  private static Ledger run(
      List<Transaction> order, OnlineSettings settings, Atoms atoms, SplittableRandom random)
      throws InterruptedException {
    Ledger ledger = new Ledger();
    try (OnlineChecker checker = new OnlineChecker(settings, atoms, ledger)) {
      int i = 0;
      while (i < order.size()) {
        RawBlock block = new RawBlock();
        for (int end = Math.min(order.size(), i + random.nextInt(1, 4)); i < end; i++) {
          order.get(i).addTo(block);
        }
        checker.submit(block);
        if (random.nextInt(10) == 0) {
          checker.drain();
        }
      }
      checker.drain();
    }
    return ledger;
  }
}
