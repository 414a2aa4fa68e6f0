package dev.isogauge.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Transactions without end that satisfy snapshot isolation, as JSON Lines in the order of their
 * commits: one after the other, each with reads and writes of random keys. For one thread.
 */
final class EndlessLoad {
  private static final int READS = 6;
  private static final int WRITES = 2;

  private final int sessions;
  private final boolean named;
  private final long[] values;
  private final SplittableRandom random = new SplittableRandom(1);
  private long next;

  /**
   * @param named whether keys and transactions have strings for names, those of transactions new
   *     each time
   */
  EndlessLoad(int keys, int sessions, boolean named) {
    this.values = new long[keys];
    this.sessions = sessions;
    this.named = named;
  }

  /** How many there were so far. */
  long count() {
    return next;
  }

  byte[] batch(int transactions) {
    StringBuilder lines = new StringBuilder(transactions * 160);
    for (int i = 0; i < transactions; i++, next++) {
      lines.append("{\"session\":").append(next % sessions);
      lines.append(",\"sno\":").append(next / sessions + 1);
      if (named) {
        lines.append(",\"txn\":\"T").append(next).append('"');
      }
      lines.append(",\"ts\":[").append(4 * next + 1).append(',').append(4 * next + 3);
      lines.append("],\"ops\":[");
      for (int k = 0; k < READS + WRITES; k++) {
        int key = random.nextInt(values.length);
        boolean write = k >= READS;
        if (write) {
          values[key] = next * WRITES + k;
        }
        lines.append(k == 0 ? "[\"" : ",[\"").append(write ? 'w' : 'r').append("\",");
        lines.append(named ? "\"key" : "").append(key).append(named ? "\"," : ",");
        lines.append(values[key] == 0 ? "null" : Long.toString(values[key])).append(']');
      }
      lines.append("]}\n");
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }
}
