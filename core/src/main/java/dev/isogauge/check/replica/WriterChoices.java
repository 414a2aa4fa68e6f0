package dev.isogauge.check.replica;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Searches for an order of commits where reads may have seen one of several writers:
 *
 * <ol>
 *   <li>Find an order for the reads of which the writer is known. If there is none, there is none
 *       at all.
 *   <li>Let every other read have seen what it would see in that order, if that is a writer of its
 *       value, and look for an order again. Often that works.
 *   <li>Else choose writers read by read, and go back where no order is left.
 * </ol>
 */
final class WriterChoices {
  private static final int MOST_TRIES = 2000;

  private final History history;
  private final IntPredicate kept;
  private final IsolationLevel level;
  private final Budget budget;

  /** The reads that several writes explain. */
  private final int[] open;

  /** By such a read: the write that it is taken to have seen. */
  private final Int2IntOpenHashMap chosen = new Int2IntOpenHashMap();

  private int tries;

  /**
   * An order of commits.
   *
   * @param index of reads that it fits
   * @param writers by read that several writes explain: the transaction that it saw
   */
  record Found(ReplicaIndex index, int[] order, Map<Integer, Integer> writers) {}

  WriterChoices(History history, IntPredicate kept, IsolationLevel level, Budget budget) {
    this.history = history;
    this.kept = kept;
    this.level = level;
    this.budget = budget;
    this.open = open(history, kept);
  }

  private static int[] open(History history, IntPredicate kept) {
    IntArrayList reads = new IntArrayList();
    for (int i = 0; !history.allReadsClean() && i < history.operationCount(); i++) {
      if (isOpen(history, i) && kept.test(i)) {
        reads.add(i);
      }
    }
    return reads.toIntArray();
  }

  /** Whether several writes explain a read. */
  static boolean isOpen(History history, int operation) {
    return !history.isWrite(operation)
        && !history.isListRead(operation)
        && history.counts(history.transactionOf(operation))
        && history.readStatus(operation) == ReadStatus.SEVERAL;
  }

  /** Whether it ended without an answer, since there are too many choices. */
  boolean gaveUp() {
    return tries > MOST_TRIES;
  }

  /** An order, if there is one. */
  Optional<Found> run() {
    // Step 1.
    Optional<Found> found = attempt();
    if (found.isEmpty() || open.length == 0) {
      return found;
    }
    // Step 2.
    int[] order = found.get().order();
    for (int read : open) {
      chosen.put(read, candidates(read, order)[0]);
    }
    Optional<Found> guessed = attempt();
    chosen.clear();
    return guessed.isPresent() ? guessed : choose(order);
  }

  private Optional<Found> attempt() {
    tries++;
    ReplicaIndex index = new ReplicaIndex(history, kept, chosen, budget);
    return new ReplicaSearch(index, level, budget)
        .run()
        .map(order -> new Found(index, order, writers()));
  }

  private Map<Integer, Integer> writers() {
    Map<Integer, Integer> writers = new HashMap<>();
    chosen
        .int2IntEntrySet()
        .forEach(
            choice ->
                writers.put(
                    choice.getIntKey(),
                    choice.getIntValue() == History.INITIAL
                        ? History.INITIAL
                        : history.transactionOf(choice.getIntValue())));
    return writers;
  }

  /** Step 3. */
  private Optional<Found> choose(int[] first) {
    int[][] candidates = new int[open.length][];
    int[] next = new int[open.length];
    int depth = 0;
    int[] order = first;
    while (tries <= MOST_TRIES) {
      if (next[depth] == 0) {
        candidates[depth] = candidates(open[depth], order);
      }
      if (next[depth] == candidates[depth].length) {
        next[depth] = 0;
        chosen.remove(open[depth]);
        depth--;
        if (depth < 0) {
          return Optional.empty();
        }
        continue;
      }
      chosen.put(open[depth], candidates[depth][next[depth]++]);
      Optional<Found> found = attempt();
      if (found.isPresent()) {
        order = found.get().order();
        depth++;
        if (depth == open.length) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The writes that a read may have seen: first the last of those before the reader in an order.
   */
  private int[] candidates(int read, int[] order) {
    int[] place = new int[history.transactionCount()];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    int own = place[history.transactionOf(read)];
    return Arrays.stream(history.candidates(read))
        .boxed()
        .sorted((left, right) -> Integer.compare(rank(right, place, own), rank(left, place, own)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Higher for those that are likelier to be seen. */
  private int rank(int write, int[] place, int reader) {
    if (write == History.INITIAL) {
      return -1;
    }
    int writer = place[history.transactionOf(write)];
    return writer < reader ? writer : -2 - writer;
  }
}
