package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.evidence.KnownNames;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/** An explanation in the making. Its sentences may contain {@link Marks}. */
final class Story {
  final History history;
  final Names names;
  final Cast cast;
  final Reasons reasons;
  private final Marks marks = new Marks();
  private final List<Sentence> sentences = new ArrayList<>();

  Story(History history, KeyWriters writers) {
    this.history = history;
    this.names = new Names(history, Optional.of(marks));
    this.cast = new Cast(history, new Names(history));
    this.reasons = new Reasons(history, names, cast, writers);
  }

  /** Adds a sentence; the full stop is added too. */
  void say(String sentence) {
    add(Marks.capital(sentence) + ".", false, Optional.empty());
  }

  /** Adds the sentence that contradicts those before it. */
  void sayContradiction(String sentence) {
    add("However, " + sentence + ". A contradiction!", true, Optional.empty());
  }

  /** Adds a sentence about a case, which perhaps ends in a contradiction. */
  void sayCase(String number, String sentence, boolean isContradiction) {
    add(
        Marks.capital(sentence) + (isContradiction ? ". A contradiction." : "."),
        isContradiction,
        Optional.of(number).filter(text -> !text.isEmpty()));
  }

  private void add(String marked, boolean isContradiction, Optional<String> caseNumber) {
    sentences.add(
        new Sentence(
            Marks.plain(marked), isContradiction, caseNumber, marks.of(marked), List.of()));
  }

  /** Ends the story, with the levels that its kind violates. */
  Explanation tell(AnomalyKind kind, String summary) {
    return tell(kind, Evidence.shown(kind.violates()), summary);
  }

  /** Ends the story, with the levels that this one of its kind violates. */
  Explanation tell(Anomaly anomaly, String summary) {
    return tell(anomaly.kind(), Evidence.forbiddenBy(anomaly), summary);
  }

  /** Ends a story that violates a level and all that imply it. */
  Explanation tell(AnomalyKind kind, IsolationLevel weakest, String summary) {
    return tell(kind, Evidence.forbiddenFrom(weakest), summary);
  }

  private Explanation tell(AnomalyKind kind, Set<IsolationLevel> levels, String summary) {
    if (!levels.isEmpty()) {
      StringJoiner ids = new StringJoiner(", ", "Levels that forbid this: ", "");
      for (IsolationLevel level : levels) {
        ids.add(level.id());
      }
      say(ids.toString());
    }
    String plain = Marks.plain(summary);
    return new Explanation(KnownNames.of(kind) + ": " + plain, plain, cast.lines(), sentences);
  }
}
