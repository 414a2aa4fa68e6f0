package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.shrink.Excerpts;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the evidence of all anomalies of one file shares: their numbers, indices of the history, and
 * the excerpts made so far.
 */
final class FileEvidence {
  /** How many anomalies of a kind are shown with their surroundings. */
  private static final int WITH_CONTEXT = 20;

  /** How many small histories are checked to make the excerpts of one question smaller. */
  private static final int CHECKS = 80;

  final History history;
  final Explainer explainer;
  private final Map<Anomaly, Integer> numbers = new HashMap<>();
  private final Map<Anomaly, Boolean> contexts = new HashMap<>();
  private final Map<AnomalyKind, Integer> counts = new EnumMap<>(AnomalyKind.class);
  private final Map<Anomaly, Optional<String>> excerpts = new HashMap<>();
  private final Map<Question, Excerpts> excerptsOf = new HashMap<>();
  private Optional<VersionIndex> versions = Optional.empty();

  FileEvidence(History history) {
    this.history = history;
    this.explainer = new Explainer(history);
  }

  /** The number of an anomaly in its file; the same anomaly at another level has the same one. */
  int number(Anomaly anomaly) {
    return numbers.computeIfAbsent(anomaly, unused -> numbers.size() + 1);
  }

  /** Whether the anomaly is among the first of its kind, which are shown with more. */
  boolean hasContext(Anomaly anomaly) {
    return contexts.computeIfAbsent(
        anomaly, a -> counts.merge(a.kind(), 1, Integer::sum) <= WITH_CONTEXT);
  }

  VersionIndex versions() {
    if (versions.isEmpty()) {
      versions = Optional.of(new VersionIndex(history));
    }
    return versions.get();
  }

  /** A small history with the anomaly as text, if one is found. */
  Optional<String> excerpt(Anomaly anomaly, Question question) {
    Optional<String> known = excerpts.get(anomaly);
    if (known == null) {
      known =
          excerptsOf
              .computeIfAbsent(question, asked -> new Excerpts(history, asked, CHECKS))
              .of(anomaly)
              .map(IsogaugeText::format);
      excerpts.put(anomaly, known);
    }
    return known;
  }
}
