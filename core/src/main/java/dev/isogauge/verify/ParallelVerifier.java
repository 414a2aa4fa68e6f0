package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Parallel snapshot isolation, given a commit order in which session order and reads-from are known
 * to be kept. Visibility is session order, reads-from and the order of each key's writers, and what
 * follows from these; of all writers of x that are visible to a reader of x none comes after the
 * one that was read. A bit for each pair of transactions. Shares nothing with the checkers.
 */
final class ParallelVerifier {
  private final History history;

  /** By transaction: its place in the commit order, -1 if it does not count. */
  private final int[] position;

  private final ReadSources sources;
  private final BitSet[] visible;

  /** By key: its writers so far, in the commit order. */
  private final IntArrayList[] writers;

  ParallelVerifier(History history, int[] position, ReadSources sources) {
    this.history = history;
    this.position = position;
    this.sources = sources;
    this.visible = new BitSet[history.transactionCount()];
    this.writers = new IntArrayList[history.keyCount()];
    Arrays.setAll(writers, key -> new IntArrayList());
  }

  Optional<String> refute(Witness.CommitOrder order) {
    DefinedSessionOrder sessions = new DefinedSessionOrder(history);
    for (int place = 0; place < order.size(); place++) {
      int t = order.transaction(place);
      visible[t] = new BitSet();
      for (int before : sessions.before(t)) {
        see(t, before);
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        IntArrayList ofKey = writers[history.keyOf(i)];
        if (sources.isExternal(i) && sources.of(i) != History.INITIAL) {
          see(t, sources.of(i));
        } else if (history.isWrite(i) && !ofKey.isEmpty()) {
          see(t, ofKey.getInt(ofKey.size() - 1));
        }
      }
      Optional<String> stale = firstStale(t);
      if (stale.isPresent()) {
        return stale;
      }
      addWrites(t);
    }
    return Optional.empty();
  }

  private void see(int t, int other) {
    visible[t].or(visible[other]);
    visible[t].set(other);
  }

  private Optional<String> firstStale(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (!sources.isExternal(i)) {
        continue;
      }
      IntArrayList ofKey = writers[history.keyOf(i)];
      int seen = sources.of(i) == History.INITIAL ? -1 : position[sources.of(i)];
      for (int w = ofKey.size() - 1; w >= 0 && position[ofKey.getInt(w)] > seen; w--) {
        if (visible[t].get(ofKey.getInt(w))) {
          return Optional.of(ReadSources.stale(history, i));
        }
      }
    }
    return Optional.empty();
  }

  private void addWrites(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      IntArrayList ofKey = writers[history.keyOf(i)];
      if (history.isWrite(i) && (ofKey.isEmpty() || ofKey.getInt(ofKey.size() - 1) != t)) {
        ofKey.add(t);
      }
    }
  }
}
