package dev.isogauge.explain;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

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

  void sayForbiddenBy(Collection<IsolationLevel> levels) {
    say(
        "Levels that forbid this: "
            + String.join(", ", levels.stream().map(IsolationLevel::id).toList()));
  }

  Explanation tell(AnomalyKind kind, String summary) {
    return new Explanation(KnownNames.of(kind) + ": " + summary, cast.lines(), sentences);
  }
}
