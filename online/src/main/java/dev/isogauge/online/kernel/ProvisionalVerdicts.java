package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.SEQUENCE;

import dev.isogauge.timestamp.TimestampRules;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The provisional verdicts of one shard. A satisfied read costs nothing here; only what is, or was,
 * provisionally a violation is remembered until its deadline.
 */
final class ProvisionalVerdicts {
  /** Flag of an entry: what it shows is a violation. */
  static final byte VIOLATED = 1;

  /** Flag of an entry: the violation was reported. */
  static final byte REPORTED = 2;

  /** How many operations a transaction may have: a read is known by sequence and operation. */
  static final int OPERATION_BITS = 24;

  private static final int FLIP_CLASSES = 4;
  private static final int TIME_CLASSES = 5;

  private final TransactionTable table;
  private final Finality finality;
  private final ShardContext context;
  private final Long2ObjectOpenHashMap<ProvisionalVerdict> pending = new Long2ObjectOpenHashMap<>();
  private final PriorityQueue<ProvisionalVerdict> deadlines = new PriorityQueue<>();

  /** Transactions up to this one were declared final, whatever the clock says. */
  private long finalThrough;

  // Written by the shard's thread, read by any.
  private final LongAdder pendingViolations = new LongAdder();
  private final LongAdder flipFlops = new LongAdder();
  private final long[] flipClasses = new long[FLIP_CLASSES];
  private final long[] timeClasses = new long[TIME_CLASSES];

  ProvisionalVerdicts(TransactionTable table, Finality finality, ShardContext context) {
    this.table = table;
    this.finality = finality;
    this.context = context;
  }

  /** Whether what was said of the operation can no longer change silently. */
  boolean isFinal(int slot, int operation) {
    long sequence = table.fact(slot, SEQUENCE);
    return !pending.containsKey(id(sequence, operation))
        && (sequence <= finalThrough
            || finality.isOver(
                finality.deadline(slot), finality.deadlineLogical(slot), context.now));
  }

  /** A provisional verdict has become a violation. */
  void violated(long timeline, long time, long logical, int slot, int operation, boolean flip) {
    long sequence = table.fact(slot, SEQUENCE);
    ProvisionalVerdict known = pending.get(id(sequence, operation));
    if (known == null) {
      known =
          new ProvisionalVerdict(
              timeline,
              time,
              logical,
              sequence,
              operation,
              finality.deadline(slot),
              finality.deadlineLogical(slot));
      pending.put(id(sequence, operation), known);
      deadlines.add(known);
      context.count(ProvisionalVerdict.BYTES);
    }
    known.violated = true;
    known.violatedSince = context.now;
    pendingViolations.increment();
    if (flip) {
      flipped(known);
    }
  }

  /** A provisional violation has turned out to be none. */
  void satisfied(int slot, int operation) {
    ProvisionalVerdict known = pending.get(id(table.fact(slot, SEQUENCE), operation));
    known.violated = false;
    pendingViolations.decrement();
    flipped(known);
    if (known.isRead()) {
      count(timeClasses, timeClass(context.now - known.violatedSince));
    }
  }

  private void flipped(ProvisionalVerdict known) {
    if (known.isRead()) {
      known.flips++;
      flipFlops.increment();
    }
  }

  /** Hands over the violations whose time has come. */
  void settle(Consumer<ProvisionalVerdict> report) {
    while (!deadlines.isEmpty() && deadlines.peek().isOver(finality, context.now)) {
      settleFirst(report);
    }
  }

  /** Makes everything up to a transaction final. */
  void settleAll(long sequence, Consumer<ProvisionalVerdict> report) {
    finalThrough = sequence;
    while (!deadlines.isEmpty()) {
      settleFirst(report);
    }
  }

  private void settleFirst(Consumer<ProvisionalVerdict> report) {
    ProvisionalVerdict first = deadlines.poll();
    pending.remove(id(first.sequence, first.operation));
    context.count(-ProvisionalVerdict.BYTES);
    if (first.flips > 0) {
      count(flipClasses, Math.min(first.flips, FLIP_CLASSES) - 1);
    }
    if (first.violated) {
      pendingViolations.decrement();
      report.accept(first);
    }
  }

  /** The earliest point at which something is provisional, by timeline of a key. */
  Long2ObjectOpenHashMap<ProvisionalVerdict> earliestReads() {
    Long2ObjectOpenHashMap<ProvisionalVerdict> earliest = new Long2ObjectOpenHashMap<>();
    for (ProvisionalVerdict verdict : pending.values()) {
      if (verdict.isRead()) {
        earliest.merge(
            verdict.timeline,
            verdict,
            (one, other) ->
                TimestampRules.compareTimes(one.time, one.logical, other.time, other.logical) <= 0
                    ? one
                    : other);
      }
    }
    return earliest;
  }

  /** Writes what is provisional and what was counted. */
  void save(BlockWriter to) {
    to.number(finalThrough);
    to.number(flipFlops.sum());
    to.numbers(flipClasses);
    to.numbers(timeClasses);
    to.number(pending.size());
    for (ProvisionalVerdict verdict : pending.values()) {
      to.number(verdict.timeline);
      to.number(verdict.time);
      to.number(verdict.logical);
      to.number(verdict.sequence);
      to.number(verdict.operation);
      to.number(verdict.deadline);
      to.number(verdict.deadlineLogical);
      to.number(verdict.violated ? 1 : 0);
      to.number(verdict.violatedSince);
      to.number(verdict.flips);
    }
  }

  void restore(BlockReader from) {
    finalThrough = from.number();
    flipFlops.add(from.number());
    addTo(flipClasses, from.numbers());
    addTo(timeClasses, from.numbers());
    for (int rest = from.integer(); rest > 0; rest--) {
      ProvisionalVerdict verdict =
          new ProvisionalVerdict(
              from.number(),
              from.number(),
              from.number(),
              from.number(),
              from.integer(),
              from.number(),
              from.number());
      verdict.violated = from.number() == 1;
      verdict.violatedSince = from.number();
      verdict.flips = from.integer();
      pending.put(id(verdict.sequence, verdict.operation), verdict);
      deadlines.add(verdict);
      context.count(ProvisionalVerdict.BYTES);
      pendingViolations.add(verdict.violated ? 1 : 0);
    }
  }

  private static void addTo(long[] classes, long[] more) {
    synchronized (classes) {
      for (int i = 0; i < classes.length; i++) {
        classes[i] += more[i];
      }
    }
  }

  long pendingViolations() {
    return pendingViolations.sum();
  }

  long flipFlops() {
    return flipFlops.sum();
  }

  /** Adds how many reads changed 1, 2, 3 and more times. */
  void addFlipClasses(long[] to) {
    add(flipClasses, to);
  }

  /** Adds how many violations were put right within 1, 10, 100, 1000 ms and later. */
  void addTimeClasses(long[] to) {
    add(timeClasses, to);
  }

  private static void count(long[] classes, int index) {
    synchronized (classes) {
      classes[index]++;
    }
  }

  private static void add(long[] classes, long[] to) {
    synchronized (classes) {
      for (int i = 0; i < classes.length; i++) {
        to[i] += classes[i];
      }
    }
  }

  private static int timeClass(long nanos) {
    long bound = 1_000_000;
    int index = 0;
    while (index < TIME_CLASSES - 1 && nanos > bound) {
      bound *= 10;
      index++;
    }
    return index;
  }

  private static long id(long sequence, int operation) {
    return sequence << OPERATION_BITS | operation;
  }
}
