package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.Sample.Transaction;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.OnlineListener;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a checker finds does not depend on how often it was stopped and went on. */
public class CheckpointTest {
  private static final long MANY_BYTES = 64 << 20;
  private static final long FEW_BYTES = 7000;

  @TempDir Path directory;

  /** What stands. A verdict may become final again after a restore, so equal findings are one. */
  private static final class Standing implements OnlineListener {
    private final Set<TimestampFinding> findings = new HashSet<>();

    @Override
    public synchronized void found(TimestampFinding finding) {
      findings.add(finding);
    }

    @Override
    public synchronized void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
      findings.remove(finding);
    }

    @Override
    public void counted(AnomalyKind kind) {
      throw new AssertionError(kind);
    }

    @Override
    public void late(TimestampedTransaction transaction) {}

    @Override
    public void unjudged(TimestampedTransaction transaction, String why) {
      throw new AssertionError(why);
    }

    synchronized Set<TimestampFinding> copy() {
      return Set.copyOf(findings);
    }

    synchronized void reset(Set<TimestampFinding> to) {
      findings.clear();
      findings.addAll(to);
    }
  }

  private static IsolationLevel level(boolean snapshots) {
    return snapshots ? IsolationLevel.SNAPSHOT_ISOLATION : IsolationLevel.SERIALIZABILITY;
  }

  private OnlineSettings settings(boolean snapshots, SplittableRandom random, int run) {
    return new OnlineSettings(
        level(snapshots),
        random.nextInt(1, 4),
        random.nextBoolean() ? Duration.ZERO : Duration.ofHours(1),
        random.nextInt(3) == 0 ? FinalityClock.EVENT_TIME : FinalityClock.ARRIVAL,
        Duration.ofHours(1),
        random.nextBoolean() ? MANY_BYTES : FEW_BYTES,
        directory.resolve("run" + run),
        Atoms.NIL);
  }

  /**
   * Goes back to the last or the last but one checkpoint at random, and on from there. Half of the
   * samples have strings, which leave memory all the time.
   */
  @Test
  void agreesWithOfflineChecking() throws InterruptedException {
    int samples = TestSize.pick(150, 5_000);
    int restored = 0;
    int forgotten = 0;
    for (int seed = 0; seed < samples; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Sample sample = Sample.random(random);
      boolean snapshots = seed % 2 == 0;
      RawBlock whole = new RawBlock();
      sample.transactions().forEach(transaction -> transaction.addTo(whole));
      boolean strings = seed / 2 % 2 == 0;
      Atoms atoms = new Atoms();
      if (strings) {
        Sample.makeStrings(whole, atoms);
      }
      List<TimestampFinding> expected = Offline.findings(List.of(whole), level(snapshots), atoms);
      List<Transaction> order = OnlineRandomTest.delivered(sample, random);
      OnlineSettings settings = settings(snapshots, random, seed);

      Standing standing = new Standing();
      List<byte[]> checkpoints = new ArrayList<>();
      List<Integer> positions = new ArrayList<>();
      List<Set<TimestampFinding>> stood = new ArrayList<>();
      atoms = new Atoms();
      OnlineChecker checker =
          OnlineChecker.durable(settings, atoms, standing, StreamClock.running(), checkpoints);
      int next = 0;
      int budget = 4;
      while (next < order.size()) {
        RawBlock block = new RawBlock();
        for (int end = Math.min(order.size(), next + random.nextInt(1, 4)); next < end; next++) {
          order.get(next).addTo(block);
        }
        if (strings) {
          Sample.makeStrings(block, atoms);
        }
        checker.submit(block);
        if (strings) {
          long before = atoms.symbolBytes();
          checker.forgetStringsNow();
          forgotten += atoms.symbolBytes() < before ? 1 : 0;
        }
        if (random.nextInt(3) == 0) {
          checkpoints.add(checker.checkpoint());
          checker.checkpointed();
          positions.add(next);
          stood.add(standing.copy());
          if (checkpoints.size() > 2) {
            checkpoints.remove(0);
            positions.remove(0);
            stood.remove(0);
          }
        }
        if (!checkpoints.isEmpty() && budget > 0 && random.nextInt(3) == 0) {
          budget--;
          restored++;
          checker.close();
          if (random.nextBoolean() && checkpoints.size() == 2) {
            checkpoints.remove(1);
            positions.remove(1);
            stood.remove(1);
          }
          next = positions.get(positions.size() - 1);
          standing.reset(stood.get(stood.size() - 1));
          atoms = new Atoms();
          checker =
              OnlineChecker.durable(settings, atoms, standing, StreamClock.running(), checkpoints);
        }
      }
      checker.drain();
      checker.close();
      assertThat(standing.copy().stream().map(Offline::comparable).collect(Collectors.toSet()))
          .as("seed %d, %s, order %s", seed, settings, order)
          .isEqualTo(Set.copyOf(expected));
    }
    assertThat(restored).isGreaterThan(samples / 2);
    assertThat(forgotten).isGreaterThan(samples / 4);
  }

  /** Long enough for segments to be cut and to come back, with strings, in little memory. */
  @Test
  void aLongRunGoesOn() throws InterruptedException, IOException {
    int rounds = TestSize.pick(40, 1_000);
    SnapshotLoad load =
        new SnapshotLoad(new SnapshotLoad.Shape(5, 20, 3, 60, 1000, 100, 5000, 3000, 2000), 11);
    List<RawBlock> blocks = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      blocks.add(load.next(100));
    }
    blocks.add(load.rest());
    OnlineSettings settings =
        new OnlineSettings(
            IsolationLevel.SNAPSHOT_ISOLATION,
            2,
            Duration.ofMillis(5),
            FinalityClock.ARRIVAL,
            Duration.ofSeconds(1),
            300_000,
            directory,
            Atoms.NIL);
    Standing standing = new Standing();
    List<byte[]> checkpoints = new ArrayList<>();
    OnlineChecker checker =
        OnlineChecker.durable(settings, new Atoms(), standing, StreamClock.running(), checkpoints);
    for (int i = 0; i < blocks.size(); i++) {
      checker.submit(blocks.get(i));
      if (i % 7 == 6) {
        checkpoints.add(checker.checkpoint());
        checker.checkpointed();
        checkpoints =
            new ArrayList<>(
                checkpoints.subList(Math.max(0, checkpoints.size() - 2), checkpoints.size()));
      }
      if (i % 14 == 13) {
        checker.close();
        checker =
            OnlineChecker.durable(
                settings, new Atoms(), standing, StreamClock.running(), checkpoints);
      }
    }
    checker.drain();
    assertThat(checker.statistics().judged()).isEqualTo(checker.statistics().submitted());
    checker.close();
    assertThat(standing.copy().stream().map(Offline::comparable).collect(Collectors.toSet()))
        .isEqualTo(
            Set.copyOf(Offline.findings(blocks, IsolationLevel.SNAPSHOT_ISOLATION, new Atoms())));
  }

  /** Else a listener would save what the state will report again. */
  @Test
  void timeStandsStillUntilTheListenerHasSaved() throws InterruptedException {
    OnlineSettings settings =
        new OnlineSettings(
            IsolationLevel.SNAPSHOT_ISOLATION,
            2,
            Duration.ofHours(1),
            FinalityClock.ARRIVAL,
            Duration.ofHours(1),
            MANY_BYTES,
            directory.resolve("still"),
            Atoms.NIL);
    StreamClock clock = new StreamClock();
    Standing standing = new Standing();
    RawBlock block = new RawBlock();
    block.transaction(0, Atoms.NO_NAME, Outcome.COMMITTED, 1);
    block.timestamps(1, 2);
    block.read(1, 7);
    try (OnlineChecker checker =
        OnlineChecker.durable(settings, new Atoms(), standing, clock, List.of())) {
      checker.submit(block);
      checker.checkpoint();
      clock.reach(Duration.ofHours(2).toNanos());
      Thread.sleep(300);
      assertThat(standing.copy()).isEmpty();
      checker.goOn();
      for (int i = 0; i < 1000 && standing.copy().isEmpty(); i++) {
        Thread.sleep(10);
      }
      assertThat(standing.copy()).hasSize(1);
    }
  }

  /** State that came back takes more memory than state that came in, and must not keep coming. */
  @Test
  void comesBackOnceWhereMemoryIsTight() throws InterruptedException {
    int keys = 1000;
    OnlineSettings settings =
        new OnlineSettings(
            IsolationLevel.SNAPSHOT_ISOLATION,
            2,
            Duration.ofHours(1),
            FinalityClock.ARRIVAL,
            Duration.ofHours(1),
            6 << 20,
            directory.resolve("tight"),
            Atoms.NIL);
    long[] values = new long[keys];
    byte[] checkpoint;
    try (OnlineChecker checker =
        OnlineChecker.durable(
            settings, new Atoms(), new Standing(), StreamClock.running(), List.of())) {
      for (int i = 0; i < 300; i++) {
        checker.submit(someKeys(values, i));
      }
      checkpoint = checker.checkpoint();
    }
    try (OnlineChecker checker =
        OnlineChecker.durable(
            settings, new Atoms(), new Standing(), StreamClock.running(), List.of(checkpoint))) {
      for (int i = 300; i < 600; i++) {
        checker.submit(someKeys(values, i));
      }
      checker.drain();
      assertThat(checker.statistics().reloads()).isBetween((long) keys, 3L * keys);
    }
  }

  /**
   * A transaction for each of a tenth of the keys, which reads it and the next ones, and writes it.
   */
  private static RawBlock someKeys(long[] values, int part) {
    RawBlock block = new RawBlock();
    for (int i = 0; i < values.length / 10; i++) {
      long number = (long) part * values.length / 10 + i;
      block.transaction(0, Atoms.NO_NAME, Outcome.COMMITTED, i + 1);
      block.timestamps(4 * number + 1, 4 * number + 3);
      block.number(number + 1);
      for (int k = 0; k < 6; k++) {
        int key = (int) ((number + k) % values.length);
        block.read(key, values[key] == 0 ? Atoms.NIL : values[key]);
      }
      int written = (int) (number % values.length);
      values[written] = number + 1;
      block.write(written, values[written]);
    }
    return block;
  }
}
