package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.Sample.Transaction;
import dev.isogauge.online.kernel.Blocks;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.ForwardingListener;
import dev.isogauge.online.kernel.HeapBlocks;
import dev.isogauge.online.kernel.Horizon;
import dev.isogauge.online.kernel.Kernel;
import dev.isogauge.online.kernel.KernelSettings;
import dev.isogauge.online.kernel.OnlineListener;
import dev.isogauge.online.kernel.ShardBatches;
import dev.isogauge.online.kernel.ShardKernel;
import dev.isogauge.online.kernel.StateMemory;
import dev.isogauge.online.kernel.TransactionSplitter;
import dev.isogauge.property.TestSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A host that keeps state by timeline, as a stream processor does: any process goes on with any
 * timeline, at any moment, from its blocks alone.
 */
class ByTimelineTest {
  /** A key or session by its token, with what it left behind. */
  private record Id(boolean isKey, String token) {}

  private static final class Stored {
    final HeapBlocks blocks = new HeapBlocks();
    final HeapBlocks conflicts = new HeapBlocks();
    boolean isProvisional;
  }

  private final Map<Id, Stored> stored = new HashMap<>();
  private final Ledger found = new Ledger();
  private final OnlineListener ledger = new SmallestKeys(found);

  /** A tie is found on every key that two transactions share; the host passes the smallest on. */
  private static final class SmallestKeys extends ForwardingListener {
    private final Map<TimestampFinding, TimestampFinding> ties = new HashMap<>();
    private final Ledger ledger;

    SmallestKeys(Ledger ledger) {
      super(ledger);
      this.ledger = ledger;
    }

    @Override
    public void found(TimestampFinding finding) {
      if (finding.kind() != AnomalyKind.TIMESTAMP_TIE) {
        ledger.found(finding);
        return;
      }
      TimestampFinding pair = finding.on(Optional.empty());
      TimestampFinding known = ties.get(pair);
      Atoms atoms = new Atoms();
      if (known == null
          || atoms.compare(atoms.ofToken(finding.key().get()), atoms.ofToken(known.key().get()))
              < 0) {
        if (known != null) {
          ledger.withdrawn(known, known.transaction());
        }
        ledger.found(finding);
        ties.put(pair, finding);
      }
    }
  }

  @Test
  void anyProcessGoesOnWithAnyTimeline() {
    int samples = TestSize.pick(150, 3_000);
    for (int seed = 0; seed < samples; seed++) {
      for (boolean snapshots : new boolean[] {true, false}) {
        ByTimelineTest run = new ByTimelineTest();
        run.agrees(seed, snapshots, seed % 2 == 0);
      }
    }
  }

  private void agrees(int seed, boolean snapshots, boolean strings) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Transaction> sample = named(Sample.random(random));
    Atoms atoms = new Atoms();
    RawBlock whole = block(sample, strings, atoms);
    List<TimestampFinding> expected =
        Offline.findings(
            List.of(block(sample, strings, atoms)),
            snapshots ? IsolationLevel.SNAPSHOT_ISOLATION : IsolationLevel.SERIALIZABILITY,
            atoms);
    TransactionSplitter splitter = new TransactionSplitter(snapshots, ledger);
    List<Delivery> deliveries =
        random.nextBoolean()
            ? parts(splitter, whole, atoms)
            : batches(splitter, whole, atoms, random);
    Collections.shuffle(deliveries, new Random(seed));
    FinalityClock clock = random.nextBoolean() ? FinalityClock.ARRIVAL : FinalityClock.EVENT_TIME;
    Worker worker = new Worker(snapshots, clock, random.nextInt(30));
    for (Delivery delivery : deliveries) {
      worker.take(delivery);
      if (random.nextInt(4) == 0) {
        worker.kernel.reach(random.nextInt(12));
        worker.settle(false);
      }
      if (random.nextInt(4) == 0) {
        worker.shard.flush();
        worker = new Worker(snapshots, clock, random.nextInt(30));
      } else if (random.nextInt(4) == 0) {
        worker.shard.evictAll();
      }
    }
    worker.settle(true);
    assertThat(found.findings().stream().map(Offline::comparable).toList())
        .as("seed %d, snapshots %s, %s", seed, snapshots, sample)
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(found.unjudged()).isEmpty();
  }

  private static RawBlock block(List<Transaction> sample, boolean strings, Atoms atoms) {
    RawBlock block = new RawBlock();
    sample.forEach(transaction -> transaction.addTo(block));
    if (strings) {
      block.rename(words(atoms));
    }
    return block;
  }

  /** What a process may take after any other. */
  @FunctionalInterface
  private interface Delivery {
    void to(ShardKernel shard, long now);
  }

  private static List<Delivery> parts(TransactionSplitter splitter, RawBlock whole, Atoms atoms) {
    List<Delivery> deliveries = new ArrayList<>();
    TransactionSplitter.Block block = splitter.block(whole, atoms);
    for (int run = 0; run < whole.fragmentCount(); run++) {
      assertThat(block.fault(run)).isEmpty();
      block.split(
          run,
          run + 1L,
          run,
          (isKey, token, part) -> deliveries.add((shard, now) -> shard.take(part, now)));
    }
    return deliveries;
  }

  private static List<Delivery> batches(
      TransactionSplitter splitter, RawBlock whole, Atoms atoms, SplittableRandom random) {
    List<Delivery> deliveries = new ArrayList<>();
    int shards = 1 + random.nextInt(3);
    ShardBatches batches =
        splitter.batches(
            atoms,
            shards,
            (isKey, timeline, of) ->
                Math.floorMod(new Id(isKey, of.token(timeline)).hashCode(), shards));
    TransactionSplitter.Block block = splitter.block(whole, atoms);
    for (int run = 0; run < whole.fragmentCount(); run++) {
      block.split(run, run + 1L, run, batches);
      if (random.nextInt(3) == 0 || run == whole.fragmentCount() - 1) {
        batches.handOver(
            (number, reached, batch) ->
                deliveries.add((shard, now) -> shard.take(batch, now, (isKey, timeline) -> {})));
      }
    }
    return deliveries;
  }

  /** Names all, since a number by position in the source makes other names. */
  private static List<Transaction> named(Sample sample) {
    return sample.transactions().stream()
        .map(
            t ->
                new Transaction(
                    t.index(),
                    t.session(),
                    t.number(),
                    100 + t.index(),
                    t.outcome(),
                    t.start(),
                    t.commit(),
                    t.begin(),
                    t.end(),
                    t.operations()))
        .toList();
  }

  private static LongUnaryOperator words(Atoms atoms) {
    return atom -> atom == Atoms.NIL || atom == Atoms.NO_NAME ? atom : atoms.text("\u00e9 " + atom);
  }

  /** A process, with atoms of its own. */
  private final class Worker implements StateMemory {
    private final Atoms atoms = new Atoms();
    private final Kernel kernel;
    private final ShardKernel shard;
    private final long now;

    Worker(boolean snapshots, FinalityClock clock, long now) {
      this.now = now;
      // Symbols get other numbers in every worker.
      for (long i = 0; i < now; i++) {
        atoms.text("other " + i);
      }
      kernel =
          new Kernel(
              new KernelSettings(snapshots, clock, 10, 10, Atoms.NIL, Horizon.NONE),
              atoms,
              ledger,
              this);
      shard =
          kernel.shardByTimeline(
              new ByToken(true, false),
              new ByToken(false, false),
              new ByToken(true, true),
              (isKey, timeline, deadline) -> of(isKey, timeline).isProvisional = true);
    }

    void take(Delivery delivery) {
      delivery.to(shard, now);
      shard.evict();
    }

    /** An alarm goes off once. */
    void settle(boolean all) {
      for (Map.Entry<Id, Stored> each : List.copyOf(stored.entrySet())) {
        if (each.getValue().isProvisional) {
          each.getValue().isProvisional = false;
          Id id = each.getKey();
          shard.settle(id.isKey, atoms.ofToken(id.token), all);
        }
      }
    }

    private Stored of(boolean isKey, long timeline) {
      return stored.computeIfAbsent(new Id(isKey, atoms.token(timeline)), id -> new Stored());
    }

    @Override
    public void add(long bytes) {}

    @Override
    public boolean isTight() {
      return now % 3 == 0;
    }

    @Override
    public boolean isRelaxed() {
      return now % 3 != 0;
    }

    /** Blocks by token of the timeline, as all processes know it. */
    private final class ByToken implements Blocks {
      private final boolean isKey;
      private final boolean areConflicts;

      ByToken(boolean isKey, boolean areConflicts) {
        this.isKey = isKey;
        this.areConflicts = areConflicts;
      }

      private HeapBlocks of(long timeline) {
        Stored all = Worker.this.of(isKey, timeline);
        return areConflicts ? all.conflicts : all.blocks;
      }

      private Key outside(Key key) {
        return new Key(0, key.low(), key.lowLogical(), key.tieBreak());
      }

      private Optional<Key> inside(Key point, Optional<Key> found) {
        return found.map(
            key -> new Key(point.timeline(), key.low(), key.lowLogical(), key.tieBreak()));
      }

      @Override
      public void put(Key key, byte[] block) {
        of(key.timeline()).put(outside(key), block);
      }

      @Override
      public Optional<byte[]> block(Key key) {
        return of(key.timeline()).block(outside(key));
      }

      @Override
      public void remove(Key key) {
        of(key.timeline()).remove(outside(key));
      }

      @Override
      public Optional<Key> floor(Key point) {
        return inside(point, of(point.timeline()).floor(outside(point)));
      }

      @Override
      public Optional<Key> lower(Key point) {
        return inside(point, of(point.timeline()).lower(outside(point)));
      }

      @Override
      public Optional<Key> higher(Key point) {
        return inside(point, of(point.timeline()).higher(outside(point)));
      }
    }
  }
}
