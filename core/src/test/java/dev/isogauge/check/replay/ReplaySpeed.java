package dev.isogauge.check.replay;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures replay: a run of transactions with eight operations on single keys, and one of which
 * every fifth operation reads a predicate of 1,000 rows. Arguments: transactions, then {@code
 * items} or {@code predicates}.
 */
public final class ReplaySpeed {
  private static final int KEYS = 1000;
  private static final int OPERATIONS = 8;
  private static final int SESSIONS = 20;

  private final Random random = new Random(1);
  private final SortedMap<Integer, Integer> balances = new TreeMap<>();

  private ReplaySpeed() {}

  public static void main(String[] arguments) throws InputException {
    int transactions = Integer.parseInt(arguments[0]);
    boolean predicates = arguments[1].equals("predicates");
    History history = IsogaugeText.parse(new ReplaySpeed().run(transactions, predicates));
    for (int round = 0; round < 5; round++) {
      long start = System.nanoTime();
      long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      Verdict verdict =
          new ReplayChecker(IsolationLevel.SERIALIZABILITY, true, Limits.DEFAULT).check(history);
      System.out.printf(
          Locale.ROOT,
          "%d transactions, %d predicate reads: %s in %.3f s, %.3f s of CPU%n",
          transactions,
          history.predicateReads().count(),
          verdict.word(),
          (System.nanoTime() - start) / 1e9,
          (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9);
    }
  }

  private String run(int transactions, boolean predicates) {
    StringBuilder text = new StringBuilder();
    for (int t = 1; t <= transactions; t++) {
      text.append('s').append(t % SESSIONS).append(": [serial ").append(t).append(']');
      for (int i = 0; i < OPERATIONS; i++) {
        int key = random.nextInt(KEYS);
        switch (predicates && random.nextInt(5) == 0 ? 2 : random.nextInt(2)) {
          case 0 -> {
            balances.put(key, random.nextInt(1000));
            text.append(" w(a/").append(key).append(',').append(row(key)).append(')');
          }
          case 1 -> text.append(" r(a/").append(key).append(',').append(row(key)).append(')');
          default -> predicate(text);
        }
      }
      text.append('\n');
    }
    return text.toString();
  }

  private String row(int key) {
    return balances.containsKey(key) ? "{balance:" + balances.get(key) + "}" : "nil";
  }

  private void predicate(StringBuilder text) {
    int low = random.nextInt(1000);
    if (random.nextBoolean()) {
      long count = balances.values().stream().filter(b -> b > low).count();
      text.append(" p(a,\"count(*) where balance > ").append(low).append("\",").append(count);
    } else {
      text.append(" p(a,\"balance between ").append(low).append(" and ").append(low + 9);
      text.append("\",[");
      String separator = "";
      for (int key : balances.keySet()) {
        if (balances.get(key) >= low && balances.get(key) <= low + 9) {
          text.append(separator).append("a/").append(key);
          separator = ",";
        }
      }
      text.append(']');
    }
    text.append(')');
  }
}
