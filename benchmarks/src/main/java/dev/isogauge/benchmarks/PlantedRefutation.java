package dev.isogauge.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Valid histories with a few transactions among them that have no order, which no short cycle
 * shows: they have one if clauses can be satisfied, and these cannot. A variable is which of two
 * writers of a key is first. A literal that is false puts a reader of one of them before the other,
 * and the readers and writers of a clause form a cycle if all its literals are false.
 */
final class PlantedRefutation {
  private static final int SESSIONS = 20;
  private static final int OPERATIONS = 6;

  private PlantedRefutation() {}

  /** Neighbours in a ring of variables are equal, but for one pair. Literals begin at 1. */
  static List<int[]> parity(int variables) {
    List<int[]> clauses = new ArrayList<>();
    for (int v = 1; v <= variables; v++) {
      int next = v % variables + 1;
      int sign = v == variables ? -1 : 1;
      clauses.add(new int[] {-v, sign * next});
      clauses.add(new int[] {v, -sign * next});
    }
    return clauses;
  }

  /** One pigeon more than there are holes, which take one each. */
  static List<int[]> pigeons(int holes) {
    List<int[]> clauses = new ArrayList<>();
    for (int p = 0; p <= holes; p++) {
      int[] sits = new int[holes];
      for (int h = 1; h <= holes; h++) {
        sits[h - 1] = p * holes + h;
        for (int q = p + 1; q <= holes; q++) {
          clauses.add(new int[] {-(p * holes + h), -(q * holes + h)});
        }
      }
      clauses.add(sits);
    }
    return clauses;
  }

  /**
   * A variable implies its opposite by one chain of readers, and the opposite implies it by
   * another.
   */
  static List<int[]> crossingReads(int variables) {
    List<int[]> clauses = new ArrayList<>();
    int half = variables / 2;
    addChain(clauses, 1, 2, half, -1);
    addChain(clauses, -1, half + 1, variables, 1);
    return clauses;
  }

  private static void addChain(List<int[]> clauses, int from, int first, int last, int to) {
    int before = from;
    for (int v = first; v <= last; v++) {
      clauses.add(new int[] {-before, v});
      before = v;
    }
    clauses.add(new int[] {-before, to});
  }

  /** The text of a history with this number of transactions, some of them as the clauses say. */
  static String in(int transactions, List<int[]> clauses, long seed) {
    Random random = new Random(seed);
    List<String> planted = transactions(clauses);
    List<String> lines = valid(transactions - planted.size(), random);
    for (String line : planted) {
      lines.add(random.nextInt(lines.size() + 1), line);
    }
    return "init *=0\n" + String.join("\n", lines) + "\n";
  }

  /** Transactions that ran one after the other. */
  private static List<String> valid(int count, Random random) {
    List<String> lines = new ArrayList<>();
    int[] now = new int[Math.max(10, count / 10)];
    for (int i = 0; i < count; i++) {
      StringBuilder line = new StringBuilder("s" + random.nextInt(SESSIONS) + ":");
      for (int k = 0; k < OPERATIONS; k++) {
        int key = random.nextInt(now.length);
        boolean writes = random.nextBoolean();
        now[key] = writes ? i * OPERATIONS + k + 1 : now[key];
        line.append(String.format(" %s(%d,%d)", writes ? "w" : "r", key, now[key]));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** Each in a session of its own. */
  private static List<String> transactions(List<int[]> clauses) {
    Map<String, String> writers = new TreeMap<>();
    List<String> lines = new ArrayList<>();
    for (int c = 0; c < clauses.size(); c++) {
      int[] clause = clauses.get(c);
      for (int i = 0; i < clause.length; i++) {
        int variable = Math.abs(clause[i]);
        int before = clause[(i + clause.length - 1) % clause.length];
        lines.add(
            String.format(
                "c%d_%d: r(k%d,%d) r(e%d_%d,1)", c, i, variable, clause[i] > 0 ? 2 : 1, c, i));
        String mark = String.format(" w(e%d_%d,1)", c, i);
        writers.merge((before > 0 ? "a" : "b") + Math.abs(before), mark, String::concat);
        for (String side : List.of("a", "b")) {
          writers.putIfAbsent(side + variable, "");
        }
      }
    }
    writers.forEach(
        (name, marks) ->
            lines.add(
                String.format(
                    "%s: w(k%s,%d)%s",
                    name, name.substring(1), name.startsWith("a") ? 1 : 2, marks)));
    return lines;
  }
}
