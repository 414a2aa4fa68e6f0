package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.Sample.Transaction;
import dev.isogauge.online.kernel.Blocks;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.HeapBlocks;
import dev.isogauge.online.kernel.Horizon;
import dev.isogauge.online.kernel.Kernel;
import dev.isogauge.online.kernel.KernelSettings;
import dev.isogauge.online.kernel.ShardKernel;
import dev.isogauge.online.kernel.StateMemory;
import dev.isogauge.property.TestSize;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that have left memory take what comes in order, and change no finding by that. */
class AppendedEntriesTest {
  /** Blocks in memory to which can be appended. */
  private static final class AppendedBlocks implements Blocks {
    private final HeapBlocks blocks = new HeapBlocks();
    private long appended;

    @Override
    public boolean canAppend() {
      return true;
    }

    @Override
    public void append(Key key, byte[] more) {
      byte[] before = blocks.block(key).orElse(new byte[0]);
      byte[] block = Arrays.copyOf(before, before.length + more.length);
      System.arraycopy(more, 0, block, before.length, more.length);
      blocks.put(key, block);
      appended++;
    }

    @Override
    public void put(Key key, byte[] block) {
      blocks.put(key, block);
    }

    @Override
    public Optional<byte[]> block(Key key) {
      return blocks.block(key);
    }

    @Override
    public void remove(Key key) {
      blocks.remove(key);
    }

    @Override
    public Optional<Key> floor(Key point) {
      return blocks.floor(point);
    }

    @Override
    public Optional<Key> lower(Key point) {
      return blocks.lower(point);
    }

    @Override
    public Optional<Key> higher(Key point) {
      return blocks.higher(point);
    }
  }

  /** Memory for summaries of so many requests. */
  private static final class Room implements StateMemory {
    private int left;

    Room(int left) {
      this.left = left;
    }

    @Override
    public void add(long bytes) {}

    @Override
    public boolean reserve(long bytes) {
      return left-- > 0;
    }

    @Override
    public boolean isTight() {
      return false;
    }

    @Override
    public boolean isRelaxed() {
      return true;
    }
  }

  private final AppendedBlocks keys = new AppendedBlocks();
  private final HeapBlocks sessions = new HeapBlocks();
  private final HeapBlocks conflicts = new HeapBlocks();
  private final Ledger ledger = new Ledger();

  private Kernel kernel(boolean snapshots, long delay, Atoms atoms, int room) {
    return new Kernel(
        new KernelSettings(snapshots, FinalityClock.ARRIVAL, delay, 0, Atoms.NIL, Horizon.NONE),
        atoms,
        ledger,
        new Room(room));
  }

  private ShardKernel shard(Kernel kernel) {
    return kernel.shard(keys, sessions, conflicts);
  }

  /** What another process goes on with; the summaries may be lost. */
  private ShardKernel restarted(
      Kernel before, ShardKernel shard, Kernel after, SplittableRandom random) {
    LongArrayList summaries = new LongArrayList();
    shard.flush();
    shard.saveSummaries(summaries::add);
    after.restore(before.save());
    ShardKernel next = shard(after);
    next.restore(shard.save());
    if (random.nextBoolean()) {
      next.restoreSummaries(summaries.iterator()::nextLong);
    }
    return next;
  }

  @Test
  void agreesWithOfflineChecking() {
    long appended = 0;
    for (int seed = 0; seed < TestSize.pick(1_500, 200_000); seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Sample sample = Sample.random(random);
      for (boolean snapshots : new boolean[] {true, false}) {
        AppendedEntriesTest run = new AppendedEntriesTest();
        run.agrees(sample, snapshots, seed, random);
        appended += run.keys.appended;
      }
    }
    assertThat(appended).isGreaterThan(1_000);
  }

  private void agrees(Sample sample, boolean snapshots, int seed, SplittableRandom random) {
    Atoms atoms = new Atoms();
    List<Transaction> order = OnlineRandomTest.delivered(sample, random);
    if (random.nextInt(4) > 0
        && order.stream().allMatch(each -> each.number() != RawBlock.NO_NUMBER)) {
      // In the order of commits.
      order.sort(Comparator.comparingLong(each -> each.commit().physical()));
    }
    RawBlock all = new RawBlock();
    sample.transactions().forEach(transaction -> transaction.addTo(all));
    List<TimestampFinding> expected =
        Offline.findings(
            List.of(all),
            snapshots ? IsolationLevel.SNAPSHOT_ISOLATION : IsolationLevel.SERIALIZABILITY,
            atoms);
    int room = random.nextInt(3);
    long delay = random.nextBoolean() ? 0 : 1L << 50;
    Kernel kernel = kernel(snapshots, delay, atoms, room);
    ShardKernel shard = shard(kernel);
    for (int i = 0; i < order.size(); i++) {
      if (random.nextInt(3) == 0) {
        shard.evictAll();
      }
      if (random.nextInt(8) == 0) {
        Kernel next = kernel(snapshots, delay, atoms, room);
        shard = restarted(kernel, shard, next, random);
        kernel = next;
      }
      RawBlock block = new RawBlock();
      order.get(i).addTo(block);
      ShardKernel current = shard;
      kernel.take(block, i + 1L, 0, 1, (number, batch) -> current.take(batch, 0));
      kernel.reportTies(shard.takeTies());
    }
    shard.settleAll(order.size());
    assertThat(ledger.findings().stream().map(Offline::comparable).toList())
        .as("seed %d, snapshots %s, order %s", seed, snapshots, order)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Many keys, strings among them, each used often enough to come back and leave again. */
  @ParameterizedTest
  @ValueSource(ints = {0, 100, 1_000_000})
  void aStaleReadAmongManyKeysIsFound(int room) {
    int count = 3_000;
    Atoms atoms = new Atoms();
    Kernel kernel = kernel(true, 0, atoms, room);
    ShardKernel shard = shard(kernel);
    long[] last = new long[count];
    SplittableRandom random = new SplittableRandom(5);
    int stale = 0;
    for (int i = 0; i < 60 * count; i++) {
      int key = random.nextInt(count);
      long atom = key % 2 == 0 ? key - count / 2 : atoms.text("key" + key);
      RawBlock block = new RawBlock();
      long session = i % 2 == 0 ? i % 7 : atoms.text("session" + i % 7);
      block.transaction(session, Atoms.NO_NAME, Outcome.COMMITTED, 1);
      block.timestamps(10L * i, 10L * i + 5);
      block.number(i / 14 + 1L);
      boolean isStale = last[key] > 0 && i % 1_000 == 999;
      stale += isStale ? 1 : 0;
      block.read(atom, isStale ? last[key] - 1 : last[key] == 0 ? Atoms.NIL : last[key]);
      if (random.nextBoolean()) {
        last[key] = i + 1L;
        block.write(atom, last[key]);
      }
      ShardKernel current = shard;
      kernel.take(block, i + 1L, 0, 1, (number, batch) -> current.take(batch, 0));
      if (i % 5_000 == 0) {
        shard.evictAll();
      } else if (i % 50_000 == 7) {
        Kernel next = kernel(true, 0, atoms, room);
        shard = restarted(kernel, shard, next, random);
        kernel = next;
      }
    }
    shard.settleAll(60L * count);
    assertThat(stale).isGreaterThan(100);
    assertThat(ledger.findings()).hasSize(stale);
    assertThat(keys.appended).isGreaterThan(100_000);
  }
}
