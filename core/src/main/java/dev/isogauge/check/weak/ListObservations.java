package dev.isogauge.check.weak;

import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * What reads of lists show the weak checkers: which append each one saw last, the order of appends,
 * and whose elements were in the list. O(operations + elements).
 */
final class ListObservations {
  /** The place of an append that no read shows: after all others. */
  private static final int LAST = Integer.MAX_VALUE;

  private final History history;
  private final SessionOrder chains;
  private final Versions versions;

  /** By operation: whether it is its transaction's last append to the list. */
  private final boolean[] isLastAppend;

  /** By operation: the place of its version in the list; 0 where it makes none. */
  private final int[] place;

  private final EdgeList order = new EdgeList();

  // See WeakIndex#extra.
  private final int[] extraBegin;
  private final int[] extra;

  ListObservations(History history, SessionOrder chains, Versions versions, boolean isTransitive) {
    this.history = history;
    this.chains = chains;
    this.versions = versions;
    isLastAppend = new boolean[history.operationCount()];
    place = new int[history.operationCount()];
    findLastAppends();
    for (int key = 0; key < history.keyCount(); key++) {
      addOrder(key);
    }
    extraBegin = new int[chains.nodeCount() + 1];
    extra = extras(isTransitive);
  }

  private void findLastAppends() {
    int[] stamp = new int[history.keyCount()];
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.endOperation(t) - 1; i >= history.firstOperation(t); i--) {
        if (history.isAppend(i) && stamp[history.keyOf(i)] != t + 1) {
          stamp[history.keyOf(i)] = t + 1;
          isLastAppend[i] = true;
        }
      }
    }
  }

  private void addOrder(int key) {
    int last = History.INITIAL;
    int at = 1;
    for (int next = versions.after(key, last);
        next != History.NONE && place[next] == 0;
        next = versions.after(key, last)) {
      place[next] = at++;
      addOrder(last, next);
      last = next;
    }
    for (int unread : versions.unordered(key)) {
      place[unread] = LAST;
      addOrder(versions.tail(key), unread);
    }
  }

  private void addOrder(int earlier, int later) {
    if (earlier != History.INITIAL
        && history.transactionOf(earlier) != history.transactionOf(later)) {
      order.add(
          chains.node(history.transactionOf(earlier)), chains.node(history.transactionOf(later)));
    }
  }

  /**
   * Session order in other chains and, where that is asked for, the appenders of elements. Those
   * that an earlier transaction of the chain has shown happen before that one already.
   */
  private int[] extras(boolean withElements) {
    IntArrayList all = new IntArrayList();
    // By key: how many elements the chain has shown so far, and which chain that was, plus 1.
    int[] shown = new int[history.keyCount()];
    int[] shownBy = new int[history.keyCount()];
    for (int v = 0; v < chains.nodeCount(); v++) {
      for (int e = chains.firstExtra(v); e < chains.endExtra(v); e++) {
        all.add(chains.extra(e));
      }
      int t = chains.transaction(v);
      for (int i = history.firstOperation(t); withElements && i < history.endOperation(t); i++) {
        if (isRead(i)) {
          int key = history.keyOf(i);
          int end = shownByOthers(i);
          int begin = shownBy[key] == chains.chain(v) + 1 ? shown[key] : 0;
          addAppenders(i, begin, end - 1, all);
          shown[key] = Math.max(begin, end);
          shownBy[key] = chains.chain(v) + 1;
        }
      }
      extraBegin[v + 1] = all.size();
    }
    return all.toIntArray();
  }

  private void addAppenders(int read, int from, int to, IntArrayList all) {
    int last = History.NONE;
    for (int e = from; e < to; e++) {
      int appender = appender(read, e);
      if (appender != last) {
        all.add(appender);
      }
      last = appender;
    }
  }

  private int appender(int read, int element) {
    int append = history.writeOf(history.keyOf(read), history.listElement(read, element));
    return chains.node(history.transactionOf(append));
  }

  /** How many elements of a read are not its transaction's own. */
  private int shownByOthers(int read) {
    int others = history.listSize(read);
    for (int i = history.firstOperation(history.transactionOf(read)); i < read; i++) {
      if (history.isAppend(i) && history.keyOf(i) == history.keyOf(read)) {
        others--;
      }
    }
    return others;
  }

  Versions versions() {
    return versions;
  }

  /** Whether the operation reads a list, and without fault. */
  boolean isRead(int operation) {
    return history.isListRead(operation) && versions.seen(operation) != Versions.LEFT_OUT;
  }

  boolean isLastAppend(int operation) {
    return isLastAppend[operation];
  }

  /** The order of appends, between neighbours. */
  EdgeList order() {
    return order;
  }

  int firstExtra(int node) {
    return extraBegin[node];
  }

  int endExtra(int node) {
    return extraBegin[node + 1];
  }

  int extra(int index) {
    return extra[index];
  }

  /** Whether reads show that one append precedes another of the same list. */
  boolean isBefore(int append, int other) {
    return place[append] > 0 && place[append] < place[other];
  }

  /** The first read of a node whose list holds an element that another node appended, or NONE. */
  int firstShowing(int appender, int reader) {
    int t = chains.transaction(reader);
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (isRead(i) && shows(i, appender)) {
        return i;
      }
    }
    return History.NONE;
  }

  /**
   * Whether a list that ends with what {@code last} appended shows what {@code appender} appended:
   * no reader of it missed that.
   *
   * @param reader one who read that list
   */
  boolean showsAlso(int appender, int reader, int key, int last) {
    int shown = appendTo(key, chains.transaction(appender));
    int end = appendTo(key, chains.transaction(last));
    if (isPlaced(shown) && isPlaced(end)) {
      return isBefore(shown, end);
    }
    // Where reads disagree on the order of a list, only the list itself tells.
    int t = chains.transaction(reader);
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (isRead(i) && history.keyOf(i) == key && shows(i, appender)) {
        return true;
      }
    }
    return false;
  }

  private boolean isPlaced(int append) {
    return append != History.NONE && place[append] != LAST;
  }

  private boolean shows(int read, int appender) {
    for (int e = shownByOthers(read) - 1; e >= 0; e--) {
      if (appender(read, e) == appender) {
        return true;
      }
    }
    return false;
  }

  /** The last append of a later one's neighbour in the order; NONE if lists do not show it. */
  int overwriting(int earlier, int later) {
    int t = chains.transaction(later);
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (place[i] > 0 && history.isAppend(i)) {
        int before = appendTo(history.keyOf(i), chains.transaction(earlier));
        if (before != History.NONE && isBefore(before, i)) {
          return i;
        }
      }
    }
    return History.NONE;
  }

  private int appendTo(int key, int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (place[i] > 0 && history.keyOf(i) == key) {
        return i;
      }
    }
    return History.NONE;
  }
}
