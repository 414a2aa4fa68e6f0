package dev.isogauge.evidence;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * When a run first showed that a level does not hold: when all transactions of one of the reported
 * anomalies had ended.
 *
 * @param transactions how many had ended until then
 * @param time since the first one began
 */
public record BreakingPoint(long transactions, Duration time) {
  /** The first moment of some anomalies; empty if no times were recorded. */
  public static Optional<BreakingPoint> of(History history, List<Anomaly> anomalies) {
    long moment =
        anomalies.stream().mapToLong(anomaly -> end(history, anomaly)).min().orElse(Long.MAX_VALUE);
    if (moment == Long.MAX_VALUE) {
      return Optional.empty();
    }
    long begin =
        IntStream.range(0, history.transactionCount())
            .mapToLong(history::beginTime)
            .filter(time -> time != RawBlock.NO_TIME)
            .min()
            .orElse(moment);
    long ended =
        IntStream.range(0, history.transactionCount())
            .mapToLong(history::endTime)
            .filter(time -> time != RawBlock.NO_TIME && time <= moment)
            .count();
    return Optional.of(new BreakingPoint(ended, Duration.ofNanos(moment - begin)));
  }

  /** When the last of its transactions had ended; never, if one has not. */
  private static long end(History history, Anomaly anomaly) {
    return Evidence.of(history, anomaly).transactions().stream()
        .filter(transaction -> transaction != History.INITIAL) // It was there before all others.
        .mapToLong(history::endTime)
        .map(time -> time == RawBlock.NO_TIME ? Long.MAX_VALUE : time)
        .max()
        .orElse(Long.MAX_VALUE);
  }
}
