package dev.isogauge.report;

import dev.isogauge.anomaly.AnomalyKind;
import java.util.List;
import java.util.Optional;

/** The command lines that reports mention; only the command line knows its options. */
public interface CommandLines {
  /** A report that mentions none. */
  CommandLines NONE = new CommandLines() {};

  /**
   * A command line.
   *
   * @param purpose what it is for, in words
   * @param command the line itself, to be copied into a shell
   */
  record Line(String purpose, String command) {}

  /**
   * How to see an anomaly again.
   *
   * @param excerpt the name of a file with its transactions alone
   */
  default List<Line> again(CheckResult result, AnomalyKind kind, String excerpt) {
    return List.of();
  }

  /** How to see anomalies that a report leaves out, if there is a way. */
  default Optional<String> more(CheckResult result) {
    return Optional.empty();
  }
}
