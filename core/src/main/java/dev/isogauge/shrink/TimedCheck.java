package dev.isogauge.shrink;

import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;

/** Asks one question of many histories, all within the time of one. */
final class TimedCheck {
  private final Question question;
  private final Limits limits;
  private final long deadline;
  private final int mostChecks;
  private int count;

  /** Starts the clock. */
  TimedCheck(Question question, Limits limits) {
    this(question, limits, Integer.MAX_VALUE);
  }

  /** Starts the clock, for a number of checks. */
  TimedCheck(Question question, Limits limits, int mostChecks) {
    this.question = question;
    this.limits = limits;
    this.mostChecks = mostChecks;
    this.deadline = System.nanoTime() + limits.timeout().toNanos();
  }

  boolean isTimeOver() {
    return count >= mostChecks || deadline - System.nanoTime() <= 0;
  }

  Question question() {
    return question;
  }

  /** How many histories were checked. */
  int count() {
    return count;
  }

  Verdict of(History history) {
    count++;
    Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
    Duration naming = limits.classification();
    Limits now =
        limits.withTimeout(left).withClassification(naming.compareTo(left) < 0 ? naming : left);
    return Checks.check(history, question, now);
  }
}
