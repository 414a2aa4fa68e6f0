package dev.isogauge.report;

import java.util.List;
import java.util.Optional;

/**
 * What a list of anomalies shows of one whose evidence was written.
 *
 * @param summary what happened, in one clause
 * @param keys as sentences name them
 * @param sessions the names of its transactions' sessions
 * @param shape the same for those that look alike but for names and values
 * @param transactions how many play a part
 * @param weakestForbidding the weakest level that forbids it; empty where only a claim is broken
 */
record WrittenEvidence(
    String summary,
    List<String> keys,
    List<String> sessions,
    String shape,
    int transactions,
    Optional<String> weakestForbidding) {
  WrittenEvidence {
    keys = List.copyOf(keys);
    sessions = List.copyOf(sessions);
  }
}
