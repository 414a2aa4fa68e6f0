package dev.isogauge.online;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** What the timelines of one shard share. Used by the shard's thread only. */
final class ShardContext {
  /** Of each key and kind. */
  static final int DESCRIBED_PAIRS = 100;

  final TransactionTable table;
  final TransactionOrder order;
  final FindingBuilder findings;
  final OnlineListener listener;
  final Finality finality;
  final ProvisionalVerdicts verdicts;
  final FactsCodec facts;
  final BlockWriter writer = new BlockWriter();
  final BlockMap keyBlocks;
  final BlockMap sessionBlocks;
  final BlockMap conflictBlocks;
  final long initialValue;
  final ExpectedRead expected;
  final WriteConflicts conflicts;
  final AffectedReads affected = new AffectedReads();

  /** Nanoseconds since the checker was made, as of the last look at the clock. */
  long now;

  long reloads;

  /** Whether some read skips a version because that follows the reader in its session. */
  boolean hasSkippingReads;

  /** The most transactions of a session that one passed over to find its predecessor. */
  long mostPassedOver;

  /** The longest time from start to commit of versions that conflict as the later of a pair. */
  long longestConflict;

  private final MemoryGauge memory;

  /** Pairs that were described, by key; only of keys that have some. */
  private final Long2IntOpenHashMap describedConflicts = new Long2IntOpenHashMap();

  private final Long2IntOpenHashMap describedTies = new Long2IntOpenHashMap();
  private final Set<TiePair> ties;
  private final AtomicLong late;
  private final ArrayDeque<ClosedSegment<?>> closed = new ArrayDeque<>();
  private long uncounted;

  /** Two transactions with equal timestamps, by arrival. */
  record TiePair(long first, long second) {}

  private record ClosedSegment<S extends Segment>(Timeline<S> timeline, S segment, long since) {
    void spill() {
      if (timeline.isClosed(segment)) {
        timeline.spill(segment);
      }
    }
  }

  ShardContext(Shared shared, int shard) {
    this.table = shared.table();
    this.order = shared.order();
    this.findings = shared.findings();
    this.listener = shared.listener();
    this.finality = shared.finality();
    this.memory = shared.memory();
    this.ties = shared.ties();
    this.late = shared.late();
    this.initialValue = shared.initialValue();
    this.facts = new FactsCodec(table);
    this.verdicts = new ProvisionalVerdicts(table, finality, this);
    this.expected = new ExpectedRead(this);
    this.conflicts = new WriteConflicts(this);
    BlockLog log = shared.store().log("shard" + shard);
    this.keyBlocks = shared.store().map("keys" + shard, log);
    this.sessionBlocks = shared.store().map("sessions" + shard, log);
    this.conflictBlocks = shared.store().map("conflicts" + shard, log);
  }

  /** What all shards share. */
  record Shared(
      TransactionTable table,
      TransactionOrder order,
      FindingBuilder findings,
      OnlineListener listener,
      Finality finality,
      MemoryGauge memory,
      Set<TiePair> ties,
      AtomicLong late,
      SegmentStore store,
      long initialValue) {}

  /** Counts bytes by which state has grown; negative if it has shrunk. */
  void count(long bytes) {
    uncounted += bytes;
  }

  /** Adds what was counted to the gauge. */
  void publish() {
    memory.add(uncounted);
    uncounted = 0;
  }

  /** Whether a further conflict of the key is described; it is counted otherwise. */
  boolean describesConflict(long key) {
    return describes(AnomalyKind.NO_CONFLICT, describedConflicts, key);
  }

  /** The same for a tie. */
  boolean describesTie(long key) {
    return describes(AnomalyKind.TIMESTAMP_TIE, describedTies, key);
  }

  private boolean describes(AnomalyKind kind, Long2IntOpenHashMap described, long key) {
    if (described.get(key) == DESCRIBED_PAIRS) {
      listener.counted(kind);
      return false;
    }
    described.addTo(key, 1);
    return true;
  }

  /** Whether the pair is a new one. */
  boolean isNewTie(long left, long right) {
    return ties.add(new TiePair(Math.min(left, right), Math.max(left, right)));
  }

  /** Collection, step 2: the segment is not the last of its timeline any more. */
  <S extends Segment> void closed(Timeline<S> timeline, S segment) {
    closed.add(new ClosedSegment<>(timeline, segment, now));
  }

  /** Collection, step 3: sends segments to disk that were closed longer ago than the delay. */
  void spillFinal() {
    while (!closed.isEmpty() && finality.later(closed.peek().since) < now) {
      closed.poll().spill();
    }
  }

  /** Forgets closed segments after they went to disk because memory was tight. */
  void forgetClosed() {
    closed.clear();
  }

  void late(int slot) {
    if (table.markLate(slot)) {
      late.incrementAndGet();
      listener.late(findings.transaction(slot));
    }
  }

  void withdrawn(TimestampFinding finding, int because) {
    listener.withdrawn(finding, findings.transaction(because));
  }
}
