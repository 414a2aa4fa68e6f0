package dev.isogauge.shrink;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.order.ClaimedOrder;
import dev.isogauge.predicate.Relations;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * What predicate reads need of a history.
 *
 * <p>A predicate read says something of every key of its relation: that its row was returned, or
 * that it was not. With a key that leaves the history altogether it says nothing of that key any
 * more; an aggregate, which cannot be computed again, needs all keys that have a row. Of a key that
 * stays it needs
 *
 * <ul>
 *   <li>in a replay the write that the claimed order shows it: the others it cannot have seen, and
 *       the replay without them comes to the same row;
 *   <li>else the writes that change whether the key matches, as far as that is known ({@link
 *       MatchingVersions}).
 * </ul>
 */
final class PredicateSources {
  private final History history;
  private final PredicateReads predicates;
  private final MatchingVersions versions;
  private final boolean byReplay;
  private final boolean bySerial;

  private final Relations relations;

  private final WritesByKey writes;

  /** The keys of operations. */
  private final BitSet operatedKeys = new BitSet();

  PredicateSources(History history, boolean byReplay) {
    this.history = history;
    this.predicates = history.predicateReads();
    this.versions = new MatchingVersions(history);
    this.byReplay = byReplay;
    this.relations = new Relations(history);
    this.writes = new WritesByKey(history);
    for (int i = 0; predicates.count() > 0 && i < history.operationCount(); i++) {
      operatedKeys.set(history.keyOf(i));
    }
    this.bySerial = ClaimedOrder.isBySerial(history);
  }

  private int[] keys(int predicate) {
    return relations.objects(relations.ofRead(predicate));
  }

  /** Whether a predicate read can stay where these operations do. */
  boolean isKept(int predicate, BitSet operations, BitSet keptKeys) {
    for (int key : keys(predicate)) {
      if (keptKeys.get(key) || !operatedKeys.get(key)) {
        if (!needed(predicate, key).intStream().allMatch(operations::get)) {
          return false;
        }
      } else if (predicates.hasValue(predicate) && hasRow(predicate, key)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the key may have had a row when the predicate was read. */
  private boolean hasRow(int predicate, int key) {
    if (byReplay && !needed(predicate, key).isEmpty()) {
      return history.valueOf(needed(predicate, key).getInt(0)) != Atoms.NIL;
    }
    return history.initialValue(key) != Atoms.NIL || !needed(predicate, key).isEmpty();
  }

  /** The writes that a predicate read needs, of all keys. */
  void forEach(int predicate, IntConsumer write) {
    for (int key : keys(predicate)) {
      needed(predicate, key).forEach(write);
    }
  }

  private IntArrayList needed(int predicate, int key) {
    if (!byReplay) {
      return versions.needed(predicate, key, writes.of(key));
    }
    int visible = History.NONE;
    for (int write : writes.of(key)) {
      if (isBefore(write, predicate)
          && (visible == History.NONE || isLater(write, visible, predicate))) {
        visible = write;
      }
    }
    return visible == History.NONE ? new IntArrayList() : IntArrayList.of(visible);
  }

  private boolean isBefore(int write, int predicate) {
    int writer = history.transactionOf(write);
    int reader = predicates.transactionOf(predicate);
    if (writer == reader) {
      return write < predicates.operationAfter(predicate);
    }
    // At equal places writers come before those that only read; two writers leave the order open.
    return history.counts(writer) && compare(writer, reader) <= 0;
  }

  /** Whether one of two writes before a predicate read hides the other from it. */
  private boolean isLater(int write, int other, int predicate) {
    int t = history.transactionOf(write);
    int s = history.transactionOf(other);
    if (t == s) {
      return write > other;
    }
    int reader = predicates.transactionOf(predicate);
    return t == reader || (s != reader && compare(t, s) > 0);
  }

  private int compare(int t, int s) {
    return ClaimedOrder.comparePlaces(history, bySerial, t, s);
  }
}
