package dev.isogauge.oracle.strong;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Decides Adya's levels of a tiny history by trying all orders of versions: is there one, for every
 * key, that agrees with the lists read and whose whole dependency graph has none of the forbidden
 * cycles? By values alone, so values must be unique. Shares nothing with the checkers.
 */
final class AdyaOracle {
  private final History history;
  private final List<Integer> counting;

  /** A read that is clean: its operation, and the write it saw, or {@code History.INITIAL}. */
  private record Seen(int read, int write) {}

  private final List<Seen> seen = new ArrayList<>();
  private boolean clean = true;

  AdyaOracle(History history) {
    this.history = history;
    this.counting =
        IntStream.range(0, history.transactionCount()).filter(history::counts).boxed().toList();
    for (int t : counting) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (!history.isWrite(i) && !history.isUnknownRead(i)) {
          judge(t, i);
        }
      }
    }
  }

  /** Whether some order of versions satisfies the level. */
  boolean holds(IsolationLevel level) {
    return (clean || level == IsolationLevel.PL_1)
        && some(level, orders -> isAcyclic(level, orders));
  }

  /** Whether every order of versions does in which writers come after what they have read. */
  boolean holdsInEveryOrder(IsolationLevel level) {
    boolean matters = level != IsolationLevel.PL_1;
    return (clean || !matters)
        && !some(level, orders -> (!matters || followReads(orders)) && !isAcyclic(level, orders));
  }

  private boolean some(IsolationLevel level, Predicate<List<List<Integer>>> wanted) {
    return some(level, wanted, 0, new ArrayList<>());
  }

  private boolean some(
      IsolationLevel level,
      Predicate<List<List<Integer>>> wanted,
      int key,
      List<List<Integer>> orders) {
    if (key == history.keyCount()) {
      return wanted.test(orders);
    }
    for (List<Integer> order : orders(key, new ArrayList<>(), new ArrayList<>())) {
      if (level == IsolationLevel.PL_1 && !agreesWithDirty(key, order)) {
        continue;
      }
      orders.add(order);
      boolean found = some(level, wanted, key + 1, orders);
      orders.remove(key);
      if (found) {
        return true;
      }
    }
    return false;
  }

  private boolean followReads(List<List<Integer>> orders) {
    return seen.stream()
        .allMatch(
            each -> {
              List<Integer> order = orders.get(history.keyOf(each.read()));
              int t = history.transactionOf(each.read());
              return order.stream()
                  .filter(write -> history.transactionOf(write) == t)
                  .allMatch(write -> order.indexOf(write) > order.indexOf(each.write()));
            });
  }

  private void judge(int t, int read) {
    List<Integer> own = writes(t, history.keyOf(read)).stream().filter(i -> i < read).toList();
    int before = seen.size();
    if (history.isListRead(read)) {
      judgeList(t, read, own);
    } else {
      judgeValue(t, read, own);
    }
    boolean isOwn = !own.isEmpty() && !history.isListRead(read);
    clean &= isOwn || seen.size() > before;
  }

  private void judgeValue(int t, int read, List<Integer> own) {
    if (!own.isEmpty()) {
      clean &= history.valueOf(own.get(own.size() - 1)) == history.valueOf(read);
      return;
    }
    if (history.valueOf(read) == history.initialValue(history.keyOf(read))) {
      seen.add(new Seen(read, History.INITIAL));
    }
    for (int s : counting) {
      List<Integer> writes = writes(s, history.keyOf(read));
      if (s != t
          && !writes.isEmpty()
          && history.valueOf(writes.get(writes.size() - 1)) == history.valueOf(read)) {
        seen.add(new Seen(read, writes.get(writes.size() - 1)));
      }
    }
  }

  private void judgeList(int t, int read, List<Integer> own) {
    List<Long> list = list(read);
    int others = list.size() - own.size();
    if (others < 0
        || !list.subList(others, list.size()).equals(own.stream().map(history::valueOf).toList())
        || new HashSet<>(list).size() < list.size()) {
      return;
    }
    List<Integer> appends = new ArrayList<>();
    for (long element : list.subList(0, others)) {
      for (int s : counting) {
        writes(s, history.keyOf(read)).stream()
            .filter(i -> s != t && history.valueOf(i) == element)
            .forEach(appends::add);
      }
    }
    boolean inOrder =
        appends.stream().allMatch(a -> appends.containsAll(earlierOwn(a)) && follows(appends, a));
    if (appends.size() < others || !inOrder) {
      return;
    }
    if (appends.isEmpty()) {
      seen.add(new Seen(read, History.INITIAL));
    } else {
      int last = appends.get(others - 1);
      List<Integer> writes = writes(history.transactionOf(last), history.keyOf(read));
      if (writes.get(writes.size() - 1) == last) {
        seen.add(new Seen(read, last));
      }
    }
  }

  private List<Integer> earlierOwn(int append) {
    return writes(history.transactionOf(append), history.keyOf(append)).stream()
        .filter(i -> i < append)
        .toList();
  }

  private boolean follows(List<Integer> appends, int append) {
    return earlierOwn(append).stream()
        .allMatch(earlier -> appends.indexOf(earlier) < appends.indexOf(append));
  }

  private List<Long> list(int read) {
    return IntStream.range(0, history.listSize(read))
        .mapToObj(e -> history.listElement(read, e))
        .toList();
  }

  private List<Integer> writes(int t, int key) {
    return IntStream.range(history.firstOperation(t), history.endOperation(t))
        .filter(i -> history.isWrite(i) && history.keyOf(i) == key)
        .boxed()
        .toList();
  }

  /** All orders of a key's versions; of lists all appends, of registers the last writes. */
  private List<List<Integer>> orders(int key, List<Integer> prefix, List<List<Integer>> found) {
    boolean longer = false;
    for (int t : counting) {
      List<Integer> writes = writes(t, key);
      if (!writes.isEmpty() && !history.isAppend(writes.get(0))) {
        writes = writes.subList(writes.size() - 1, writes.size());
      }
      for (int write : writes) {
        if (!prefix.contains(write)) {
          longer = true;
          prefix.add(write);
          if (agrees(key, prefix)) {
            orders(key, prefix, found);
          }
          prefix.remove((Integer) write);
          break;
        }
      }
    }
    if (!longer) {
      found.add(List.copyOf(prefix));
    }
    return found;
  }

  /** Whether every clean read of the list is a beginning of the order or goes on from it. */
  private boolean agrees(int key, List<Integer> order) {
    List<Long> values = order.stream().map(history::valueOf).toList();
    for (Seen each : seen) {
      if (history.keyOf(each.read()) == key && history.isListRead(each.read())) {
        List<Long> list = observed(each.read());
        int common = Math.min(list.size(), values.size());
        if (!list.subList(0, common).equals(values.subList(0, common))) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Dirty reads show the order of the appends that stayed, own ones that others follow included.
   */
  private boolean agreesWithDirty(int key, List<Integer> order) {
    for (int t : counting) {
      for (int read = history.firstOperation(t); read < history.endOperation(t); read++) {
        if (history.keyOf(read) != key || !history.isListRead(read)) {
          continue;
        }
        List<Long> stayed = new ArrayList<>(list(read));
        boolean known =
            new HashSet<>(stayed).size() == stayed.size()
                && stayed.stream().allMatch(e -> history.writeOf(key, e) >= 0);
        stayed.removeIf(e -> order.stream().noneMatch(w -> history.valueOf(w) == e));
        while (!stayed.isEmpty()
            && writes(t, key).contains(history.writeOf(key, stayed.get(stayed.size() - 1)))) {
          stayed.remove(stayed.size() - 1);
        }
        List<Long> values = order.stream().map(history::valueOf).toList();
        if (known && !values.subList(0, stayed.size()).equals(stayed)) {
          return false;
        }
      }
    }
    return true;
  }

  private List<Long> observed(int read) {
    int t = history.transactionOf(read);
    long own = writes(t, history.keyOf(read)).stream().filter(i -> i < read).count();
    List<Long> list = list(read);
    return list.subList(0, list.size() - (int) own);
  }

  private boolean isAcyclic(IsolationLevel level, List<List<Integer>> orders) {
    Order dependent = new Order(history.transactionCount());
    Order antiDependent = new Order(history.transactionCount());
    for (List<Integer> order : orders) {
      for (int later = 0; later < order.size(); later++) {
        for (int earlier = 0; earlier < later; earlier++) {
          relate(dependent, order.get(earlier), order.get(later));
        }
      }
    }
    if (level != IsolationLevel.PL_1) {
      for (Seen each : seen) {
        List<Integer> order = orders.get(history.keyOf(each.read()));
        relate(dependent, each.write(), each.read());
        for (int later : order.subList(order.indexOf(each.write()) + 1, order.size())) {
          relate(antiDependent, each.read(), later);
        }
      }
    }
    Order all =
        switch (level) {
          case PL_1, PL_2 -> dependent;
          case PL_SI -> dependent.or(dependent.then(antiDependent));
          default -> dependent.or(antiDependent);
        };
    return !all.closed().hasCycle();
  }

  private void relate(Order relation, int from, int to) {
    if (from != History.INITIAL && history.transactionOf(from) != history.transactionOf(to)) {
      relation.add(history.transactionOf(from), history.transactionOf(to));
    }
  }
}
