package dev.isogauge.chance;

import java.util.EnumMap;
import java.util.Map;

/** Counts chances by kind and by how they ended, each for as many as it stands for. */
final class Tally {
  private static final int KINDS = ChanceKind.values().length;

  private final long[] all = new long[KINDS];
  private final long[] happened = new long[KINDS];
  private final long[] aborted = new long[KINDS];

  /** Of how many transactions each one is sampled. */
  private long weight = 1;

  void weigh(long newWeight) {
    weight = newWeight;
  }

  /** Chances that share their fate with others: all of them aborted, or some of them happened. */
  void add(ChanceKind kind, long count, long thatHappened, boolean areAborted) {
    add(kind, count, thatHappened, areAborted ? count : 0);
  }

  void add(ChanceKind kind, long count, long thatHappened, long thatAborted) {
    int at = kind.ordinal();
    all[at] += weight * count;
    aborted[at] += weight * thatAborted;
    happened[at] += weight * Math.min(thatHappened, count - thatAborted);
  }

  boolean isEmpty() {
    for (long count : all) {
      if (count > 0) {
        return false;
      }
    }
    return true;
  }

  /** The counts, for as many times as many transactions. */
  Map<ChanceKind, Chances.Count> counts(double scale) {
    Map<ChanceKind, Chances.Count> counts = new EnumMap<>(ChanceKind.class);
    for (ChanceKind kind : ChanceKind.values()) {
      int at = kind.ordinal();
      counts.put(
          kind,
          new Chances.Count(
              Math.round(scale * all[at]),
              Math.round(scale * happened[at]),
              Math.round(scale * aborted[at])));
    }
    return counts;
  }
}
