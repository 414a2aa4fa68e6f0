package dev.isogauge.chance;

import dev.isogauge.chance.Chances.Count;
import dev.isogauge.chance.Chances.Sample;
import dev.isogauge.chance.Chances.Time;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.InitialValue;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Estimates the chances of a stream in bounded memory.
 *
 * <ol>
 *   <li>The first transactions that arrive are kept and counted, so that short streams are counted
 *       exactly.
 *   <li>After that nine times as many pass.
 *   <li>The next window begins at the latest begin that was seen, and is so long that about as many
 *       transactions begin in it. They are kept, however late they arrive, until several times as
 *       many have arrived; then they are counted. Step 2 follows.
 * </ol>
 *
 * <p>Sets with a member outside the window are missed, as are stale reads of earlier writes: what a
 * stream is estimated to have is a lower bound. Thread-safe.
 */
public final class StreamChances {
  /** About how many transactions a window has. */
  static final int WINDOW = 2_000;

  private static final int PASSING = 9 * WINDOW;
  private static final int PATIENCE = 4 * WINDOW;

  /** Operations and elements of lists, beyond which a window is counted early. */
  private static final int MOST_OPERATIONS = 100_000;

  private static final long MOST_SYMBOL_BYTES = 4 << 20;
  private static final long LONGEST = Long.MAX_VALUE / 64;

  private final Map<ChanceKind, long[]> totals = new EnumMap<>(ChanceKind.class);

  // Of all that arrived.
  private long arrived;
  private long counting;
  private long active;
  private long reads;
  private long writes;
  private long latestBegin = Long.MIN_VALUE;

  // Of the windows that were counted.
  private Time time = Time.NONE;
  private long inWindows;
  private long looked;
  private double contended;
  private boolean overlapped;
  private long conflictKeys;
  private long conflictTransactions;

  // The window.
  private Atoms atoms = new Atoms();
  private HistoryBuilder builder = new HistoryBuilder(atoms);
  private boolean isFirst = true;
  private long passing;
  private long from;
  private long length;
  private long kept;
  private long keptOperations;
  private long arrivedSince;
  private long earliestKept = Long.MAX_VALUE;
  private String initial = InitialValue.NIL;

  /** Chances of a stream of which nothing has arrived. */
  public StreamChances() {
    for (ChanceKind kind : ChanceKind.values()) {
      totals.put(kind, new long[3]);
    }
  }

  /**
   * Takes transactions that arrive.
   *
   * @param names the atoms of the blocks, of which each fragment is a transaction
   * @param initialValue what keys have before their first write, as options write it
   */
  public synchronized void take(List<RawBlock> blocks, Atoms names, String initialValue) {
    initial = initialValue;
    for (RawBlock block : blocks) {
      take(block, names);
    }
  }

  private void take(RawBlock block, Atoms names) {
    BitSet others = block.predicateReaders();
    others.or(block.fragmentsWithUnknown());
    LongUnaryOperator here = atoms.from(names, true);
    RawBlock part = new RawBlock(16);
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      note(block, fragment, others.get(fragment));
      if (passing > 0) {
        passing--;
        if (passing == 0) {
          from = latestBegin;
        }
        continue;
      }
      arrivedSince++;
      long begin = begin(block.metadata(), fragment);
      if (isFirst || (begin >= from && begin - from < length)) {
        copy(block, fragment, part, here);
        kept++;
        earliestKept = Math.min(earliestKept, begin);
      }
      if (isFirst ? kept >= WINDOW : arrivedSince >= PATIENCE || kept >= PATIENCE) {
        builder.add(part);
        close();
        part = new RawBlock(16);
        here = atoms.from(names, true);
      }
    }
    if (part.fragmentCount() > 0) {
      builder.add(part);
      if (keptOperations > MOST_OPERATIONS || atoms.symbolBytes() > MOST_SYMBOL_BYTES) {
        close();
      }
    }
  }

  private void note(RawBlock block, int fragment, boolean doesMore) {
    arrived++;
    latestBegin = Math.max(latestBegin, begin(block.metadata(), fragment));
    if (block.outcome(fragment) == Outcome.ABORTED) {
      return;
    }
    counting++;
    int operations = block.fragmentEnd(fragment) - block.fragmentBegin(fragment);
    active += doesMore || operations > 0 ? 1 : 0;
    int writing = 0;
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      writing += block.isWrite(i) ? 1 : 0;
    }
    writes += writing;
    reads += operations - writing;
  }

  private static long begin(FragmentMetadata metadata, int fragment) {
    long begin = metadata.begin(fragment);
    return begin == RawBlock.NO_TIME ? metadata.start(fragment) : begin;
  }

  /** Without its name, which another session's transaction may have too. */
  private void copy(RawBlock block, int fragment, RawBlock to, LongUnaryOperator here) {
    FragmentMetadata metadata = block.metadata();
    to.transaction(
        here.applyAsLong(block.session(fragment)), Atoms.NO_NAME, block.outcome(fragment), 0);
    to.timestamps(metadata.start(fragment), metadata.commit(fragment));
    to.logicalTimes(metadata.startLogical(fragment), metadata.commitLogical(fragment));
    to.realTime(metadata.begin(fragment), metadata.end(fragment));
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      long key = here.applyAsLong(block.key(i));
      keptOperations++;
      if (block.isListRead(i)) {
        to.readList(key);
        for (int e = 0; e < block.listSize(i); e++) {
          to.element(here.applyAsLong(block.listElement(i, e)));
        }
        keptOperations += block.listSize(i);
      } else if (block.isUnknownRead(i)) {
        to.readUnknown(key);
      } else if (block.isAppend(i)) {
        to.append(key, here.applyAsLong(block.value(i)));
      } else if (!block.isWrite(i)) {
        to.read(key, here.applyAsLong(block.value(i)));
      } else if (block.value(i) == Atoms.DEAD) {
        to.delete(key);
      } else {
        to.write(key, here.applyAsLong(block.value(i)));
      }
    }
  }

  /** Counts the window, and lets the next ones pass. */
  private void close() {
    count();
    long span = isFirst ? latestBegin - earliestKept : length;
    // A span that overflows, or none at all, is of no use; what follows corrects it.
    long usable = Math.max(1, Math.min(LONGEST, span < 0 ? LONGEST : span));
    double wanted = (double) usable * WINDOW / Math.max(kept, WINDOW / 10);
    length = Math.max(1, (long) Math.min((double) LONGEST, wanted));
    isFirst = false;
    passing = PASSING;
    forget();
  }

  private void forget() {
    atoms = new Atoms();
    builder = new HistoryBuilder(atoms);
    kept = 0;
    keptOperations = 0;
    arrivedSince = 0;
    earliestKept = Long.MAX_VALUE;
  }

  private void count() {
    if (kept == 0) {
      return;
    }
    builder.defaultInitialValue(InitialValue.atom(initial, atoms));
    Chances window = Chances.of(builder.build());
    time = window.time() == Time.NONE ? time : window.time();
    inWindows += kept;
    looked +=
        window.time() == Time.NONE
            ? kept
            : window.sample().considered() + kept - window.sample().transactions();
    contended += window.contention() * kept;
    overlapped |= window.overlapped();
    conflictKeys += window.conflicts().keys();
    conflictTransactions += window.conflicts().transactions();
    for (ChanceKind kind : ChanceKind.values()) {
      Count count = window.of(kind);
      long[] total = totals.get(kind);
      total[0] += count.total();
      total[1] += count.happened();
      total[2] += count.aborted();
    }
  }

  /** What the stream could have shown so far. The window that is open is counted now. */
  public synchronized Chances chances() {
    if (passing == 0) {
      close();
    }
    double scale = inWindows == 0 ? 0 : (double) arrived / inWindows;
    Map<ChanceKind, Count> counts = new EnumMap<>(ChanceKind.class);
    totals.forEach(
        (kind, total) ->
            counts.put(
                kind,
                new Count(
                    Math.round(scale * total[0]),
                    Math.round(scale * total[1]),
                    Math.round(scale * total[2]))));
    return new Chances(
        time,
        counts,
        new Sample(arrived, looked),
        inWindows == 0 ? 0 : contended / inWindows,
        overlapped,
        Conflicts.counted(conflictKeys, Math.round(scale * conflictTransactions)),
        List.of(),
        new Content(
            arrived, counting > 0, reads > 0, writes > 0, active > 0 && reads + writes == 0));
  }

  /** Saves what was counted; the open window is not part of it. */
  public synchronized void save(DataOutput to) throws IOException {
    for (long number : new long[] {arrived, counting, active, reads, writes, latestBegin}) {
      to.writeLong(number);
    }
    to.writeByte(time.ordinal());
    to.writeLong(inWindows);
    to.writeLong(looked);
    to.writeDouble(contended);
    to.writeBoolean(overlapped);
    to.writeLong(conflictKeys);
    to.writeLong(conflictTransactions);
    to.writeBoolean(isFirst);
    to.writeLong(passing);
    to.writeLong(from);
    to.writeLong(length);
    for (long[] total : totals.values()) {
      for (long count : total) {
        to.writeLong(count);
      }
    }
  }

  /** Goes on from what was saved, before anything is taken. */
  public synchronized void restore(DataInput saved) throws IOException {
    arrived = saved.readLong();
    counting = saved.readLong();
    active = saved.readLong();
    reads = saved.readLong();
    writes = saved.readLong();
    latestBegin = saved.readLong();
    time = Time.values()[saved.readByte()];
    inWindows = saved.readLong();
    looked = saved.readLong();
    contended = saved.readDouble();
    overlapped = saved.readBoolean();
    conflictKeys = saved.readLong();
    conflictTransactions = saved.readLong();
    isFirst = saved.readBoolean();
    passing = saved.readLong();
    from = saved.readLong();
    length = saved.readLong();
    for (long[] total : totals.values()) {
      for (int i = 0; i < total.length; i++) {
        total[i] = saved.readLong();
      }
    }
    forget();
  }
}
