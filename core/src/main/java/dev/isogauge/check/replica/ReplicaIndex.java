package dev.isogauge.check.replica;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.versions.ListAppends;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * What a search for an order sees of a history: which transaction each read saw, the writers of
 * each key, and what comes before what in any order. O(operations + list elements).
 */
final class ReplicaIndex {
  final History history;

  /** Session order, reads-from, and the order of appends that lists show. */
  final EdgeList known = new EdgeList();

  private final Optional<Versions> lists;
  private final Int2IntMap chosen;

  // Reads of transaction t: numbers firstRead[t] .. firstRead[t + 1).
  private final int[] firstRead;
  private final IntArrayList readKey = new IntArrayList();
  private final IntArrayList readSource = new IntArrayList();

  /**
   * By transaction: those that it follows directly in its session, and those that it reads from.
   */
  private final IntArrayList[] predecessors;

  /** By key: its writers. */
  private final IntArrayList[] writers;

  /** Pairs of writers whose order a list shows: earlier in the upper, later in the lower half. */
  private final LongOpenHashSet shownOrder = new LongOpenHashSet();

  /**
   * Makes the index.
   *
   * @param kept the reads that are looked at; the others may have seen anything
   * @param chosen by read of a value that several transactions wrote: the write that it is taken to
   *     have seen; such a read may have seen anything if nothing is chosen
   */
  ReplicaIndex(History history, IntPredicate kept, Int2IntMap chosen, Budget budget) {
    this.history = history;
    this.chosen = chosen;
    this.lists =
        history.hasLists()
            ? Optional.of(ListAppends.ORDER.versions(history, budget::checkTime))
            : Optional.empty();
    int count = history.transactionCount();
    firstRead = new int[count + 1];
    predecessors = new IntArrayList[count];
    writers = new IntArrayList[history.keyCount()];
    for (int key = 0; key < writers.length; key++) {
      writers[key] = new IntArrayList();
    }
    SessionOrder sessions = new SessionOrder(history);
    for (int t = 0; t < count; t++) {
      firstRead[t] = readKey.size();
      predecessors[t] = new IntArrayList();
      if (history.counts(t)) {
        for (int earlier : sessions.predecessors(t)) {
          addPredecessor(earlier, t);
        }
        addOperations(t, kept);
        budget.checkTime();
      }
    }
    firstRead[count] = readKey.size();
    lists.ifPresent(this::addListOrders);
  }

  private void addPredecessor(int earlier, int t) {
    predecessors[t].add(earlier);
    known.add(earlier, t);
  }

  private void addOperations(int t, IntPredicate kept) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      int key = history.keyOf(i);
      if (history.isFinalWrite(i) || history.isAppend(i)) {
        IntArrayList ofKey = writers[key];
        if (ofKey.isEmpty() || ofKey.getInt(ofKey.size() - 1) != t) {
          ofKey.add(t);
        }
      } else if (kept.test(i) && isSeen(i)) {
        int from = from(i);
        int source = from == History.INITIAL ? History.INITIAL : history.transactionOf(from);
        if (source != t) {
          readKey.add(key);
          readSource.add(source);
          if (source != History.INITIAL) {
            addPredecessor(source, t);
          }
        }
      }
    }
  }

  private int from(int read) {
    if (history.isListRead(read)) {
      return lists.orElseThrow().seen(read);
    }
    return chosen.containsKey(read) ? chosen.get(read) : history.readFrom(read);
  }

  private boolean isSeen(int operation) {
    return history.isListRead(operation)
        ? lists.orElseThrow().seen(operation) != Versions.LEFT_OUT
        : !history.isWrite(operation)
            && (history.isExternalRead(operation) || chosen.containsKey(operation));
  }

  private void addListOrders(Versions versions) {
    for (int key = 0; key < history.keyCount(); key++) {
      int last = History.INITIAL;
      for (int next = versions.after(key, last);
          next != History.NONE;
          next = versions.after(key, last)) {
        addShown(last, next);
        last = next;
      }
      for (int unread : versions.unordered(key)) {
        addShown(versions.tail(key), unread);
      }
    }
  }

  private void addShown(int earlier, int later) {
    if (earlier != History.INITIAL
        && history.transactionOf(earlier) != history.transactionOf(later)) {
      int first = history.transactionOf(earlier);
      int second = history.transactionOf(later);
      known.add(first, second);
      shownOrder.add((long) first << 32 | second);
    }
  }

  int transactionCount() {
    return history.transactionCount();
  }

  int firstRead(int transaction) {
    return firstRead[transaction];
  }

  int endRead(int transaction) {
    return firstRead[transaction + 1];
  }

  int readKey(int read) {
    return readKey.getInt(read);
  }

  /** The transaction that a read saw, or {@code History.INITIAL}. */
  int readSource(int read) {
    return readSource.getInt(read);
  }

  IntArrayList predecessors(int transaction) {
    return predecessors[transaction];
  }

  /** The writers of a key. */
  IntArrayList writers(int key) {
    return writers[key];
  }

  /** Whether a list shows that the one writer comes directly before the other. */
  boolean isShown(int earlier, int later) {
    return shownOrder.contains((long) earlier << 32 | later);
  }
}
