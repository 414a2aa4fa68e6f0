package dev.isogauge.oracle.blackbox;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random small histories of reads and blind writes, most of them near a run of a real store. */
final class OpenHistories {
  private OpenHistories() {}

  /**
   * A history as text.
   *
   * @param most how many transactions at most
   */
  static String next(Random random, int most) {
    int keys = 1 + random.nextInt(3);
    boolean unique = random.nextBoolean();
    int values = 1 + random.nextInt(3);
    int age = 1 + random.nextInt(3);
    int count = 2 + random.nextInt(most - 1);
    int sessions = 1 + random.nextInt(3);
    int unsure = random.nextInt(4) == 0 ? 10 : 2;
    List<List<String>> written = new ArrayList<>();
    List<List<String>> versions = new ArrayList<>();
    for (int k = 0; k < keys; k++) {
      written.add(new ArrayList<>(List.of("nil")));
      versions.add(new ArrayList<>());
    }
    List<String> lines = new ArrayList<>();
    int fresh = 1;
    for (int t = 0; t < count; t++) {
      StringBuilder line = new StringBuilder("s" + random.nextInt(sessions) + " T" + t + ":");
      int dice = random.nextInt(20);
      line.append(dice == 0 ? " aborted" : dice <= unsure ? " indeterminate" : "");
      int begin = 10 * t + random.nextInt(8) - random.nextInt(12);
      String from = random.nextInt(20) == 0 ? "" : "" + begin;
      String to = random.nextInt(20) == 0 ? "" : "" + (begin + random.nextInt(16));
      line.append(" [rt ").append(from).append("..").append(to).append("]");
      List<List<String>> own = new ArrayList<>();
      for (int k = 0; k < keys; k++) {
        own.add(new ArrayList<>());
      }
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        int k = random.nextInt(keys);
        List<String> seen = own.get(k).isEmpty() ? written.get(k) : own.get(k);
        int recent = own.get(k).isEmpty() ? age : 1;
        String value = seen.get(Math.max(0, seen.size() - 1 - random.nextInt(recent)));
        if (random.nextInt(2) == 0) {
          line.append(" r(k").append(k).append(",").append(random.nextInt(30) == 0 ? "?" : value);
        } else {
          value = unique ? "" + fresh++ : "" + (1 + random.nextInt(values));
          if (!unique && random.nextInt(10) == 0) {
            value = "nil";
          }
          own.get(k).add(value);
          line.append(" w(k").append(k).append(",").append(value);
        }
        line.append(")");
      }
      boolean rolledBack = dice == 0 && random.nextInt(4) > 0;
      for (int k = 0; k < keys && !rolledBack; k++) {
        if (!own.get(k).isEmpty()) {
          String last = own.get(k).get(own.get(k).size() - 1);
          if (dice != 0) {
            written.get(k).add(last);
          }
          // Where values repeat, a value alone does not tell whose version it is.
          versions.get(k).add(unique && random.nextInt(4) == 0 ? last : last + "@T" + t);
        }
      }
      lines.add(line.toString());
    }
    for (int k = 0; k < keys; k++) {
      lines.add(order(random, k, versions.get(k)));
    }
    if (random.nextInt(4) == 0) {
      Collections.shuffle(lines, random);
    }
    return String.join("\n", lines);
  }

  /** Some versions of the key, mostly in their order and all real; often none. */
  private static String order(Random random, int key, List<String> versions) {
    List<String> some = new ArrayList<>(versions);
    some.removeIf(version -> random.nextInt(3) == 0);
    if (random.nextInt(8) == 0) {
      Collections.shuffle(some, random);
    }
    if (random.nextInt(20) == 0 && !some.isEmpty()) {
      // Nobody's version, or one that stands there twice.
      String odd = random.nextBoolean() ? "77@T0" : some.get(random.nextInt(some.size()));
      some.add(random.nextInt(some.size() + 1), odd);
    }
    return random.nextInt(3) > 0 || some.isEmpty()
        ? ""
        : "order k" + key + ": " + String.join(" ", some);
  }
}
