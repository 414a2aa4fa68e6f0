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
  private final Map<Anomaly, Known> known = new HashMap<>();
  private final Map<AnomalyKind, Integer> counts = new EnumMap<>(AnomalyKind.class);
  private final Map<Question, Excerpts> excerptsOf = new HashMap<>();
  private Optional<VersionIndex> versions = Optional.empty();

  FileEvidence(History history) {
    this.history = history;
    this.explainer = new Explainer(history);
  }

  /** What is known of one anomaly. */
  private static final class Known {
    final int number;
    Optional<Boolean> context = Optional.empty();
    boolean hasLooked;
    Optional<String> excerpt = Optional.empty();

    Known(int number) {
      this.number = number;
    }
  }

  private Known known(Anomaly anomaly) {
    Known there = known.get(anomaly);
    if (there == null) {
      there = new Known(known.size() + 1);
      known.put(anomaly, there);
    }
    return there;
  }

  /** The number of an anomaly in its file; the same anomaly at another level has the same one. */
  int number(Anomaly anomaly) {
    return known(anomaly).number;
  }

  /** Whether the anomaly is among the first of its kind, which are shown with more. */
  boolean hasContext(Anomaly anomaly) {
    Known there = known(anomaly);
    if (there.context.isEmpty()) {
      int place = counts.merge(anomaly.kind(), 1, Integer::sum);
      there.context = Optional.of(place <= WITH_CONTEXT);
    }
    return there.context.get();
  }

  VersionIndex versions() {
    if (versions.isEmpty()) {
      versions = Optional.of(new VersionIndex(history));
    }
    return versions.get();
  }

  /** A small history with the anomaly as text, if one is found. */
  Optional<String> excerpt(Anomaly anomaly, Question question) {
    Known there = known(anomaly);
    if (!there.hasLooked) {
      there.hasLooked = true;
      Excerpts made = excerptsOf.get(question);
      if (made == null) {
        made = new Excerpts(history, question, CHECKS);
        excerptsOf.put(question, made);
      }
      there.excerpt = made.of(anomaly).map(IsogaugeText::format);
    }
    return there.excerpt;
  }
}
