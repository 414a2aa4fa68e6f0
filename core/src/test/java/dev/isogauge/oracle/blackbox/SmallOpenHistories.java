package dev.isogauge.oracle.blackbox;

import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.TinyHistory.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What can be known of a small history besides what is read and written. */
final class SmallOpenHistories {
  private static final List<String> KEYS = List.of("x", "y");

  /** Three intervals for every way in which real time can order three transactions. */
  private static final List<int[]> INTERVALS = intervals();

  private SmallOpenHistories() {}

  /** The history with names for its transactions. */
  static TinyHistory named(TinyHistory history) {
    int number = 1;
    List<List<Transaction>> sessions = new ArrayList<>();
    for (List<Transaction> session : history.sessions()) {
      List<Transaction> named = new ArrayList<>();
      for (Transaction transaction : session) {
        named.add(transaction.named("T" + number++));
      }
      sessions.add(named);
    }
    return new TinyHistory(sessions);
  }

  /**
   * Every part of an order of versions: for each key any of its writers in any order, whether or
   * not that contradicts what is read. A part of less than two versions says nothing.
   */
  static List<Map<String, List<Transaction>>> orders(TinyHistory named) {
    List<Map<String, List<Transaction>>> orders = new ArrayList<>();
    for (List<Transaction> first : arrangements(writers(named, KEYS.get(0)))) {
      for (List<Transaction> second : arrangements(writers(named, KEYS.get(1)))) {
        Map<String, List<Transaction>> order = new LinkedHashMap<>();
        if (!first.isEmpty()) {
          order.put(KEYS.get(0), first);
        }
        if (!second.isEmpty()) {
          order.put(KEYS.get(1), second);
        }
        if (!order.isEmpty()) {
          orders.add(order);
        }
      }
    }
    return orders;
  }

  private static List<Transaction> writers(TinyHistory history, String key) {
    return history.transactions().stream()
        .filter(transaction -> transaction.lastWriteOf(key).isPresent())
        .toList();
  }

  /** None, and two or more of them in every order. */
  private static List<List<Transaction>> arrangements(List<Transaction> writers) {
    List<List<Transaction>> all = new ArrayList<>(List.of(List.of()));
    List<List<Transaction>> longest = new ArrayList<>();
    writers.forEach(writer -> longest.add(List.of(writer)));
    while (!longest.isEmpty()) {
      List<List<Transaction>> longer = new ArrayList<>();
      for (List<Transaction> some : longest) {
        for (Transaction writer : writers) {
          if (!some.contains(writer)) {
            List<Transaction> more = new ArrayList<>(some);
            more.add(writer);
            longer.add(more);
          }
        }
      }
      all.addAll(longer);
      longest.clear();
      longest.addAll(longer);
    }
    return all;
  }

  /** The history in every way that real time can order its transactions. */
  static List<TinyHistory> timed(TinyHistory history) {
    return INTERVALS.stream()
        .filter(times -> isFirst(times, history.transactions().size()))
        .map(times -> timed(history, times))
        .toList();
  }

  /** Of those that order so many transactions alike, the first one. */
  private static boolean isFirst(int[] times, int count) {
    return INTERVALS.stream()
            .filter(other -> order(other, count) == order(times, count))
            .findFirst()
            .orElseThrow()
        == times;
  }

  private static TinyHistory timed(TinyHistory history, int[] times) {
    int number = 0;
    List<List<Transaction>> sessions = new ArrayList<>();
    for (List<Transaction> session : history.sessions()) {
      List<Transaction> timed = new ArrayList<>();
      for (Transaction transaction : session) {
        timed.add(transaction.between(times[2 * number], times[2 * number + 1]));
        number++;
      }
      sessions.add(timed);
    }
    return new TinyHistory(sessions);
  }

  private static List<int[]> intervals() {
    Map<Integer, int[]> byOrder = new LinkedHashMap<>();
    for (int code = 0; code < 216; code++) {
      int[] times = new int[6];
      for (int t = 0, rest = code; t < 3; t++, rest /= 6) {
        int[] interval =
            List.of(of(1, 1), of(1, 2), of(1, 3), of(2, 2), of(2, 3), of(3, 3)).get(rest % 6);
        times[2 * t] = interval[0];
        times[2 * t + 1] = interval[1];
      }
      byOrder.putIfAbsent(order(times, 3), times);
    }
    return List.copyOf(byOrder.values());
  }

  private static int[] of(int begin, int end) {
    return new int[] {begin, end};
  }

  /** A bit for each pair that real time orders. */
  private static int order(int[] times, int count) {
    int order = 0;
    for (int s = 0; s < count; s++) {
      for (int t = 0; t < count; t++) {
        order |= times[2 * s + 1] < times[2 * t] ? 1 << (3 * s + t) : 0;
      }
    }
    return order;
  }
}
