package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Anomalies as they are found: all are counted, the first of each kind are kept with evidence. */
final class Findings {
  private final int mostOfAKind;
  private final EnumMap<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
  private final List<Anomaly> kept = new ArrayList<>();

  Findings(int mostOfAKind) {
    this.mostOfAKind = mostOfAKind;
  }

  void add(Anomaly anomaly) {
    add(anomaly.kind(), () -> anomaly);
  }

  /** Counts the finding; its evidence is made only if it is kept. */
  void add(AnomalyKind kind, Supplier<Anomaly> evidence) {
    if (counts.merge(kind, 1L, Long::sum) <= mostOfAKind) {
      kept.add(evidence.get());
    }
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  Map<AnomalyKind, Long> counts() {
    return counts;
  }

  /** The kept anomalies, by kind and within a kind as found. */
  List<Anomaly> anomalies() {
    List<Anomaly> sorted = new ArrayList<>(kept);
    sorted.sort((left, right) -> left.kind().compareTo(right.kind()));
    return sorted;
  }
}
