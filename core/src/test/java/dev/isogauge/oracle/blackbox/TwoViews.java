package dev.isogauge.oracle.blackbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One run of 20 to 80 transactions, each of which reads keys before it writes them, in two views:
 * keys are lists that grow, or registers that hold what would be a list's last element. Now and
 * then a transaction sees an old snapshot.
 *
 * @param orders the order of versions, all of which the lists that were read show
 */
record TwoViews(String lists, String registers, List<String> orders) {

  /** The registers, with what the lists tell about the order of their versions. */
  String registersInOrder() {
    return registers + String.join("\n", orders);
  }

  /**
   * A random run.
   *
   * @param mostWrites how often a transaction may write a key that it has read
   */
  static TwoViews of(Random random, int mostWrites) {
    int keys = 2 + random.nextInt(5);
    int sessions = 2 + random.nextInt(4);
    int noise = 10 + random.nextInt(100);
    List<List<List<String>>> states = new ArrayList<>();
    states.add(new ArrayList<>());
    List<List<String>> longestRead = new ArrayList<>();
    List<List<String>> versions = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      states.get(0).add(List.of());
      longestRead.add(List.of());
      versions.add(new ArrayList<>());
    }
    StringBuilder lists = new StringBuilder();
    StringBuilder registers = new StringBuilder();
    int fresh = 1;
    for (int t = 20 + random.nextInt(61); t > 0; t--) {
      int at = 10 * (80 - t);
      int back = random.nextInt(noise) == 0 ? 1 + random.nextInt(2) : 0;
      List<List<String>> seen = states.get(Math.max(0, states.size() - 1 - back));
      List<List<String>> after = new ArrayList<>(states.get(states.size() - 1));
      int begin = at - random.nextInt(15);
      int end = Math.max(begin, at + random.nextInt(12));
      String head = "s%d T%d: [rt %d..%d]".formatted(random.nextInt(sessions), t, begin, end);
      lists.append(head);
      registers.append(head);
      List<Integer> chosen = new ArrayList<>();
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        int key = random.nextInt(keys);
        if (chosen.contains(key)) {
          continue;
        }
        chosen.add(key);
        List<String> list = seen.get(key);
        lists.append(" r(k%d,[%s])".formatted(key, String.join(",", list)));
        String last = list.isEmpty() ? "nil" : list.get(list.size() - 1);
        registers.append(" r(k%d,%s)".formatted(key, last));
        if (list.size() > longestRead.get(key).size()) {
          longestRead.set(key, list);
        }
        int writes = random.nextBoolean() ? 1 + random.nextInt(mostWrites) : 0;
        List<String> longer = new ArrayList<>(after.get(key));
        for (int w = 0; w < writes; w++) {
          lists.append(" a(k%d,%d)".formatted(key, fresh));
          registers.append(" w(k%d,%d)".formatted(key, fresh));
          longer.add("" + fresh++);
        }
        if (writes > 0) {
          after.set(key, longer);
          versions.get(key).add((fresh - 1) + "@T" + t);
        }
      }
      states.add(after);
      lists.append("\n");
      registers.append("\n");
    }
    List<String> orders = new ArrayList<>();
    lists.append("last: [rt 900..901]");
    registers.append("last: [rt 900..901]");
    for (int key = 0; key < keys; key++) {
      List<String> list = states.get(states.size() - 1).get(key);
      List<String> read = longestRead.get(key);
      // Of versions that nobody read, more than one would have no order among themselves.
      long unread = versions.get(key).stream().filter(v -> !read.contains(value(v))).count();
      if (unread > 1 || random.nextBoolean()) {
        lists.append(" r(k%d,[%s])".formatted(key, String.join(",", list)));
        String last = list.isEmpty() ? "nil" : list.get(list.size() - 1);
        registers.append(" r(k%d,%s)".formatted(key, last));
      }
      if (versions.get(key).size() > 1) {
        orders.add("order k%d: %s".formatted(key, String.join(" ", versions.get(key))));
      }
    }
    return new TwoViews(lists + "\n", registers + "\n", orders);
  }

  private static String value(String version) {
    return version.substring(0, version.indexOf('@'));
  }
}
