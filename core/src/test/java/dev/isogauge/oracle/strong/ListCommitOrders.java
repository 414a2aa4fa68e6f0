package dev.isogauge.oracle.strong;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decides the weak levels of a tiny history of lists by trying all commit orders: a list read must
 * be what the appends before its last element made of the list, in that order, and no transaction
 * that appends to the list and is visible to the reader may come after the last one read. Shares
 * nothing with the checkers.
 */
final class ListCommitOrders {
  private static final int NOBODY = Integer.MAX_VALUE;

  private final History history;
  private final List<Integer> counting;

  ListCommitOrders(History history) {
    this.history = history;
    this.counting =
        IntStream.range(0, history.transactionCount()).filter(history::counts).boxed().toList();
  }

  boolean holds(IsolationLevel level) {
    return level == IsolationLevel.CUT_ISOLATION ? isCut() : extend(level, new ArrayList<>());
  }

  /** By lists alone: what a transaction sees of others in one list does not change. */
  private boolean isCut() {
    for (int t : counting) {
      for (int i : reads(t)) {
        for (int j : reads(t)) {
          if (history.keyOf(i) == history.keyOf(j) && !observed(i).equals(observed(j))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean extend(IsolationLevel level, List<Integer> order) {
    if (order.size() == counting.size()) {
      return accepts(level, order);
    }
    for (int t : counting) {
      if (!order.contains(t)) {
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

  private boolean accepts(IsolationLevel level, List<Integer> order) {
    for (int t : counting) {
      for (int s : counting) {
        if (follows(s, t) && order.indexOf(s) > order.indexOf(t)) {
          return false;
        }
      }
      for (int read : reads(t)) {
        if (!endsWithOwn(t, read)) {
          return false;
        }
        int source = source(read);
        int place = order.indexOf(source);
        if (source == NOBODY
            || place >= order.indexOf(t)
            || !observed(read).equals(appended(order.subList(0, place + 1), history.keyOf(read)))) {
          return false;
        }
        for (int s : visible(level, t, read)) {
          if (s != t
              && !appended(List.of(s), history.keyOf(read)).isEmpty()
              && order.indexOf(s) > place) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private Set<Integer> visible(IsolationLevel level, int t, int read) {
    Set<Integer> visible = new HashSet<>();
    if (level == IsolationLevel.READ_COMMITTED) {
      reads(t).stream().filter(i -> i < read).map(this::source).forEach(visible::add);
    } else if (IsolationLevel.sessionGuarantees().contains(level)) {
      visible.addAll(byGuarantee(level, t));
    } else {
      addPast(t, level == IsolationLevel.CAUSAL, visible);
    }
    visible.retainAll(counting);
    return visible;
  }

  private Set<Integer> byGuarantee(IsolationLevel level, int t) {
    Set<Integer> visible = new HashSet<>();
    if (level == IsolationLevel.READ_YOUR_WRITES) {
      visible.addAll(earlier(t));
    } else if (level == IsolationLevel.MONOTONIC_READS) {
      earlier(t).forEach(s -> visible.addAll(sources(s)));
    } else if (level == IsolationLevel.MONOTONIC_WRITES) {
      sources(t).forEach(s -> visible.addAll(earlier(s)));
    } else {
      for (int s : sources(t)) {
        visible.addAll(sources(s));
        earlier(s).forEach(u -> visible.addAll(sources(u)));
      }
    }
    return visible;
  }

  private Set<Integer> earlier(int t) {
    return counting.stream().filter(s -> follows(s, t)).collect(Collectors.toSet());
  }

  private Set<Integer> sources(int t) {
    return reads(t).stream()
        .map(this::source)
        .filter(counting::contains)
        .collect(Collectors.toSet());
  }

  private void addPast(int t, boolean all, Set<Integer> past) {
    Set<Integer> direct = new HashSet<>();
    reads(t).stream().map(this::source).filter(counting::contains).forEach(direct::add);
    if (all) {
      reads(t).forEach(read -> direct.addAll(appenders(read)));
    }
    counting.stream().filter(s -> follows(s, t)).forEach(direct::add);
    for (int s : direct) {
      if (past.add(s) && all) {
        addPast(s, true, past);
      }
    }
  }

  private boolean follows(int s, int t) {
    if (s >= t
        || history.sessionOf(s) != history.sessionOf(t)
        || history.outcome(s) != Outcome.COMMITTED) {
      return false;
    }
    boolean known =
        history.endTime(s) != RawBlock.NO_TIME && history.beginTime(t) != RawBlock.NO_TIME;
    return !known
        || history.beginTime(t) >= history.endTime(s)
        || counting.stream().anyMatch(u -> s < u && u < t && follows(s, u) && follows(u, t));
  }

  private List<Integer> reads(int t) {
    return IntStream.range(history.firstOperation(t), history.endOperation(t))
        .filter(history::isListRead)
        .boxed()
        .toList();
  }

  private List<Long> own(int t, int key, int end) {
    return IntStream.range(history.firstOperation(t), end)
        .filter(i -> history.isAppend(i) && history.keyOf(i) == key)
        .mapToObj(history::valueOf)
        .toList();
  }

  private List<Long> list(int read) {
    return IntStream.range(0, history.listSize(read))
        .mapToObj(e -> history.listElement(read, e))
        .toList();
  }

  private boolean endsWithOwn(int t, int read) {
    List<Long> own = own(t, history.keyOf(read), read);
    List<Long> list = list(read);
    return list.size() >= own.size()
        && list.subList(list.size() - own.size(), list.size()).equals(own);
  }

  private List<Long> observed(int read) {
    int own = own(history.transactionOf(read), history.keyOf(read), read).size();
    return list(read).subList(0, Math.max(0, list(read).size() - own));
  }

  private int source(int read) {
    List<Long> observed = observed(read);
    return observed.isEmpty()
        ? History.INITIAL
        : counting.stream()
            .filter(
                s ->
                    own(s, history.keyOf(read), history.endOperation(s))
                        .contains(observed.get(observed.size() - 1)))
            .findFirst()
            .orElse(NOBODY);
  }

  /** Those whose elements a list shows. */
  private Set<Integer> appenders(int read) {
    int key = history.keyOf(read);
    return counting.stream()
        .filter(
            s ->
                s != history.transactionOf(read)
                    && own(s, key, history.endOperation(s)).stream()
                        .anyMatch(observed(read)::contains))
        .collect(Collectors.toSet());
  }

  private List<Long> appended(List<Integer> transactions, int key) {
    List<Long> all = new ArrayList<>();
    for (int t : transactions) {
      all.addAll(own(t, key, history.endOperation(t)));
    }
    return all;
  }
}
