package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Cut isolation: the reads of a register by a transaction, its own writes aside, have a possible
 * writer in common, the initial transaction being one. Each transaction is judged alone, but one
 * whose outcome is unknown can be that writer only if its own reads agree.
 *
 * <ol>
 *   <li>Let every transaction happen whose outcome is unknown.
 *   <li>Take out those whose own reads of a key have no writer in common, until none is left.
 *   <li>Judge the transactions that count.
 * </ol>
 *
 * <p>O(operations), and where values repeat, in each round of step 2, O(reads of keys that a
 * transaction reads twice × possible writers).
 */
final class CutIsolation {
  private final History history;
  private final boolean isWhole;
  private final boolean[] mayHappen;

  // By key, valid if stamped with the number judged so far: its first read, the writers that it has
  // in common with those after it, null while each has one, and whether that was reported.
  private final int[] stamp;
  private final int[] firstRead;
  private final int[][] common;
  private final boolean[] isReported;
  private int judged;

  /**
   * Cut isolation of a history.
   *
   * @param isWhole whether reads with several possible writers count, too; without them each
   *     finding names two writers
   */
  CutIsolation(History history, boolean isWhole) {
    this.history = history;
    this.isWhole = isWhole;
    mayHappen = new boolean[history.transactionCount()];
    stamp = new int[history.keyCount()];
    firstRead = new int[history.keyCount()];
    common = new int[history.keyCount()][];
    isReported = new boolean[history.keyCount()];
  }

  /**
   * Reports what is wrong whichever writers are chosen, one finding per transaction and key; none
   * if some choice is fine.
   */
  void forEachViolation(Consumer<Anomaly> found) {
    // Step 1.
    IntArrayList optional = new IntArrayList();
    for (int t = 0; t < mayHappen.length; t++) {
      mayHappen[t] = history.outcome(t) != Outcome.ABORTED;
      if (isWhole && mayHappen[t] && !history.counts(t) && !history.allReadsClean()) {
        optional.add(t);
      }
    }
    // Step 2.
    while (optional.removeIf(this::takeOut)) {
      // Others may have needed what was taken out.
    }
    // Step 3.
    for (int t = 0; t < mayHappen.length; t++) {
      if (history.counts(t)) {
        forEachViolation(t, found);
      }
    }
  }

  private boolean takeOut(int t) {
    forEachViolation(t, violation -> mayHappen[t] = false);
    return !mayHappen[t];
  }

  private void forEachViolation(int t, Consumer<Anomaly> found) {
    judged++;
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (!isExternal(i)) {
        continue;
      }
      int key = history.keyOf(i);
      if (stamp[key] != judged) {
        stamp[key] = judged;
        firstRead[key] = i;
        common[key] = null;
        isReported[key] = false;
      } else if (!isReported[key] && !sharesWriter(key, i)) {
        isReported[key] = true;
        found.accept(Anomaly.ofRepeatedRead(history, firstRead[key], i));
      }
    }
  }

  /** Whether a read has a possible writer in common with all those of the key before it. */
  private boolean sharesWriter(int key, int read) {
    int first = firstRead[key];
    if (common[key] == null && history.isExternalRead(first) && history.isExternalRead(read)) {
      int source = transactionOf(history.readFrom(read));
      return source == transactionOf(history.readFrom(first)) && mayHappen(source);
    }
    int[] sources = sources(read);
    common[key] =
        Arrays.stream(common[key] == null ? sources(first) : common[key])
            .filter(source -> IntStream.of(sources).anyMatch(other -> other == source))
            .toArray();
    return common[key].length > 0;
  }

  private int transactionOf(int write) {
    return write == History.INITIAL ? write : history.transactionOf(write);
  }

  private boolean mayHappen(int transaction) {
    return transaction == History.INITIAL || mayHappen[transaction];
  }

  private boolean isExternal(int operation) {
    return !history.isListRead(operation)
        && (history.isExternalRead(operation)
            || (isWhole
                && !history.isWrite(operation)
                && history.readStatus(operation) == ReadStatus.SEVERAL));
  }

  /** The transactions that a read may have seen, {@code History.INITIAL} among them. */
  private int[] sources(int read) {
    int[] writes =
        history.readStatus(read) == ReadStatus.SEVERAL
            ? history.candidates(read)
            : new int[] {history.readFrom(read)};
    return Arrays.stream(writes).map(this::transactionOf).filter(this::mayHappen).toArray();
  }
}
