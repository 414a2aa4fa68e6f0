package dev.isogauge.oracle.strong;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Small random histories, in Isogauge text, whose reads tell the order of versions or a part. */
final class KnownOrderHistories {
  private KnownOrderHistories() {}

  /** Transactions that read each key before they write it; reads see a recent value mostly. */
  static String mini(Random random) {
    return mini(random, false);
  }

  /**
   * The same, perhaps with blind writes.
   *
   * @param blind whether the first write of a key may come without a read
   */
  static String mini(Random random, boolean blind) {
    int keys = 1 + random.nextInt(3);
    List<List<Integer>> written = new ArrayList<>();
    for (int k = 0; k < keys; k++) {
      written.add(new ArrayList<>(List.of(0)));
    }
    List<String> lines = new ArrayList<>();
    int count = 2 + random.nextInt(3);
    int age = 1 + random.nextInt(3);
    int next = 1;
    for (int t = 0; t < count; t++) {
      StringBuilder line = head(random, t);
      List<Integer> order = new ArrayList<>();
      for (int k = 0; k < keys; k++) {
        order.add(k);
      }
      Collections.shuffle(order, random);
      for (int k : order.subList(0, 1 + random.nextInt(Math.min(2, keys)))) {
        List<Integer> values = written.get(k);
        int seen = values.get(Math.max(0, values.size() - 1 - random.nextInt(age)));
        if (random.nextInt(12) == 0) {
          line.append(" r(k").append(k).append(",?)");
        }
        if (blind && (seen == 0 ? random.nextInt(3) > 0 : random.nextInt(12) == 0)) {
          line.append(" w(k").append(k).append(",").append(next).append(")");
          values.add(next++);
          continue;
        }
        line.append(" r(k").append(k).append(",").append(seen == 0 ? "nil" : "" + seen).append(")");
        if (random.nextInt(8) == 0) {
          line.append(" r(k")
              .append(k)
              .append(",")
              .append(seen == 0 ? "nil" : "" + seen)
              .append(")");
        }
        if (random.nextInt(3) > 0) {
          if (random.nextInt(8) == 0) {
            line.append(" w(k").append(k).append(",").append(next++).append(")");
          }
          line.append(" w(k").append(k).append(",").append(next).append(")");
          values.add(next++);
        }
      }
      lines.add(line.toString());
    }
    if (random.nextInt(4) == 0) {
      Collections.shuffle(lines, random);
    }
    return String.join("\n", lines);
  }

  /** Appends, and reads of a beginning of the list that is mostly all of it. */
  static String lists(Random random) {
    int keys = 1 + random.nextInt(2);
    List<List<Integer>> lists = new ArrayList<>();
    for (int k = 0; k < keys; k++) {
      lists.add(new ArrayList<>());
    }
    List<String> lines = new ArrayList<>();
    int count = 2 + random.nextInt(3);
    int age = 1 + random.nextInt(3);
    int next = 1;
    for (int t = 0; t < count; t++) {
      StringBuilder line = head(random, t);
      List<List<Integer>> own = new ArrayList<>();
      int[] observed = new int[keys];
      for (int k = 0; k < keys; k++) {
        own.add(new ArrayList<>());
        observed[k] = Math.max(0, lists.get(k).size() - random.nextInt(age));
      }
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        int k = random.nextInt(keys);
        if (random.nextBoolean()) {
          line.append(" a(k").append(k).append(",").append(next).append(")");
          own.get(k).add(next++);
        } else {
          List<Integer> read = new ArrayList<>(lists.get(k).subList(0, observed[k]));
          read.addAll(own.get(k));
          if (random.nextInt(20) == 0 && read.size() > 1) {
            Collections.swap(read, 0, read.size() - 1);
          }
          if (random.nextInt(40) == 0) {
            read.add(random.nextInt(9));
          }
          line.append(" r(k")
              .append(k)
              .append(",")
              .append(read.toString().replace(" ", ""))
              .append(")");
        }
      }
      for (int k = 0; k < keys; k++) {
        int at =
            random.nextInt(6) == 0 ? random.nextInt(lists.get(k).size() + 1) : lists.get(k).size();
        lists.get(k).addAll(at, own.get(k));
      }
      lines.add(line.toString());
    }
    if (random.nextInt(4) == 0) {
      Collections.shuffle(lines, random);
    }
    return String.join("\n", lines);
  }

  /** Transactions that read and write two keys as they like. */
  static String registers(Random random) {
    List<String> lines = new ArrayList<>();
    List<List<Integer>> written = List.of(new ArrayList<>(), new ArrayList<>());
    int next = 1;
    for (int t = 2 + random.nextInt(3); t > 0; t--) {
      StringBuilder line = head(random, t);
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        int key = random.nextInt(2);
        List<Integer> values = written.get(key);
        if (random.nextBoolean()) {
          line.append(" w(k").append(key).append(",").append(next).append(")");
          values.add(next++);
        } else {
          boolean initial = values.isEmpty() || random.nextInt(4) == 0;
          String seen = initial ? "nil" : "" + values.get(random.nextInt(values.size()));
          line.append(" r(k").append(key).append(",").append(seen).append(")");
        }
      }
      lines.add(line.toString());
    }
    Collections.shuffle(lines, random);
    return String.join("\n", lines);
  }

  /** Names, sessions, outcomes, and real times that mostly follow one another. */
  static StringBuilder head(Random random, int t) {
    StringBuilder line = new StringBuilder("s" + random.nextInt(3) + " T" + t + ":");
    int dice = random.nextInt(16);
    if (dice < 2) {
      line.append(dice == 0 ? " aborted" : " indeterminate");
    }
    int begin = 10 * t + random.nextInt(8) - random.nextInt(12);
    line.append(" [rt ").append(begin).append("..").append(begin + random.nextInt(16)).append("]");
    return line;
  }
}
