package dev.isogauge.explain;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An explanation in the making. */
final class Story {
  final History history;
  final Names names;
  final Cast cast;
  final Reasons reasons;
  private final List<String> sentences = new ArrayList<>();

  Story(History history, KeyWriters writers) {
    this.history = history;
    this.names = new Names(history);
    this.cast = new Cast(history, names);
    this.reasons = new Reasons(history, names, cast, writers);
  }

  /** Adds a sentence; the full stop is added too. */
  void say(String sentence) {
    sentences.add(Words.capital(sentence) + ".");
  }

  /** Adds the sentence that contradicts those before it. */
  void sayContradiction(String sentence) {
    sentences.add("However, " + sentence + ". A contradiction!");
  }

  /** Ends the story, with the levels that its kind violates. */
  Explanation tell(AnomalyKind kind, String summary) {
    return tell(kind, kind.violates(), summary);
  }

  /** Ends a story that violates a level and all that imply it. */
  Explanation tell(AnomalyKind kind, IsolationLevel weakest, String summary) {
    return tell(kind, IsolationLevel.allThatImply(weakest), summary);
  }

  private Explanation tell(AnomalyKind kind, Set<IsolationLevel> levels, String summary) {
    if (!levels.isEmpty()) {
      say(
          "Levels that forbid this: "
              + String.join(", ", levels.stream().map(IsolationLevel::id).toList()));
    }
    return new Explanation(KnownNames.of(kind) + ": " + summary, cast.lines(), sentences);
  }
}
