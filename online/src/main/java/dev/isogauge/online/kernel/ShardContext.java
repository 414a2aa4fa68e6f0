package dev.isogauge.online.kernel;

import dev.isogauge.anomaly.TimestampFinding;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** What the timelines of one shard share. Used by the shard's thread only. */
final class ShardContext {
  final TransactionTable table;
  final TransactionOrder order;
  final FindingBuilder findings;
  final OnlineListener listener;
  final Finality finality;
  final HorizonMarks horizon;
  final ProvisionalVerdicts verdicts;
  final FactsCodec facts;
  final BlockWriter writer;

  /** Whether the host keeps state by timeline, for any process, instead of by shard. */
  final boolean isByTimeline;

  final Blocks keyBlocks;
  final Blocks sessionBlocks;
  final Blocks conflictBlocks;

  /** Whether keys that are not in memory take what comes in order by {@link #appended}. */
  final boolean appends;

  final ColdKeys cold;
  final AppendedEntries appended;
  final ExpectedRead expected;
  final WriteConflicts conflicts;
  final AffectedReads affected;
  final TieCollector ties;

  /** Nanoseconds by the host's clock, which never goes back. */
  long now;

  long reloads;

  // Counted by the shard's thread, read by any.
  final LongAdder keys = new LongAdder();
  final LongAdder late = new LongAdder();
  final LongAdder unjudged = new LongAdder();

  private final Kernel kernel;
  private final StateMemory memory;
  private final ArrayDeque<ClosedSegment<?>> closed = new ArrayDeque<>();
  private long uncounted;

  private record ClosedSegment<S extends Segment>(Timeline<S> timeline, S segment, long since) {
    void spill() {
      if (timeline.isClosed(segment)) {
        timeline.spill(segment);
      }
    }
  }

  ShardContext(
      Kernel kernel,
      Blocks keyBlocks,
      Blocks sessionBlocks,
      Blocks conflictBlocks,
      Optional<TimelineAlarms> alarms) {
    this.kernel = kernel;
    this.isByTimeline = alarms.isPresent();
    this.keyBlocks = keyBlocks;
    this.sessionBlocks = sessionBlocks;
    this.conflictBlocks = conflictBlocks;
    this.appends = alarms.isEmpty() && keyBlocks.canAppend();
    this.writer = new BlockWriter(kernel.findings.atoms);
    this.table = kernel.table;
    this.order = kernel.order;
    this.findings = kernel.findings;
    this.listener = kernel.listener;
    this.finality = kernel.finality;
    this.horizon = kernel.horizon;
    this.memory = kernel.memory;
    this.facts = new FactsCodec(table);
    this.cold = new ColdKeys(findings.atoms, memory);
    this.appended = new AppendedEntries(this);
    this.verdicts = new ProvisionalVerdicts(table, finality, this, alarms);
    this.expected = new ExpectedRead(this);
    this.conflicts = new WriteConflicts(this);
    this.affected = new AffectedReads(this);
    this.ties = new TieCollector(table, order);
  }

  /** The atom of the value that keys have before the first write. */
  long initialValue() {
    return kernel.initialValue();
  }

  BlockReader reader(byte[] block) {
    return new BlockReader(block, findings.atoms);
  }

  /** Counts bytes by which state has grown; negative if it has shrunk. */
  void count(long bytes) {
    uncounted += bytes;
  }

  /** Adds what was counted to the gauge. */
  void publish() {
    memory.add(uncounted);
    uncounted = 0;
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
      late.increment();
      listener.late(findings.transaction(slot));
    }
  }

  void unjudged(int slot, String why) {
    unjudged.increment();
    listener.unjudged(findings.transaction(slot), why);
  }

  /** A part of a transaction lies below the horizon of its key or session. */
  void belowHorizon(int slot) {
    unjudged(slot, "it arrived after the state that it depends on had passed the horizon");
  }

  void withdrawn(TimestampFinding finding, int because) {
    listener.withdrawn(finding, findings.transaction(because));
  }
}
