package dev.isogauge.oracle.blackbox;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All histories of at most three transactions with at most two operations each on two keys, up to
 * renaming: the first two transactions share a session or not, writes give 1 or 2, so that values
 * repeat, and reads see nil, 1 or 2.
 */
final class SmallOpenHistories {
  private static final List<String> OPERATIONS = operations();

  private SmallOpenHistories() {}

  private static List<String> operations() {
    List<String> operations = new ArrayList<>();
    for (String key : List.of("x", "y")) {
      for (String value : List.of("nil", "1", "2")) {
        operations.add("r(" + key + "," + value + ")");
      }
      operations.add("w(" + key + ",1)");
      operations.add("w(" + key + ",2)");
    }
    return operations;
  }

  /** Texts, made one after the other. */
  static Iterable<String> all() {
    List<String> transactions = new ArrayList<>();
    for (String first : OPERATIONS) {
      transactions.add(first);
      for (String second : OPERATIONS) {
        transactions.add(first + " " + second);
      }
    }
    int n = transactions.size();
    // The third one may be missing; the order of the last two does not matter in own sessions.
    return () ->
        java.util.stream.IntStream.range(0, n * n * (n + 1) * 2)
            .filter(i -> i % 2 == 0 || i / 2 % n <= i / 2 / n % n)
            .mapToObj(i -> text(transactions, i / 2 % n, i / 2 / n % n, i / 2 / n / n, i % 2))
            .iterator();
  }

  private static String text(
      List<String> transactions, int first, int second, int third, int apart) {
    List<String> lines = new ArrayList<>();
    lines.add("s1: " + transactions.get(first));
    lines.add((apart == 1 ? "s2: " : "s1: ") + transactions.get(second));
    if (third < transactions.size()) {
      lines.add("s3: " + transactions.get(third));
    }
    return lines.stream().collect(Collectors.joining("\n"));
  }
}
