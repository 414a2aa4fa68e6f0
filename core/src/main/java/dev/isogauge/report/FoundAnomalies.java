package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All anomalies and notes of a file, each once, with the levels that report it. */
final class FoundAnomalies {
  private final Map<Anomaly, List<Integer>> levelsOf = new LinkedHashMap<>();
  private final List<Anomaly> inReportOrder = new ArrayList<>();
  private final Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
  private final Map<AnomalyKind, Long> embedded = new EnumMap<>(AnomalyKind.class);

  private FoundAnomalies() {}

  static FoundAnomalies of(List<CheckResult> levels) {
    FoundAnomalies all = new FoundAnomalies();
    for (int i = 0; i < levels.size(); i++) {
      if (levels.get(i).verdict() instanceof Verdict.Violated violated) {
        all.inReportOrder.addAll(violated.anomalies());
      }
      all.inReportOrder.addAll(levels.get(i).verdict().notes());
    }
    for (int i = 0; i < levels.size(); i++) {
      if (levels.get(i).verdict() instanceof Verdict.Violated violated) {
        all.add(violated.anomalies(), i);
        for (Findings found : Findings.of(violated)) {
          all.counts.put(
              found.kind(), Math.max(found.count(), all.counts.getOrDefault(found.kind(), 0L)));
        }
      }
    }
    for (int i = 0; i < levels.size(); i++) {
      all.add(levels.get(i).verdict().notes(), i);
    }
    return all;
  }

  private void add(List<Anomaly> anomalies, int level) {
    for (Anomaly anomaly : anomalies) {
      List<Integer> levels = levelsOf.get(anomaly);
      if (levels == null) {
        levelsOf.put(anomaly, new ArrayList<>(List.of(level)));
      } else if (!levels.contains(level)) {
        levels.add(level);
      }
    }
  }

  /** As the JSON report comes across them, some several times: the order of their numbers. */
  List<Anomaly> inReportOrder() {
    return inReportOrder;
  }

  /** By anomaly: the places of the results that report it. Anomalies come before notes. */
  Map<Anomaly, List<Integer>> levelsOf() {
    return levelsOf;
  }

  /** Notes that one more anomaly of the kind is in the page. */
  void embedded(AnomalyKind kind) {
    embedded.put(kind, embedded.getOrDefault(kind, 0L) + 1);
  }

  /** How many anomalies were found, without notes. */
  long total() {
    long total = 0;
    for (AnomalyKind kind : AnomalyKind.values()) {
      total +=
          kind.isNote()
              ? 0
              : Math.max(counts.getOrDefault(kind, 0L), embedded.getOrDefault(kind, 0L));
    }
    return total;
  }

  /** By kind how many were found and are not in the page. */
  List<Findings> leftOut() {
    List<Findings> left = new ArrayList<>();
    for (Map.Entry<AnomalyKind, Long> counted : counts.entrySet()) {
      long missing = counted.getValue() - embedded.getOrDefault(counted.getKey(), 0L);
      if (missing > 0) {
        left.add(new Findings(counted.getKey(), missing, List.of()));
      }
    }
    return left;
  }
}
