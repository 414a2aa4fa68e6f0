package dev.isogauge.recorder.junit;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Verdict;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about histories, for AssertJ.
 *
 * <pre>{@code
 * import static dev.isogauge.recorder.junit.HistoryAssert.assertThat;
 *
 * assertThat(history).satisfies(IsolationLevel.SERIALIZABILITY);
 * }</pre>
 */
public final class HistoryAssert extends AbstractAssert<HistoryAssert, History> {
  private HistoryAssert(History history) {
    super(history, HistoryAssert.class);
  }

  /** Begins an assertion: {@code assertThat(history).satisfies(SERIALIZABILITY)}. */
  public static HistoryAssert assertThat(History history) {
    return new HistoryAssert(history);
  }

  /**
   * The level holds: {@code satisfies(IsolationLevel.SERIALIZABILITY)}. Fails with the explanation
   * of an anomaly, or with the reason why it cannot be decided.
   */
  public HistoryAssert satisfies(IsolationLevel level) {
    LevelResult judgement = judge(level);
    if (!(judgement.verdict() instanceof Verdict.Satisfied)) {
      failWithMessage("%s", judgement.words());
    }
    Optional<String> nothing = judgement.chances().content().nothingToJudge();
    if (nothing.isPresent()) {
      failWithMessage("%s", level.id() + " cannot be decided: " + nothing.get());
    }
    return this;
  }

  /** No violation is found: {@code doesNotViolate(IsolationLevel.READ_COMMITTED)}. */
  public HistoryAssert doesNotViolate(IsolationLevel level) {
    LevelResult judgement = judge(level);
    if (judgement.verdict() instanceof Verdict.Violated) {
      failWithMessage("%s", judgement.words());
    }
    return this;
  }

  /** The level is violated: {@code violates(IsolationLevel.SERIALIZABILITY)}. */
  public HistoryAssert violates(IsolationLevel level) {
    LevelResult judgement = judge(level);
    if (!(judgement.verdict() instanceof Verdict.Violated)) {
      failWithMessage("%s; expected a violation", judgement.words());
    }
    return this;
  }

  private LevelResult judge(IsolationLevel level) {
    isNotNull();
    return LevelResult.of(actual, level);
  }
}
