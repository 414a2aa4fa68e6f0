package dev.isogauge.benchmarks;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Histories with as many fractured reads as wanted, spread evenly among transactions that are in
 * order.
 */
final class FracturedHistory {
  private static final int SESSIONS = 50;
  private static final int KEYS_PER_SESSION = 20;

  private FracturedHistory() {}

  static void write(Path file, int transactions, int anomalies) throws IOException {
    Map<String, Integer> last = new HashMap<>();
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      int written = 0;
      int fractured = 0;
      for (int line = 0; written < transactions; line++) {
        int session = line % SESSIONS;
        if (fractured < anomalies && written >= (long) fractured * transactions / anomalies) {
          out.write("s%d: w(a%d,1) w(b%d,1)%n".formatted(session, fractured, fractured));
          out.write(
              "s%d: r(a%d,1) r(b%d,nil)%n"
                  .formatted((session + 1) % SESSIONS, fractured, fractured));
          fractured++;
          written += 2;
        } else {
          String key = "k" + session + "_" + written / SESSIONS % KEYS_PER_SESSION;
          Integer before = last.put(key, line + 1);
          out.write(
              "s%d: r(%s,%s) w(%s,%d)%n"
                  .formatted(session, key, before == null ? "nil" : before, key, line + 1));
          written++;
        }
      }
    }
  }
}
