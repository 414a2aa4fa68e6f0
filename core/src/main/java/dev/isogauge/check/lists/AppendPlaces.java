package dev.isogauge.check.lists;

import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Where each append stands in its list, and the latest append to a key among the first transactions
 * of a chain of a session.
 */
final class AppendPlaces {
  /** The place of an append that no read shows: after all others. */
  static final int LAST = Integer.MAX_VALUE;

  /** By operation: the place of the version that it makes; 0 where it makes none. */
  private final int[] place;

  // Versions sorted by key and transaction; by version the latest one so far in its group.
  private final int[] versions;
  private final int[] latest;

  /** Where neighbours of one key and chain begin, and by key the first such group. */
  private final IntArrayList groups = new IntArrayList();

  private final int[] firstGroup;
  private final History history;
  private final SessionOrder sessions;

  AppendPlaces(History history, Versions order, SessionOrder sessions) {
    this.history = history;
    this.sessions = sessions;
    place = new int[history.operationCount()];
    for (int key = 0; key < history.keyCount(); key++) {
      int at = 1;
      for (int v = order.after(key, History.INITIAL);
          v != History.NONE && place[v] == 0;
          v = order.after(key, v)) {
        place[v] = at++;
      }
      for (int v : order.unordered(key)) {
        place[v] = LAST;
      }
    }
    versions = sorted();
    latest = new int[versions.length];
    firstGroup = new int[history.keyCount() + 1];
    int key = 0;
    for (int i = 0; i < versions.length; i++) {
      boolean goesOn = i > 0 && inOneChain(versions[i - 1], versions[i]);
      if (!goesOn) {
        while (key <= history.keyOf(versions[i])) {
          firstGroup[key++] = groups.size();
        }
        groups.add(i);
      }
      boolean later = !goesOn || place[versions[i]] > place[latest[i - 1]];
      latest[i] = later ? versions[i] : latest[i - 1];
    }
    Arrays.fill(firstGroup, key, firstGroup.length, groups.size());
    groups.add(versions.length);
  }

  static long bytes(History history) {
    return 20L * history.operationCount() + 4L * history.keyCount();
  }

  /** By key, then by transaction. */
  private int[] sorted() {
    int[] next = new int[history.keyCount() + 1];
    for (int i = 0; i < place.length; i++) {
      if (place[i] > 0) {
        next[history.keyOf(i) + 1]++;
      }
    }
    for (int key = 0; key < history.keyCount(); key++) {
      next[key + 1] += next[key];
    }
    int[] result = new int[next[history.keyCount()]];
    // Operations are numbered by transaction.
    for (int i = 0; i < place.length; i++) {
      if (place[i] > 0) {
        result[next[history.keyOf(i)]++] = i;
      }
    }
    return result;
  }

  private boolean inOneChain(int left, int right) {
    return history.keyOf(left) == history.keyOf(right) && chain(left) == chain(right);
  }

  private int chain(int operation) {
    return sessions.chainOfTransaction(history.transactionOf(operation));
  }

  /** The place of a version; 0 for the initial one, and for an append that makes none. */
  int of(int version) {
    return version == History.INITIAL ? 0 : place[version];
  }

  /**
   * The latest version of a key among those that a horizon holds; of several that no read shows the
   * first of each chain.
   *
   * @param horizon by chain, from the first one on: the last transaction of it that is visible, -1
   *     if none
   * @param best gets them
   */
  void latest(int key, int[] horizon, int firstChain, IntArrayList best) {
    best.clear();
    for (int group = firstGroup[key]; group < firstGroup[key + 1]; group++) {
      int begin = groups.getInt(group);
      int visible = chain(versions[begin]) - firstChain;
      if (visible >= 0 && visible < horizon.length && horizon[visible] >= 0) {
        int found = lastUpTo(begin, groups.getInt(group + 1), horizon[visible]);
        if (found >= 0 && (best.isEmpty() || of(latest[found]) >= of(best.getInt(0)))) {
          if (!best.isEmpty() && of(latest[found]) > of(best.getInt(0))) {
            best.clear();
          }
          best.add(latest[found]);
        }
      }
    }
  }

  /** The index in a range of the last version whose transaction is not after the given one. */
  private int lastUpTo(int from, int to, int transaction) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (history.transactionOf(versions[middle]) <= transaction) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1 >= from ? low - 1 : -1;
  }
}
