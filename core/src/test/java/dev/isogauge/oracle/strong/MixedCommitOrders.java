package dev.isogauge.oracle.strong;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Decides the weak levels of a tiny history of lists and registers by trying all commit orders, all
 * writers that reads may have seen, and all that may have happened of what has an unknown outcome.
 * Shares nothing with the checkers.
 */
final class MixedCommitOrders {
  private static final int INITIAL = -1;

  private final History history;
  private final int count;

  MixedCommitOrders(History history) {
    this.history = history;
    this.count = history.transactionCount();
  }

  /** What happens: all that committed, and some of what has an unknown outcome. */
  private final Set<Integer> happening = new HashSet<>();

  boolean holds(IsolationLevel level) {
    List<Integer> open = with(Outcome.INDETERMINATE);
    for (int subset = 0; subset < 1 << open.size(); subset++) {
      happening.clear();
      happening.addAll(with(Outcome.COMMITTED));
      for (int i = 0; i < open.size(); i++) {
        if ((subset >> i & 1) == 1) {
          happening.add(open.get(i));
        }
      }
      if (extend(level, new ArrayList<>())) {
        return true;
      }
    }
    return false;
  }

  private List<Integer> with(Outcome outcome) {
    return IntStream.range(0, count).filter(t -> history.outcome(t) == outcome).boxed().toList();
  }

  private boolean extend(IsolationLevel level, List<Integer> order) {
    if (order.size() == happening.size()) {
      return choose(level, order, 0, new HashMap<>());
    }
    for (int t : happening) {
      int next = t;
      if (!order.contains(t)
          && IntStream.range(0, count).allMatch(s -> !follows(s, next) || order.contains(s))) {
        order.add(t);
        boolean found = extend(level, order);
        order.remove((Integer) t);
        if (found) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean follows(int s, int t) {
    boolean known =
        history.endTime(s) != RawBlock.NO_TIME && history.beginTime(t) != RawBlock.NO_TIME;
    return s < t
        && history.sessionOf(s) == history.sessionOf(t)
        && history.outcome(s) == Outcome.COMMITTED
        && !(known && history.beginTime(t) < history.endTime(s));
  }

  /** Gives every read from an operation on a transaction that it may have seen. */
  private boolean choose(
      IsolationLevel level, List<Integer> order, int from, Map<Integer, Integer> sources) {
    int read = from;
    while (read < history.operationCount()
        && (history.isWrite(read)
            || history.isUnknownRead(read)
            || !happening.contains(history.transactionOf(read)))) {
      read++;
    }
    if (read == history.operationCount()) {
      return isSeen(sources) && accepts(level, order, sources);
    }
    int t = history.transactionOf(read);
    List<Long> own = written(t, history.keyOf(read), read);
    List<Long> seen = seen(read);
    if (!history.isListRead(read) && !own.isEmpty()) {
      return own.get(own.size() - 1).equals(seen.get(0)) && choose(level, order, read + 1, sources);
    }
    for (int place = INITIAL; place < order.indexOf(t); place++) {
      int source = place == INITIAL ? INITIAL : order.get(place);
      if (isSource(read, seen, own, order.subList(0, place + 1), source)) {
        sources.put(read, source);
        if (choose(level, order, read + 1, sources)) {
          return true;
        }
        sources.remove(read);
      }
    }
    return false;
  }

  /** Whether what has an unknown outcome was seen, from what committed on. */
  private boolean isSeen(Map<Integer, Integer> sources) {
    Set<Integer> seen = new HashSet<>(with(Outcome.COMMITTED));
    boolean grows = true;
    while (grows) {
      Set<Integer> more = new HashSet<>();
      sources.forEach(
          (read, source) -> {
            if (seen.contains(history.transactionOf(read))) {
              more.add(source);
              if (history.isListRead(read)) {
                more.addAll(appenders(read));
              }
            }
          });
      grows = seen.addAll(more);
    }
    return seen.containsAll(happening);
  }

  private boolean isSource(
      int read, List<Long> seen, List<Long> own, List<Integer> until, int source) {
    int key = history.keyOf(read);
    if (source != INITIAL && written(source, key, history.endOperation(source)).isEmpty()) {
      return false;
    }
    if (history.isListRead(read)) {
      List<Long> list = new ArrayList<>();
      until.forEach(t -> list.addAll(written(t, key, history.endOperation(t))));
      list.addAll(own);
      return list.equals(seen);
    }
    List<Long> writes =
        source == INITIAL
            ? List.of(history.initialValue(key))
            : written(source, key, history.endOperation(source));
    return writes.get(writes.size() - 1).equals(seen.get(0));
  }

  private List<Long> seen(int read) {
    return history.isListRead(read)
        ? IntStream.range(0, history.listSize(read))
            .mapToObj(e -> history.listElement(read, e))
            .toList()
        : List.of(history.valueOf(read));
  }

  private List<Long> written(int t, int key, int end) {
    return IntStream.range(history.firstOperation(t), end)
        .filter(i -> history.isWrite(i) && history.keyOf(i) == key)
        .mapToObj(history::valueOf)
        .toList();
  }

  private boolean accepts(
      IsolationLevel level, List<Integer> order, Map<Integer, Integer> sources) {
    for (Map.Entry<Integer, Integer> entry : sources.entrySet()) {
      int read = entry.getKey();
      int t = history.transactionOf(read);
      int place = order.indexOf(entry.getValue());
      for (int s : visible(level, t, read, sources)) {
        if (s != t
            && order.indexOf(s) > place
            && !written(s, history.keyOf(read), history.endOperation(s)).isEmpty()) {
          return false;
        }
      }
    }
    return true;
  }

  private Set<Integer> visible(
      IsolationLevel level, int t, int read, Map<Integer, Integer> sources) {
    Set<Integer> visible = new HashSet<>();
    if (level == IsolationLevel.READ_COMMITTED) {
      sources.forEach(
          (other, source) -> {
            if (history.transactionOf(other) == t && other < read) {
              visible.add(source);
            }
          });
    } else if (IsolationLevel.sessionGuarantees().contains(level)) {
      visible.addAll(byGuarantee(level, t, sources));
    } else {
      addPast(t, level == IsolationLevel.CAUSAL, visible, sources);
    }
    visible.remove(INITIAL);
    return visible;
  }

  private Set<Integer> byGuarantee(IsolationLevel level, int t, Map<Integer, Integer> sources) {
    Set<Integer> visible = new HashSet<>();
    Set<Integer> earlier = new HashSet<>();
    if (level == IsolationLevel.READ_YOUR_WRITES || level == IsolationLevel.MONOTONIC_READS) {
      addEarlier(t, earlier);
    } else {
      for (int s : read(t, sources)) {
        addEarlier(s, earlier);
        if (level == IsolationLevel.WRITES_FOLLOW_READS) {
          earlier.add(s);
        }
      }
    }
    if (level == IsolationLevel.READ_YOUR_WRITES || level == IsolationLevel.MONOTONIC_WRITES) {
      return earlier;
    }
    earlier.forEach(s -> visible.addAll(read(s, sources)));
    return visible;
  }

  /** The transactions that one reads from. */
  private Set<Integer> read(int t, Map<Integer, Integer> sources) {
    Set<Integer> read = new HashSet<>();
    sources.forEach(
        (operation, source) -> {
          if (history.transactionOf(operation) == t && source != INITIAL) {
            read.add(source);
          }
        });
    return read;
  }

  private void addPast(int t, boolean all, Set<Integer> past, Map<Integer, Integer> sources) {
    Set<Integer> direct = new HashSet<>();
    sources.forEach(
        (read, source) -> {
          if (history.transactionOf(read) == t) {
            direct.add(source);
            if (all && history.isListRead(read)) {
              direct.addAll(appenders(read));
            }
          }
        });
    addEarlier(t, direct);
    for (int s : direct) {
      if (s != INITIAL && past.add(s) && all) {
        addPast(s, true, past, sources);
      }
    }
  }

  /** Those whose elements a list shows. */
  private List<Integer> appenders(int read) {
    int key = history.keyOf(read);
    List<Long> seen = seen(read);
    return IntStream.range(0, count)
        .filter(s -> s != history.transactionOf(read) && happening.contains(s))
        .filter(s -> written(s, key, history.endOperation(s)).stream().anyMatch(seen::contains))
        .boxed()
        .toList();
  }

  private void addEarlier(int t, Set<Integer> earlier) {
    for (int s = 0; s < t; s++) {
      if (follows(s, t) && earlier.add(s)) {
        addEarlier(s, earlier);
      }
    }
  }
}
