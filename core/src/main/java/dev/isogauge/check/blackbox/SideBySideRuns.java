package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Looks for a serial run by the values that reads saw, as {@link ValueRuns} does, but goes on with
 * many runs side by side, a beam of them, instead of with one: where few values repeat often,
 * hardly any step is wrong by itself, and what makes a run end too early was decided long before.
 *
 * <ol>
 *   <li>Of the runs of one length, keep the best: those that are near the guessed order, and that
 *       leave many writes of the values that are still to be read.
 *   <li>Lengthen each by every transaction that may run and reads what it should, and by all that
 *       then run without a change.
 *   <li>Leave out what was met before, and runs that cannot end even if no value were ever
 *       overwritten.
 *   <li>Where the beam ends too early, begin again with a wider one.
 * </ol>
 *
 * <p>O(width × transactions²) for a beam. What it does not find may exist.
 */
final class SideBySideRuns {
  private static final int FIRST_WIDTH = 400;
  private static final int WIDER = 4;

  /** What the runs may take; with fewer than a few of them nothing is found. */
  private static final long MOST_BYTES = 64L << 20;

  private static final int FEW = 50;

  private final ValueRun start;
  private final int[] rank;
  private final Budget budget;

  /** Whether the last beam left out runs only because there were too many. */
  private boolean isCut;

  /**
   * Begins with no transaction.
   *
   * @param guess by transaction: its place in an order that the runs should be near to
   */
  SideBySideRuns(Polygraph graph, int[] guess, Budget budget) {
    start = new ValueRun(graph, new ObservedValues(graph));
    rank = guess;
    this.budget = budget;
  }

  /** The transactions of a run; empty if none was found in the memory that there is. */
  Optional<int[]> order() {
    start.runWhatChangesNothing();
    long mostRuns = Math.min(MOST_BYTES, budget.freeBytes() / 2) / start.bytes();
    // A generation is twice as wide before it is cut, and there are two at a time.
    for (long width = FIRST_WIDTH; 4 * width <= mostRuns || width == FIRST_WIDTH; width *= WIDER) {
      long bytes = 4 * Math.min(width, mostRuns / 4) * start.bytes();
      if (mostRuns / 4 < FEW) {
        return Optional.empty();
      }
      budget.reserve(bytes, "runs side by side");
      try {
        Optional<int[]> found = order((int) Math.min(width, mostRuns / 4));
        if (found.isPresent() || !isCut) {
          return found;
        }
      } finally {
        budget.release(bytes);
      }
    }
    return Optional.empty();
  }

  private Optional<int[]> order(int width) {
    isCut = false;
    TreeMap<Integer, Generation> byLength = new TreeMap<>();
    byLength.computeIfAbsent(start.size(), unused -> new Generation(width)).add(start);
    while (!byLength.isEmpty()) {
      for (ValueRun run : byLength.pollFirstEntry().getValue().best()) {
        if (run.isComplete()) {
          return Optional.of(run.order());
        }
        budget.checkTime();
        for (int v : run.ready()) {
          if (run.fits(v) && !run.losesValue(v)) {
            ValueRun next = new ValueRun(run);
            next.execute(v);
            next.runWhatChangesNothing();
            byLength.computeIfAbsent(next.size(), unused -> new Generation(width)).add(next);
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Runs of one length, each situation once; the best if there are many. */
  private final class Generation {
    private final int width;
    private final Long2ObjectLinkedOpenHashMap<Scored> runs = new Long2ObjectLinkedOpenHashMap<>();

    Generation(int width) {
      this.width = width;
    }

    void add(ValueRun run) {
      if (!runs.containsKey(run.hash()) && run.mayEnd()) {
        runs.put(run.hash(), new Scored(run, cost(run)));
        if (runs.size() >= 2 * width) {
          List<Scored> kept = sorted();
          runs.clear();
          kept.forEach(each -> runs.put(each.run.hash(), each));
        }
      }
    }

    private List<Scored> sorted() {
      List<Scored> sorted = new ArrayList<>(runs.values());
      sorted.sort(Comparator.comparingDouble(Scored::cost));
      isCut |= sorted.size() > width;
      return sorted.subList(0, Math.min(width, sorted.size()));
    }

    List<ValueRun> best() {
      return sorted().stream().map(Scored::run).toList();
    }
  }

  private record Scored(ValueRun run, double cost) {}

  /** Values that will be scarce count as much as a transaction at the wrong end of the order. */
  private double cost(ValueRun run) {
    return run.sum(rank) + rank.length * run.scarcity();
  }
}
