package dev.isogauge.checker;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Anomalies as they are found: all are counted, the first of each kind are kept with evidence. */
public final class AnomalyTally {
  private final int mostOfEachKind;
  private final Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
  private final List<Anomaly> kept = new ArrayList<>();

  /** A tally that keeps at most the given number of each kind. */
  public AnomalyTally(int mostOfEachKind) {
    this.mostOfEachKind = mostOfEachKind;
  }

  /** The verdict that follows from findings which are at hand already. */
  public static Verdict.Violated violated(
      List<Anomaly> findings,
      int mostOfEachKind,
      Optional<String> incomplete,
      List<Anomaly> notes) {
    AnomalyTally tally = new AnomalyTally(mostOfEachKind);
    findings.forEach(tally::add);
    return tally.violated(incomplete, notes);
  }

  /** Counts an anomaly, and keeps it if it is among the first of its kind. */
  public void add(Anomaly anomaly) {
    add(anomaly.kind(), () -> anomaly);
  }

  /** Counts an anomaly; its evidence is made only if it is kept. */
  public void add(AnomalyKind kind, Supplier<? extends Anomaly> evidence) {
    if (counts.merge(kind, 1L, Long::sum) <= mostOfEachKind) {
      kept.add(evidence.get());
    }
  }

  /** Whether nothing was found. */
  public boolean isEmpty() {
    return counts.isEmpty();
  }

  /** How many of each kind were found. */
  public Map<AnomalyKind, Long> counts() {
    return counts;
  }

  /** The kept anomalies as they were found. */
  public List<Anomaly> anomalies() {
    return kept;
  }

  /** Sorts the kept anomalies by kind; those of a kind stay as they were found. */
  public AnomalyTally sorted() {
    kept.sort(Comparator.comparing(Anomaly::kind));
    return this;
  }

  /** The verdict that follows from what was found. */
  public Verdict.Violated violated(Optional<String> incomplete, List<Anomaly> notes) {
    return new Verdict.Violated(kept, counts, incomplete, notes);
  }
}
