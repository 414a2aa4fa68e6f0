package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.SEQUENCE;

import dev.isogauge.timestamp.TimestampRules;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * The provisional verdicts of one shard. A satisfied read costs nothing here; only what is, or was,
 * provisionally a violation is remembered until its deadline.
 *
 * <p>A host that keeps state by timeline has its own alarm clock ({@link TimelineAlarms}): verdicts
 * then come and go with their timelines. Else they stay here, in the order of deadlines.
 */
final class ProvisionalVerdicts {
  /** Flag of an entry: what it shows is a violation. */
  static final byte VIOLATED = 1;

  /** Flag of an entry: the violation was reported. */
  static final byte REPORTED = 2;

  /** How many operations a transaction may have. */
  static final int OPERATION_BITS = 24;

  private static final int FLIP_CLASSES = 4;
  private static final int TIME_CLASSES = 5;

  private final TransactionTable table;
  private final Finality finality;
  private final ShardContext context;

  /** Of reads, by key. */
  private final Long2ObjectOpenHashMap<OfTimeline> reads = new Long2ObjectOpenHashMap<>();

  private final Long2ObjectOpenHashMap<OfTimeline> sessions = new Long2ObjectOpenHashMap<>();

  private record Id(long sequence, int operation) {
    // Written out: those that a record brings along go through method handles, which only the
    // optimising compiler makes fast.
    @Override
    public boolean equals(Object other) {
      return other instanceof Id id && id.sequence == sequence && id.operation == operation;
    }

    @Override
    public int hashCode() {
      return 31 * Long.hashCode(sequence) + operation;
    }
  }

  /** Those of a timeline; its own deadlines if the host has alarms, else those of the shard. */
  private record OfTimeline(
      Map<Id, ProvisionalVerdict> byId, PriorityQueue<ProvisionalVerdict> deadlines) {}

  private final Optional<TimelineAlarms> alarms;
  private final PriorityQueue<ProvisionalVerdict> deadlines = new PriorityQueue<>();

  /** Transactions up to this one were declared final, whatever the clock says. */
  private long finalThrough;

  // Written by the shard's thread, read by any.
  private final LongAdder pendingViolations = new LongAdder();
  private final LongAdder flipFlops = new LongAdder();
  private final long[] flipClasses = new long[FLIP_CLASSES];
  private final long[] timeClasses = new long[TIME_CLASSES];

  ProvisionalVerdicts(
      TransactionTable table,
      Finality finality,
      ShardContext context,
      Optional<TimelineAlarms> alarms) {
    this.alarms = alarms;
    this.table = table;
    this.finality = finality;
    this.context = context;
  }

  /** Whether what was said of the operation can no longer change silently. */
  boolean isFinal(long timeline, int slot, int operation) {
    long sequence = table.fact(slot, SEQUENCE);
    return find(timeline, sequence, operation) == null
        && (sequence <= finalThrough
            || finality.isOver(
                finality.deadline(slot), finality.deadlineLogical(slot), context.now));
  }

  /** A provisional verdict has become a violation. */
  void violated(long timeline, long time, long logical, int slot, int operation, boolean flip) {
    long sequence = table.fact(slot, SEQUENCE);
    ProvisionalVerdict known = find(timeline, sequence, operation);
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
      add(known);
    }
    known.violated = true;
    known.violatedSince = context.now;
    pendingViolations.increment();
    if (flip) {
      flipped(known);
    }
  }

  private Long2ObjectOpenHashMap<OfTimeline> of(boolean isRead) {
    return isRead ? reads : sessions;
  }

  private ProvisionalVerdict find(long timeline, long sequence, int operation) {
    var ofTimeline = of(operation != ProvisionalVerdict.NO_READ).get(timeline);
    return ofTimeline == null ? null : ofTimeline.byId.get(new Id(sequence, operation));
  }

  /** One alarm is enough for a timeline: when it goes off, the next is set. */
  private void add(ProvisionalVerdict verdict) {
    OfTimeline ofTimeline =
        of(verdict.isRead()).computeIfAbsent(verdict.timeline, timeline -> newTimeline());
    ofTimeline.byId.put(new Id(verdict.sequence, verdict.operation), verdict);
    ofTimeline.deadlines.add(verdict);
    if (alarms.isPresent() && verdict.equals(ofTimeline.deadlines.peek())) {
      alarms.get().set(verdict.isRead(), verdict.timeline, verdict.deadline);
    }
    context.count(ProvisionalVerdict.BYTES);
  }

  private OfTimeline newTimeline() {
    return new OfTimeline(
        new LinkedHashMap<>(), alarms.isPresent() ? new PriorityQueue<>() : deadlines);
  }

  private void remove(ProvisionalVerdict verdict) {
    var all = of(verdict.isRead());
    var byId = all.get(verdict.timeline).byId;
    byId.remove(new Id(verdict.sequence, verdict.operation));
    if (byId.isEmpty()) {
      all.remove(verdict.timeline);
    }
    context.count(-ProvisionalVerdict.BYTES);
  }

  /** A provisional violation has turned out to be none. */
  void satisfied(long timeline, int slot, int operation) {
    ProvisionalVerdict known = find(timeline, table.fact(slot, SEQUENCE), operation);
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

  /** Reports the violations whose time has come. */
  void settle(Consumer<ProvisionalVerdict> report) {
    while (!deadlines.isEmpty() && deadlines.peek().isOver(finality, context.now)) {
      settle(deadlines.poll(), report);
    }
  }

  /** Reports the violations of a timeline whose time has come, or all. */
  void settle(boolean isRead, long timeline, boolean all, Consumer<ProvisionalVerdict> report) {
    var ofTimeline = of(isRead).get(timeline);
    if (ofTimeline == null) {
      return;
    }
    var due = ofTimeline.deadlines;
    while (!due.isEmpty() && (all || due.peek().isOver(finality, context.now))) {
      settle(due.poll(), report);
    }
    if (!due.isEmpty()) {
      alarms.orElseThrow().set(isRead, timeline, due.peek().deadline);
    }
  }

  /** Makes everything up to a transaction final. */
  void settleAll(long sequence, Consumer<ProvisionalVerdict> report) {
    finalThrough = sequence;
    while (!deadlines.isEmpty()) {
      settle(deadlines.poll(), report);
    }
  }

  private void settle(ProvisionalVerdict first, Consumer<ProvisionalVerdict> report) {
    remove(first);
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
    for (var ofTimeline : reads.values()) {
      earliest(ofTimeline.byId.values())
          .ifPresent(verdict -> earliest.put(verdict.timeline, verdict));
    }
    return earliest;
  }

  /** The earliest point at which something of a key is provisional. */
  Optional<ProvisionalVerdict> earliestRead(long timeline) {
    return Optional.ofNullable(reads.get(timeline)).flatMap(found -> earliest(found.byId.values()));
  }

  private static Optional<ProvisionalVerdict> earliest(Collection<ProvisionalVerdict> verdicts) {
    return verdicts.stream()
        .min(
            (one, other) ->
                TimestampRules.compareTimes(one.time, one.logical, other.time, other.logical));
  }

  void forEachTimeline(LongConsumer action) {
    reads.keySet().forEach(action);
    sessions.keySet().forEach(action);
  }

  /** Writes what is provisional and what was counted. */
  void save(BlockWriter to) {
    to.number(finalThrough);
    to.number(flipFlops.sum());
    to.numbers(flipClasses);
    to.numbers(timeClasses);
    to.number(
        Stream.of(reads, sessions)
            .flatMap(m -> m.values().stream())
            .mapToInt(ofTimeline -> ofTimeline.byId.size())
            .sum());
    reads.values().forEach(ofTimeline -> write(ofTimeline, to));
    sessions.values().forEach(ofTimeline -> write(ofTimeline, to));
  }

  private static void write(OfTimeline ofTimeline, BlockWriter to) {
    for (ProvisionalVerdict verdict : ofTimeline.byId.values()) {
      to.atom(verdict.timeline);
      writeRest(verdict, to);
    }
  }

  private static void writeRest(ProvisionalVerdict verdict, BlockWriter to) {
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

  void restore(BlockReader from) {
    finalThrough = from.number();
    flipFlops.add(from.number());
    addTo(flipClasses, from.numbers());
    addTo(timeClasses, from.numbers());
    for (int rest = from.integer(); rest > 0; rest--) {
      read(from.atom(), from);
    }
  }

  /** Writes the verdicts of a timeline, which then take them along. */
  void save(boolean isRead, long timeline, BlockWriter to) {
    var ofTimeline = of(isRead).get(timeline);
    to.number(ofTimeline == null ? 0 : ofTimeline.byId.size());
    if (ofTimeline != null) {
      ofTimeline.byId.values().forEach(verdict -> writeRest(verdict, to));
    }
  }

  void restore(long timeline, BlockReader from) {
    for (int rest = from.integer(); rest > 0; rest--) {
      read(timeline, from);
    }
  }

  /** Forgets the verdicts of a timeline that leaves. */
  void forget(boolean isRead, long timeline) {
    var ofTimeline = of(isRead).remove(timeline);
    if (ofTimeline != null) {
      context.count(-ProvisionalVerdict.BYTES * ofTimeline.byId.size());
      for (ProvisionalVerdict verdict : ofTimeline.byId.values()) {
        pendingViolations.add(verdict.violated ? -1 : 0);
      }
    }
  }

  private void read(long timeline, BlockReader from) {
    ProvisionalVerdict verdict =
        new ProvisionalVerdict(
            timeline,
            from.number(),
            from.number(),
            from.number(),
            from.integer(),
            from.number(),
            from.number());
    verdict.violated = from.number() == 1;
    verdict.violatedSince = from.number();
    verdict.flips = from.integer();
    add(verdict);
    pendingViolations.add(verdict.violated ? 1 : 0);
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
}
