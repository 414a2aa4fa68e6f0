package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  /**
   * As {@link #of(List)}, without commit-order cycles where the level that found them also names a
   * pattern: both explain the same fault, and the pattern does so better.
   */
  static List<Findings> withoutRetoldCycles(List<CheckResult> levels) {
    List<Findings> findings = of(levels);
    for (CheckResult result : levels) {
      if (result.verdict() instanceof Verdict.Violated violated
          && violated.counts().containsKey(AnomalyKind.COMMIT_ORDER_CYCLE)) {
        boolean retold = violated.counts().keySet().stream().anyMatch(AnomalyKind::isStale);
        return retold
            ? findings.stream().filter(f -> f.kind() != AnomalyKind.COMMIT_ORDER_CYCLE).toList()
            : findings;
      }
    }
    return findings;
  }

  /** Of any verdict; none unless it is violated. */
  static List<Findings> ofVerdict(Verdict verdict) {
    return verdict instanceof Verdict.Violated violated ? of(violated) : List.of();
  }

  static List<Findings> of(Verdict.Violated violated) {
    return fold(violated.anomalies(), violated.counts());
  }

  /** The notes of a file's results folded by kind, without what another level found violating. */
  static List<Findings> notes(List<CheckResult> levels) {
    Set<Anomaly> notes = new LinkedHashSet<>();
    levels.forEach(result -> notes.addAll(result.verdict().notes()));
    for (CheckResult result : levels) {
      if (result.verdict() instanceof Verdict.Violated violated) {
        violated.anomalies().forEach(notes::remove);
      }
    }
    return fold(notes, Map.of());
  }

  private static List<Findings> fold(Collection<Anomaly> anomalies, Map<AnomalyKind, Long> counts) {
    Map<AnomalyKind, List<Anomaly>> kept = new EnumMap<>(AnomalyKind.class);
    counts.keySet().forEach(kind -> kept.put(kind, new ArrayList<>()));
    for (Anomaly anomaly : anomalies) {
      kept.computeIfAbsent(anomaly.kind(), unused -> new ArrayList<>()).add(anomaly);
    }
    List<Findings> findings = new ArrayList<>();
    kept.forEach(
        (kind, ofKind) ->
            findings.add(
                new Findings(
                    kind, Math.max(ofKind.size(), counts.getOrDefault(kind, 0L)), ofKind)));
    return findings;
  }

  /** As many as are to be shown, those that are told in the fewest steps first. */
  List<Anomaly> clearest(int most) {
    return kept.stream()
        .sorted(Comparator.comparingInt(anomaly -> anomaly.edges().size()))
        .limit(most)
        .toList();
  }

  /** {@code 2 FracturedRead (TAP-k), 1 CommitOrderCycle}. */
  static String summary(List<Findings> findings) {
    return String.join(", ", findings.stream().map(Findings::summary).toList());
  }

  private String summary() {
    return Words.number(count) + " " + kind.titleWithLetter();
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
    return "… and " + Words.number(count - shown) + " more " + kind.titleWithLetter();
  }
}
