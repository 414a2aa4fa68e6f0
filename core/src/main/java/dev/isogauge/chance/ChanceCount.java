package dev.isogauge.chance;

import dev.isogauge.chance.Chances.Sample;
import dev.isogauge.chance.Chances.Slice;
import dev.isogauge.chance.Chances.Time;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the chances of a history: of all transactions, or beyond a bound of those that begin in a
 * few windows of time, spread over the run. Every set is counted where its last member begins, so
 * that windows count neither twice nor half.
 */
final class ChanceCount {
  private static final int SLICES = 60;

  /** A sample takes this part of the steps that as many members may take where all are counted. */
  private static final int SAMPLED = 5;

  private final History history;

  private final Bounds bounds;
  private final Intervals intervals;
  private int timed;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /**
   * How much to examine.
   *
   * @param transactions beyond these only a sample
   * @param sample about how many of them
   * @param windows over which they are spread
   * @param work steps for each of them, beyond which fewer are sampled
   */
  record Bounds(int transactions, int sample, int windows, long work) {
    static final Bounds DEFAULT = new Bounds(10_000, 3_000, 12, 100);
    static final Bounds NONE = new Bounds(Integer.MAX_VALUE, Integer.MAX_VALUE, 1, 1_000_000);
  }

  ChanceCount(History history, Bounds bounds) {
    this.history = history;
    this.bounds = bounds;
    this.intervals = Intervals.of(history);
  }

  Chances chances() {
    if (intervals.time() != Time.NONE) {
      for (int t = 0; t < history.transactionCount(); t++) {
        if (intervals.has(t)) {
          timed++;
          first = Math.min(first, intervals.begin(t));
          last = Math.max(last, Math.max(intervals.begin(t), intervals.end(t)));
        }
      }
    }
    if (timed == 0) {
      return new Chances(
          Time.NONE,
          new Tally().counts(1),
          new Sample(0, 0),
          0,
          false,
          Conflicts.of(history),
          List.of(),
          Content.of(history));
    }
    Windows all = new Windows(first, Math.max(1, last - first + 1), 1, 1);
    if (timed <= bounds.transactions() || last - first < 0) {
      return counted(all);
    }
    long stratum = Math.max(1, (last - first) / bounds.windows() + 1);
    long length = Math.max(1, (long) ((double) stratum * bounds.sample() / timed));
    Chances sampled = counted(new Windows(first, stratum, length, bounds.windows()));
    // A sample without any chance says little; then all is worth its time.
    return sampled.total() > 0 ? sampled : counted(all);
  }

  /** Stretches of the same length at the beginnings of strata of time. */
  private record Windows(long first, long stratum, long length, int count) {
    boolean isAll() {
      return count == 1;
    }

    boolean contains(long time) {
      return isAll() || (time - first) % stratum < length;
    }

    /** Whether something that ended may matter to the next window after its begin. */
    boolean reaches(long begin, long end) {
      long next = first + ((begin - first) / stratum + 1) * stratum;
      return end + Math.min(Sweep.RECENT, length) >= next;
    }
  }

  private Chances counted(Windows windows) {
    int[] chosen = chosen(windows);
    long[] begins = new long[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      begins[i] = intervals.begin(chosen[i]);
    }
    int[] order = Intervals.sorted(begins);
    int[] transactions = new int[chosen.length];
    long[] ends = new long[chosen.length];
    boolean[] counted = new boolean[chosen.length];
    long considered = 0;
    for (int m = 0; m < order.length; m++) {
      transactions[m] = chosen[order[m]];
      begins[m] = intervals.begin(transactions[m]);
      ends[m] = Math.max(begins[m], intervals.end(transactions[m]));
      counted[m] = windows.contains(begins[m]);
      considered += counted[m] ? 1 : 0;
    }
    Sweep sweep =
        new Sweep(
            history,
            new Accesses(history, transactions),
            begins,
            ends,
            counted,
            intervals.time() == Time.REAL_TIME,
            Math.max(1, work(windows, considered)));
    sweep.run();
    long contended = 0;
    for (int m = 0; m < counted.length; m++) {
      contended += counted[m] && sweep.isContended(m) ? 1 : 0;
    }
    double scale = considered == 0 ? 0 : (double) timed / considered;
    return new Chances(
        intervals.time(),
        sweep.tally().counts(scale),
        new Sample(timed, sweep.estimates() ? Math.min(sweep.looked(), timed - 1) : sweep.looked()),
        considered == 0 ? 0 : (double) contended / considered,
        sweep.overlapped(),
        Conflicts.none(),
        intervals.time() == Time.REAL_TIME
            ? activity(transactions, ends, counted, sweep)
            : List.of(),
        Content.of(history));
  }

  /** Many sessions that begin at once may fill a window with more than a sample. */
  private long work(Windows windows, long considered) {
    return windows.isAll()
        ? bounds.work() * considered
        : bounds.work() * Math.min(considered, bounds.sample()) / SAMPLED;
  }

  private int[] chosen(Windows windows) {
    IntArrayList chosen = new IntArrayList();
    for (int t = 0; t < history.transactionCount(); t++) {
      if (intervals.has(t)
          && (windows.contains(intervals.begin(t))
              || windows.reaches(intervals.begin(t), intervals.end(t)))) {
        chosen.add(t);
      }
    }
    return chosen.toIntArray();
  }

  private List<Slice> activity(int[] transactions, long[] ends, boolean[] counted, Sweep sweep) {
    int slices = Math.max(1, Math.min(SLICES, timed / 10));
    long length = Math.max(1, (last - first) / slices + 1);
    long[][] outcomes = new long[slices][3];
    for (int t = 0; t < history.transactionCount(); t++) {
      if (intervals.has(t)) {
        outcomes[slice(intervals.end(t), length, slices)][history.outcome(t).ordinal()]++;
      }
    }
    long[] considered = new long[slices];
    long[] contended = new long[slices];
    for (int m = 0; m < transactions.length; m++) {
      if (counted[m]) {
        int at = slice(ends[m], length, slices);
        considered[at]++;
        contended[at] += sweep.isContended(m) ? 1 : 0;
      }
    }
    List<Slice> activity = new ArrayList<>();
    for (int i = 0; i < slices; i++) {
      activity.add(
          new Slice(
              i * length,
              Math.min((i + 1) * length, last - first + 1),
              outcomes[i][0],
              outcomes[i][1],
              outcomes[i][2],
              considered[i],
              contended[i]));
    }
    return activity;
  }

  private int slice(long time, long length, int slices) {
    return (int) Math.max(0, Math.min(slices - 1, (time - first) / length));
  }
}
