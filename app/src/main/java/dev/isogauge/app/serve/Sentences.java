package dev.isogauge.app.serve;

import dev.isogauge.anomaly.TimestampFinding;

/** Tells of a finding in a sentence. */
final class Sentences {
  private Sentences() {}

  static String of(TimestampFinding finding) {
    StringBuilder sentence = new StringBuilder(finding.transaction().name());
    sentence.append(": ").append(finding.kind().meaning());
    finding.key().ifPresent(key -> sentence.append("; key ").append(key));
    if (!finding.expected().isEmpty() || !finding.actual().isEmpty()) {
      sentence.append("; expected ").append(finding.expected());
      sentence.append(", found ").append(finding.actual());
    }
    finding.other().ifPresent(other -> sentence.append("; see ").append(other.name()));
    return sentence.append('.').toString();
  }
}
