package dev.isogauge.generate;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules of timestamps, transaction by transaction and pair by pair, for generated histories
 * (all committed or aborted, sessions named by integers). Findings are "kind transaction other key
 * operation", with - for what there is none of. Quadratic.
 */
final class NaiveTimestamps {
  private final History history;
  private final boolean snapshots;
  private final List<Integer> order = new ArrayList<>();
  private final Set<String> findings = new TreeSet<>();

  NaiveTimestamps(History history, IsolationLevel level) {
    this.history = history;
    this.snapshots = level == IsolationLevel.SNAPSHOT_ISOLATION;
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        order.add(t);
      }
    }
    order.sort(this::compare);
  }

  Set<String> findings() {
    for (int s : order) {
      if (snapshots && start(s) > commit(s)) {
        find("TimestampOrder", s, "-", "-", 0);
      }
      session(s);
      reads(s);
      for (int t : order.subList(0, order.indexOf(s))) {
        pair(t, s);
      }
    }
    return findings;
  }

  private void session(int s) {
    for (int t = s - 1; t >= history.firstTransaction(history.sessionOf(s)); t--) {
      if (history.counts(t)) {
        if (snapshots ? start(s) < commit(t) : commit(t) > commit(s)) {
          find("Session", s, name(t), "-", 0);
        }
        return;
      }
    }
  }

  private void pair(int t, int s) {
    Set<Integer> written = keys(t, true);
    Set<Integer> both = new HashSet<>(written);
    both.retainAll(keys(s, true));
    boolean ordered = start(t) <= commit(t) && start(s) <= commit(s);
    if (snapshots && ordered && start(s) < commit(t)) {
      both.forEach(key -> find("NoConflict", s, name(t), history.keyName(key), 0));
    }
    boolean tie =
        commit(t) == commit(s) && (!snapshots || (start(t) == commit(t) && start(s) == commit(s)));
    boolean updating = !written.isEmpty() && !keys(s, true).isEmpty();
    Set<Integer> touched = new TreeSet<>(keys(s, true));
    touched.retainAll(keys(t, false));
    Set<Integer> other = new TreeSet<>(written);
    other.retainAll(keys(s, false));
    touched.addAll(both);
    touched.addAll(other);
    if (tie && updating && !touched.isEmpty()) {
      find("TimestampTie", s, name(t), history.keyName(touched.iterator().next()), 0);
    }
  }

  private void reads(int s) {
    Map<Integer, List<Long>> seen = new HashMap<>();
    Map<Integer, List<Long>> own = new HashMap<>();
    for (int i = history.firstOperation(s); i < history.endOperation(s); i++) {
      int key = history.keyOf(i);
      int operation = i - history.firstOperation(s) + 1;
      List<Long> appended = own.computeIfAbsent(key, any -> new ArrayList<>());
      if (history.isAppend(i)) {
        appended.add(history.valueOf(i));
      } else if (history.isWrite(i)) {
        seen.put(key, List.of(history.valueOf(i)));
      } else if (history.isListRead(i)) {
        List<Long> list = new ArrayList<>();
        for (int e = 0; e < history.listSize(i); e++) {
          list.add(history.listElement(i, e));
        }
        int observed = list.size() - appended.size();
        if (observed < 0 || !list.subList(observed, list.size()).equals(appended)) {
          find("Internal", s, "-", history.keyName(key), operation);
        } else {
          judge(s, key, list.subList(0, observed), seen, operation);
        }
      } else {
        judge(s, key, List.of(history.valueOf(i)), seen, operation);
      }
    }
  }

  private void judge(
      int s, int key, List<Long> read, Map<Integer, List<Long>> seen, int operation) {
    List<Long> before = seen.putIfAbsent(key, read);
    if (before != null) {
      if (!before.equals(read)) {
        find("Internal", s, "-", history.keyName(key), operation);
        seen.put(key, read);
      }
      return;
    }
    if (snapshots && start(s) > commit(s)) {
      return;
    }
    List<Long> expected = new ArrayList<>();
    String writer = "-";
    boolean lists = history.hasLists();
    if (!lists) {
      expected.add(history.initialValue(key));
    }
    for (int t : order) {
      boolean follows = history.sessionOf(t) == history.sessionOf(s) && t > s;
      boolean earlier = compare(t, s) < 0 && (!snapshots || commit(t) <= start(s));
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (earlier && !follows && history.isWrite(i) && history.keyOf(i) == key) {
          writer = name(t);
          if (!lists) {
            expected.clear();
          }
          expected.add(history.valueOf(i));
        }
      }
    }
    if (!expected.equals(read)) {
      find("External", s, writer, history.keyName(key), operation);
    }
  }

  private int compare(int t, int s) {
    int result = Long.compare(commit(t), commit(s));
    if (result == 0) {
      result = Boolean.compare(keys(t, true).isEmpty(), keys(s, true).isEmpty());
    }
    if (result == 0) {
      result = Long.compare(start(t), start(s));
    }
    if (result == 0) {
      result = Long.compare(sessionName(t), sessionName(s));
    }
    return result == 0 ? Integer.compare(t, s) : result;
  }

  private Set<Integer> keys(int t, boolean onlyWritten) {
    Set<Integer> keys = new HashSet<>();
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (!onlyWritten || history.isWrite(i)) {
        keys.add(history.keyOf(i));
      }
    }
    return keys;
  }

  /** Both parts of a timestamp in one; generated logical parts are below 1000. */
  private long start(int t) {
    return history.startTimestamp(t) * 1000 + history.startLogical(t);
  }

  private long commit(int t) {
    return history.commitTimestamp(t) * 1000 + history.commitLogical(t);
  }

  private long sessionName(int t) {
    return history.sessionAtom(history.sessionOf(t));
  }

  private String name(int t) {
    return history.transactionName(t);
  }

  private void find(String kind, int s, String other, String key, int operation) {
    findings.add(String.join(" ", kind, name(s), other, key, Integer.toString(operation)));
  }
}
