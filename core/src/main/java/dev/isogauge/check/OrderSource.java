package dev.isogauge.check;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import java.util.ArrayList;
import java.util.List;

/** Which order of versions strong levels are checked by. */
public enum OrderSource {
  /** The strongest that the history carries. */
  AUTO("auto"),
  /** The start and commit timestamps, taken at their word. */
  TIMESTAMPS("timestamps"),
  /** None: any order that explains the reads will do. */
  NONE("none");

  private static final List<IsolationLevel> BY_TIMESTAMPS =
      List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY);

  private final String id;

  OrderSource(String id) {
    this.id = id;
  }

  /** The name used in commands. */
  public String id() {
    return id;
  }

  /** What to ask of a history when a level was asked for. */
  public Question question(IsolationLevel level, History history) {
    boolean timestamps = this == TIMESTAMPS || (this == AUTO && history.isTimestamped());
    return timestamps && BY_TIMESTAMPS.contains(level)
        ? Question.byTimestamps(level)
        : Question.of(level);
  }

  /** What to ask of a history when no level was asked for: whatever it may be able to answer. */
  public List<Question> questions(History history) {
    List<Question> questions = new ArrayList<>();
    boolean timestamps = this == TIMESTAMPS || (this == AUTO && history.isTimestamped());
    IsolationLevel.weak().forEach(level -> questions.add(Question.of(level)));
    if (timestamps || Checkers.isOrderKnown(history)) {
      BY_TIMESTAMPS.forEach(level -> questions.add(Question.of(level)));
      if (history.hasRealTime()) {
        questions.add(Question.of(IsolationLevel.STRICT_SERIALIZABILITY));
      }
    }
    if (timestamps) {
      BY_TIMESTAMPS.forEach(level -> questions.add(Question.byTimestamps(level)));
    }
    return questions;
  }
}
