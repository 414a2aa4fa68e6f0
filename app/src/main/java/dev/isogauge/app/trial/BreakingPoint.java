package dev.isogauge.app.trial;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.CheckResult;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * When a run first showed that a level does not hold: when all transactions of one of the reported
 * anomalies had ended.
 *
 * @param transactions how many had ended until then
 * @param time since the first one began
 */
record BreakingPoint(IsolationLevel level, long transactions, Duration time) {
  /** The first of all; empty if nothing is violated, or no times were recorded. */
  static Optional<BreakingPoint> first(List<CheckResult> results) {
    return results.stream()
        .flatMap(result -> of(result).stream())
        .min(Comparator.comparing(BreakingPoint::time));
  }

  private static Optional<BreakingPoint> of(CheckResult result) {
    History history = result.history();
    if (!(result.verdict() instanceof Verdict.Violated violated) || !history.hasRealTime()) {
      return Optional.empty();
    }
    long moment =
        violated.anomalies().stream()
            .mapToLong(anomaly -> end(history, anomaly))
            .min()
            .orElse(Long.MAX_VALUE);
    if (moment == Long.MAX_VALUE) {
      return Optional.empty();
    }
    long begin = times(history, true).filter(time -> time != RawBlock.NO_TIME).min().orElse(moment);
    long ended =
        times(history, false).filter(time -> time != RawBlock.NO_TIME && time <= moment).count();
    return Optional.of(
        new BreakingPoint(result.question().level(), ended, Duration.ofNanos(moment - begin)));
  }

  private static LongStream times(History history, boolean begins) {
    return IntStream.range(0, history.transactionCount())
        .mapToLong(t -> begins ? history.beginTime(t) : history.endTime(t));
  }

  /** When the last of its transactions had ended; never, if one has not. */
  private static long end(History history, Anomaly anomaly) {
    return Evidence.of(history, anomaly).transactions().stream()
        .mapToLong(history::endTime)
        .map(time -> time == RawBlock.NO_TIME ? Long.MAX_VALUE : time)
        .max()
        .orElse(Long.MAX_VALUE);
  }
}
