package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Cut isolation where values have several writers: the reads of a key by a transaction must have a
 * possible writer in common. Each transaction is judged alone, but one whose outcome is unknown can
 * be that writer only if its own reads agree.
 *
 * <ol>
 *   <li>Let every transaction happen whose outcome is unknown.
 *   <li>Take out those whose own reads of a key have no writer in common, until none is left.
 *   <li>Judge the transactions that count.
 * </ol>
 *
 * <p>O(reads of keys that a transaction reads twice × possible writers), in each round of step 2.
 */
final class CutChoices {
  private final History history;
  private final boolean[] mayHappen;

  CutChoices(History history) {
    this.history = history;
    mayHappen = new boolean[history.transactionCount()];
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
      if (mayHappen[t] && !history.counts(t)) {
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
        violations(t).forEach(found);
      }
    }
  }

  private boolean takeOut(int t) {
    mayHappen[t] = violations(t).isEmpty();
    return !mayHappen[t];
  }

  private List<Anomaly> violations(int t) {
    List<Anomaly> violations = new ArrayList<>();
    Int2ObjectOpenHashMap<IntArrayList> reads = new Int2ObjectOpenHashMap<>();
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (!history.isWrite(i) && !history.isListRead(i) && isExternal(i)) {
        reads.computeIfAbsent(history.keyOf(i), unused -> new IntArrayList()).add(i);
      }
    }
    for (IntArrayList ofKey : reads.values()) {
      IntOpenHashSet common = null;
      for (int k = 0; ofKey.size() > 1 && k < ofKey.size(); k++) {
        IntOpenHashSet sources = sources(ofKey.getInt(k));
        if (common == null) {
          common = sources;
        } else {
          common.retainAll(sources);
        }
        if (common.isEmpty()) {
          int first = ofKey.getInt(0);
          violations.add(Anomaly.ofRepeatedRead(history, first, ofKey.getInt(k)));
          break;
        }
      }
    }
    return violations;
  }

  private boolean isExternal(int read) {
    return history.readStatus(read) == ReadStatus.EXTERNAL
        || history.readStatus(read) == ReadStatus.SEVERAL;
  }

  /** The transactions that a read may have seen, {@code History.INITIAL} among them. */
  private IntOpenHashSet sources(int read) {
    IntOpenHashSet sources = new IntOpenHashSet();
    int[] writes =
        history.readStatus(read) == ReadStatus.SEVERAL
            ? history.candidates(read)
            : new int[] {history.readFrom(read)};
    for (int write : writes) {
      int writer = write == History.INITIAL ? History.INITIAL : history.transactionOf(write);
      if (writer == History.INITIAL || mayHappen[writer]) {
        sources.add(writer);
      }
    }
    return sources;
  }
}
