package dev.isogauge.app.check;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.online.kernel.OnlineListener;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Counts what was found and not withdrawn, and keeps the first of each kind. */
final class StandingFindings implements OnlineListener {
  private final int mostOfEachKind;
  private final Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
  private final Map<AnomalyKind, Set<TimestampFinding>> kept = new EnumMap<>(AnomalyKind.class);
  private Optional<String> unjudged = Optional.empty();

  StandingFindings(int mostOfEachKind) {
    this.mostOfEachKind = mostOfEachKind;
  }

  @Override
  public synchronized void found(TimestampFinding finding) {
    counted(finding.kind(), 1);
    Set<TimestampFinding> ofKind =
        kept.computeIfAbsent(finding.kind(), kind -> new LinkedHashSet<>());
    if (ofKind.size() < mostOfEachKind) {
      ofKind.add(finding);
    }
  }

  @Override
  public synchronized void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
    counted(finding.kind(), -1);
    kept.computeIfPresent(
        finding.kind(),
        (kind, ofKind) -> {
          ofKind.remove(finding);
          return ofKind;
        });
  }

  @Override
  public synchronized void counted(AnomalyKind kind) {
    counted(kind, 1);
  }

  @Override
  public synchronized void counted(AnomalyKind kind, long count) {
    counts.merge(kind, count, Long::sum);
    counts.remove(kind, 0L);
  }

  @Override
  public void late(TimestampedTransaction transaction) {}

  @Override
  public synchronized void unjudged(TimestampedTransaction transaction, String why) {
    unjudged = Optional.of("transaction " + transaction.name() + ": " + why);
  }

  /** Why something could not be judged, if there was such a thing. */
  synchronized Optional<String> unjudged() {
    return unjudged;
  }

  synchronized Map<AnomalyKind, Long> counts() {
    return Map.copyOf(counts);
  }

  /** Those that are kept, by kind and in an order that does not depend on chance. */
  synchronized List<TimestampFinding> kept() {
    return kept.values().stream()
        .flatMap(Set::stream)
        .sorted(
            Comparator.comparing(TimestampFinding::kind)
                .thenComparing(finding -> finding.transaction().commit().orElseThrow())
                .thenComparing(TimestampFinding::toString))
        .toList();
  }
}
