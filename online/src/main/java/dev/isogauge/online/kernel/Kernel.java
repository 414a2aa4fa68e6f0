package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The rules of checking by timestamps over transactions that arrive in any order, without threads,
 * clocks and files: the host brings these, calls a {@link ShardKernel} from one thread at a time,
 * and says what time it is.
 */
public final class Kernel {
  final KernelSettings settings;
  final TransactionTable table;
  final TransactionOrder order;
  final FindingBuilder findings;
  final OnlineListener listener;
  final Finality finality;
  final StateMemory memory;
  private final SessionProgress sessions;
  final HorizonMarks horizon;
  private final Arrivals arrivals;
  private volatile long initialValue;

  /** Takes the parts of transactions on their way to shards. */
  @FunctionalInterface
  public interface Outlet {
    /** Takes a batch for a shard, by its number from 0. */
    void hand(int shard, ShardBatch batch);
  }

  /**
   * Makes a kernel without shards.
   *
   * @param atoms of the blocks to come
   * @param listener hears of what is found, on the threads that call
   */
  public Kernel(KernelSettings settings, Atoms atoms, OnlineListener listener, StateMemory memory) {
    this.settings = settings;
    this.initialValue = settings.initialValue();
    this.listener = listener;
    this.memory = memory;
    this.table = new TransactionTable(memory);
    this.findings = new FindingBuilder(table, atoms);
    this.finality = new Finality(settings, table);
    this.order = new TransactionOrder(settings.snapshots(), table, atoms);
    this.sessions = new SessionProgress(atoms);
    this.horizon = new HorizonMarks(settings.horizon());
    this.arrivals = new Arrivals(table, order, findings, listener, sessions, finality, horizon);
  }

  /** The atom of the value that keys have before the first write. */
  long initialValue() {
    return initialValue;
  }

  /** Sets the value that keys have before the first write, before the first transaction comes. */
  public void initialValue(long atom) {
    initialValue = atom;
  }

  /** A shard over blocks of its own. */
  public ShardKernel shard(Blocks keys, Blocks sessionBlocks, Blocks conflicts) {
    return shard(keys, sessionBlocks, conflicts, Optional.empty());
  }

  /**
   * A shard of a host that keeps state by timeline, so that another shard, in any process, can go
   * on with a timeline: headers have what is provisional. Once {@link ShardKernel#flush} was called
   * the blocks are all there is to know.
   */
  public ShardKernel shardByTimeline(
      Blocks keys, Blocks sessionBlocks, Blocks conflicts, TimelineAlarms alarms) {
    return shard(keys, sessionBlocks, conflicts, Optional.of(alarms));
  }

  private ShardKernel shard(
      Blocks keys, Blocks sessionBlocks, Blocks conflicts, Optional<TimelineAlarms> alarms) {
    return new ShardKernel(new ShardContext(this, keys, sessionBlocks, conflicts, alarms), memory);
  }

  /** By event time: nothing more is expected that commits at a time or before. */
  public void reach(long commit) {
    finality.advance(new Finality.Watermark(commit, Long.MAX_VALUE));
  }

  /**
   * Fails if a transaction of the block by itself cannot be judged.
   *
   * @param atoms of the block, which may be others than those of the kernel
   * @throws IllegalArgumentException whose message names the line
   */
  public void validate(RawBlock block, Atoms atoms) {
    arrivals.validate(block, atoms);
  }

  /**
   * Takes a valid block apart and hands its parts over. Safe to call from several threads.
   *
   * @param position of the first transaction in the source, from 1; no two transactions share one
   * @throws IllegalArgumentException if a session has transactions with and without numbers; then
   *     nothing is taken
   */
  public void take(RawBlock block, long position, long now, int shards, Outlet outlet) {
    arrivals.take(block, position, now, shards, outlet);
  }

  /** Reports ties, each once, once all shards have judged the transactions that brought them. */
  public void reportTies(List<TieGroup> groups) {
    new TieReport(findings.atoms, listener).report(groups);
  }

  /** By event time: moves the watermark to where the sessions are. */
  public void moveWatermark(long now) {
    if (!finality.byArrival()) {
      arrivals.advanceWatermark(now, settings.idleNanos());
    }
  }

  /**
   * Names the atoms that are known beside those of timelines in memory. Once {@link
   * ShardKernel#evictAll} was called, these and what {@link ShardKernel#forEachAtom} names are all
   * that are in use.
   */
  public void forEachAtom(LongConsumer action) {
    action.accept(initialValue);
    sessions.forEachAtom(action);
  }

  /** What must be kept beside the shards, for {@link #restore}. */
  public byte[] save() {
    BlockWriter writer = new BlockWriter(findings.atoms);
    writer.atom(initialValue);
    writer.number(finality.watermark().commit());
    writer.number(finality.watermark().logical());
    sessions.save(writer);
    horizon.save(writer);
    return writer.toBytes();
  }

  /** Goes on from what was saved. */
  public void restore(byte[] saved) {
    BlockReader reader = new BlockReader(saved, findings.atoms);
    initialValue = reader.atom();
    finality.advance(new Finality.Watermark(reader.number(), reader.number()));
    sessions.restore(reader);
    horizon.restore(reader);
  }
}
