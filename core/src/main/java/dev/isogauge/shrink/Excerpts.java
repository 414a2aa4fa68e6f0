package dev.isogauge.shrink;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes small histories of single anomalies, for reports of many: the transactions of the evidence,
 * with what they depend on where they do not violate the level without it. As long as a number of
 * checks lasts, they are also shrunk. Every one violates the level by a finding of the anomaly's
 * kind. The same anomalies in the same order give the same histories.
 */
public final class Excerpts {
  /** What a small history takes is next to nothing; past it there is no excerpt. */
  private static final Duration LONGEST_CHECK = Duration.ofSeconds(1);

  /** How many checks it takes to find an excerpt; see {@link Reduction}. */
  private static final int GUESSES = 5;

  /** How many more checks one excerpt is worth, to leave out what it does not need. */
  private static final int MOST_CHECKS = 40;

  /** Where more transactions are involved there is no excerpt. */
  private static final int LARGEST = 200;

  private final History history;
  private final Question question;
  private final Limits limits;
  private int checksLeft;

  /** Made with the first excerpt, as it reads the whole history. */
  private Optional<Projection> projection = Optional.empty();

  /**
   * Excerpts of a history.
   *
   * @param question the question whose answer has the anomalies
   * @param checks about how many histories may be checked to make all excerpts smaller
   */
  public Excerpts(History history, Question question, int checks) {
    this.history = history.knownPart();
    this.question = question;
    this.limits = Limits.DEFAULT.withTimeout(LONGEST_CHECK).withClassification(LONGEST_CHECK);
    this.checksLeft = checks;
  }

  /** A small history with the anomaly, if one is found. */
  public Optional<History> of(Anomaly anomaly) {
    if (projection.isEmpty()) {
      projection = Optional.of(new Projection(history, question));
    }
    TimedCheck check =
        new TimedCheck(question, limits, GUESSES + Math.min(checksLeft, MOST_CHECKS));
    Verdict.Violated found =
        new Verdict.Violated(
            List.of(anomaly), Map.of(anomaly.kind(), 1L), Optional.empty(), List.of());
    Optional<History> excerpt =
        new Reduction(
                history,
                found,
                Set.of(anomaly.kind()),
                check,
                (transactions, operations) -> {},
                projection.get())
            .guessed(anomaly, LARGEST);
    checksLeft = Math.max(0, checksLeft - check.count());
    return excerpt;
  }
}
