package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The anomalies of one kind in one file. Levels share anomalies, so each kind is taken from the
 * first level that reports it.
 *
 * @param count how many there are, also beyond those kept
 * @param kept those that the verdict holds with their evidence
 */
record Findings(AnomalyKind kind, long count, List<Anomaly> kept) {

  /** The anomalies of a file's results folded by kind, in the order of kinds. */
  static List<Findings> of(List<CheckResult> levels) {
    Map<AnomalyKind, Findings> byKind = new EnumMap<>(AnomalyKind.class);
    for (CheckResult result : levels) {
      if (result.verdict() instanceof Verdict.Violated violated) {
        of(violated).forEach(found -> byKind.putIfAbsent(found.kind(), found));
      }
    }
    return List.copyOf(byKind.values());
  }

  static List<Findings> of(Verdict.Violated violated) {
    Map<AnomalyKind, List<Anomaly>> kept = new EnumMap<>(AnomalyKind.class);
    violated.counts().keySet().forEach(kind -> kept.put(kind, new ArrayList<>()));
    for (Anomaly anomaly : violated.anomalies()) {
      kept.computeIfAbsent(anomaly.kind(), unused -> new ArrayList<>()).add(anomaly);
    }
    List<Findings> findings = new ArrayList<>();
    kept.forEach(
        (kind, anomalies) ->
            findings.add(
                new Findings(
                    kind,
                    Math.max(anomalies.size(), violated.counts().getOrDefault(kind, 0L)),
                    anomalies)));
    return findings;
  }

  /** The notes of a file's results, each once. */
  static List<Anomaly> notes(List<CheckResult> levels) {
    LinkedHashSet<Anomaly> notes = new LinkedHashSet<>();
    levels.forEach(result -> notes.addAll(result.verdict().notes()));
    return List.copyOf(notes);
  }

  /** {@code 2 FracturedRead (TAP-k), 1 CommitOrderCycle}. */
  static String summary(List<Findings> findings) {
    return String.join(", ", findings.stream().map(Findings::summary).toList());
  }

  private String summary() {
    return count + " " + name(kind);
  }

  static String name(AnomalyKind kind) {
    return kind.letter().isEmpty() ? kind.title() : kind.title() + " (" + kind.letter() + ")";
  }

  /** Why the verdict is not satisfied: counts of anomalies, or the reason of an unknown one. */
  static String reason(Verdict verdict) {
    if (verdict instanceof Verdict.Violated violated) {
      String summary = summary(of(violated));
      return violated
          .incomplete()
          .map(why -> summary + "; there may be more: " + why)
          .orElse(summary);
    }
    return verdict instanceof Verdict.Unknown unknown ? unknown.reason() : "";
  }

  /** Says that only the first {@code shown} are shown. */
  String more(int shown) {
    return "… and " + (count - shown) + " more " + name(kind);
  }
}
