package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.search.Observations;
import dev.isogauge.versions.ListAppends;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * What each transaction may have read from whom, where values have several writers. A transaction
 * is <i>optional</i> if its outcome is unknown and it happens only if a read is given to it.
 */
final class PossibleReads implements Observations {
  private static final int BYTES_PER_CANDIDATE = 8;
  private static final int[] NOBODY = {};

  final History history;
  final SessionOrder sessions;
  final boolean[] present;
  final boolean[] optional;

  /** What lists show of their versions, where there are lists. */
  final Optional<Versions> lists;

  // By observation: the read, and the transactions that it may have seen.
  private final IntArrayList reads = new IntArrayList();
  private final IntArrayList firstSource = new IntArrayList();
  private final IntArrayList sources = new IntArrayList();

  /** The observations of transaction t are first[t] .. first[t + 1). */
  private final int[] first;

  /** By key, and by session and key: the transactions that write it, ascending. */
  private final IntArrayList[] writers;

  private final Long2ObjectOpenHashMap<IntArrayList> writersInSession =
      new Long2ObjectOpenHashMap<>();

  /**
   * Collects them.
   *
   * @param kept the reads that are looked at; the others may have seen anything
   */
  PossibleReads(History history, IntPredicate kept, Budget budget) {
    this.history = history;
    this.sessions = new SessionOrder(history);
    this.lists =
        history.hasLists()
            ? Optional.of(ListAppends.ORDER.versions(history, budget::checkTime))
            : Optional.empty();
    int count = history.transactionCount();
    present = new boolean[count];
    optional = new boolean[count];
    first = new int[count + 1];
    writers = new IntArrayList[history.keyCount()];
    addParticipants(kept, budget);
    for (int t = 0; t < count; t++) {
      first[t] = reads.size();
      for (int i = history.firstOperation(t); present[t] && i < history.endOperation(t); i++) {
        if (history.isFinalWrite(i) || history.isAppend(i)) {
          addWriter(t, history.keyOf(i));
        } else if (optional[t] && isFault(i)) {
          addObservation(i, NOBODY, budget);
        } else if (kept.test(i) && isLookedAt(i)) {
          addObservation(i, possibleWrites(i), budget);
        }
      }
    }
    first[count] = reads.size();
    firstSource.add(sources.size());
  }

  private void addParticipants(IntPredicate kept, Budget budget) {
    IntArrayList waiting = new IntArrayList();
    for (int t = 0; t < present.length; t++) {
      present[t] = history.counts(t);
      if (present[t]) {
        waiting.add(t);
      }
    }
    while (!waiting.isEmpty()) {
      int t = waiting.popInt();
      budget.checkTime();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        for (int write : kept.test(i) && isLookedAt(i) ? possibleWrites(i) : NOBODY) {
          int writer = write == INITIAL ? t : history.transactionOf(write);
          if (!present[writer]) {
            present[writer] = true;
            optional[writer] = true;
            waiting.add(writer);
          }
        }
      }
    }
  }

  private boolean isLookedAt(int operation) {
    if (history.isListRead(operation)) {
      return lists.orElseThrow().seen(operation) != Versions.LEFT_OUT && !isFault(operation);
    }
    return !history.isWrite(operation)
        && (history.readStatus(operation) == ReadStatus.EXTERNAL
            || history.readStatus(operation) == ReadStatus.SEVERAL);
  }

  private int[] possibleWrites(int read) {
    if (history.isListRead(read)) {
      return new int[] {lists.orElseThrow().seen(read)};
    }
    return history.readStatus(read) == ReadStatus.SEVERAL
        ? history.candidates(read)
        : new int[] {history.readFrom(read)};
  }

  /** Whether an operation is a read that nothing explains, so that its transaction is fiction. */
  private boolean isFault(int operation) {
    return history.isListRead(operation)
        ? lists.orElseThrow().seen(operation) == Versions.IMPOSSIBLE
        : !history.isWrite(operation) && history.readStatus(operation).isFault();
  }

  private void addWriter(int t, int key) {
    if (writers[key] == null) {
      writers[key] = new IntArrayList();
    } else if (writers[key].getInt(writers[key].size() - 1) == t) {
      return;
    }
    writers[key].add(t);
    writersInSession
        .computeIfAbsent(place(history.sessionOf(t), key), unused -> new IntArrayList())
        .add(t);
  }

  private static long place(int session, int key) {
    return (long) session << 32 | key;
  }

  private void addObservation(int read, int[] possible, Budget budget) {
    budget.checkTime();
    budget.reserve((long) BYTES_PER_CANDIDATE * possible.length, "the choice of writers");
    reads.add(read);
    firstSource.add(sources.size());
    for (int write : possible) {
      int writer = write == INITIAL ? INITIAL : history.transactionOf(write);
      if (writer == INITIAL || present[writer]) {
        sources.add(writer);
      }
    }
  }

  @Override
  public int count() {
    return reads.size();
  }

  /** The first observation of a transaction; those of it are in the order of its program. */
  int first(int transaction) {
    return first[transaction];
  }

  int end(int transaction) {
    return first[transaction + 1];
  }

  @Override
  public int read(int observation) {
    return reads.getInt(observation);
  }

  @Override
  public int reader(int observation) {
    return history.transactionOf(read(observation));
  }

  int key(int observation) {
    return history.keyOf(read(observation));
  }

  @Override
  public int sourceCount(int observation) {
    return firstSource.getInt(observation + 1) - firstSource.getInt(observation);
  }

  @Override
  public boolean isOptional(int transaction) {
    return optional[transaction];
  }

  @Override
  public int source(int observation, int index) {
    return sources.getInt(firstSource.getInt(observation) + index);
  }

  /** Where an observation is of a list: the transactions that appended its other elements. */
  int[] alsoShown(int observation) {
    int read = read(observation);
    if (!history.isListRead(read) || sourceCount(observation) == 0) {
      return NOBODY;
    }
    IntArrayList shown = new IntArrayList();
    int own = reader(observation);
    for (int e = 0; e < history.listSize(read); e++) {
      int append = history.writeOf(key(observation), history.listElement(read, e));
      int appender = append < 0 ? own : history.transactionOf(append);
      if (appender != own && appender != source(observation, 0)) {
        shown.add(appender);
      }
    }
    return shown.toIntArray();
  }

  /** The transactions that write a key. */
  IntArrayList writers(int key) {
    return writers[key] == null ? new IntArrayList() : writers[key];
  }

  /** The last write of a key by a transaction; of the initial one that itself. */
  int writeOf(int transaction, int key) {
    if (transaction == INITIAL) {
      return INITIAL;
    }
    int i = history.endOperation(transaction) - 1;
    while (!(history.isFinalWrite(i) || history.isAppend(i)) || history.keyOf(i) != key) {
      i--;
    }
    return i;
  }

  /** Those of a session. */
  IntArrayList writersInSession(int session, int key) {
    return writersInSession.getOrDefault(place(session, key), new IntArrayList());
  }

  boolean writes(int transaction, int key) {
    return transaction != INITIAL
        && contains(writersInSession(history.sessionOf(transaction), key), transaction);
  }

  private static boolean contains(IntArrayList ascending, int wanted) {
    return Arrays.binarySearch(ascending.elements(), 0, ascending.size(), wanted) >= 0;
  }

  /** Session order, transitive. */
  boolean isBefore(int earlier, int later) {
    if (earlier >= later
        || history.sessionOf(earlier) != history.sessionOf(later)
        || sessions.node(earlier) == NONE
        || history.outcome(earlier) != Outcome.COMMITTED) {
      return false;
    }
    if (sessions.node(later) != NONE) {
      return sessions.sessionBefore(sessions.node(earlier), sessions.node(later));
    }
    for (int s = earlier; s < later; s++) {
      if (history.outcome(s) == Outcome.COMMITTED
          && SessionOrder.isOrdered(history, s, later)
          && (s == earlier || sessions.sessionBefore(sessions.node(earlier), sessions.node(s)))) {
        return true;
      }
    }
    return false;
  }

  /** By key that is a list: its appends in the order that reads show, and then those after it. */
  void forEachListOrder(ListOrder action) {
    for (int key = 0; lists.isPresent() && key < history.keyCount(); key++) {
      int last = INITIAL;
      for (int next = lists.get().after(key, last);
          next != NONE;
          next = lists.get().after(key, last)) {
        if (last != INITIAL) {
          action.accept(last, next);
        }
        last = next;
      }
      for (int unread : lists.get().unordered(key)) {
        if (lists.get().tail(key) != INITIAL) {
          action.accept(lists.get().tail(key), unread);
        }
      }
    }
    for (int t = 0; lists.isPresent() && t < optional.length; t++) {
      for (int i = history.firstOperation(t); optional[t] && i < history.endOperation(t); i++) {
        if (history.isAppend(i) && lists.get().tail(history.keyOf(i)) != INITIAL) {
          action.accept(lists.get().tail(history.keyOf(i)), i);
        }
      }
    }
  }

  /** What comes before what, whatever was seen: session order, and the appends that lists order. */
  EdgeList knownOrder() {
    EdgeList known = new EdgeList();
    forEachListOrder(
        (earlier, later) -> {
          int first = history.transactionOf(earlier);
          int second = history.transactionOf(later);
          if (first != second) {
            known.add(first, second);
          }
        });
    for (int t = 0; t < present.length; t++) {
      if (present[t]) {
        for (int earlier : predecessors(t)) {
          known.add(earlier, t);
        }
      }
    }
    return known;
  }

  /** Takes two appends to a list, of which the one comes before the other. */
  interface ListOrder {
    void accept(int earlier, int later);
  }

  /** Transactions from which session order leads to this one; the others follow from these. */
  int[] predecessors(int transaction) {
    if (sessions.node(transaction) != NONE) {
      return sessions.predecessors(transaction);
    }
    IntArrayList before = new IntArrayList();
    for (int s = history.firstTransaction(history.sessionOf(transaction)); s < transaction; s++) {
      if (isBefore(s, transaction)) {
        before.add(s);
      }
    }
    return before.toIntArray();
  }
}
