package dev.isogauge.online.host;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.timestamp.AsFinding;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** What offline checking finds, as far as online checking must find the same. */
public final class Offline {
  private Offline() {}

  public static List<TimestampFinding> findings(
      List<RawBlock> blocks, IsolationLevel level, Atoms atoms) {
    HistoryBuilder builder = new HistoryBuilder(atoms);
    blocks.forEach(builder::add);
    Limits limits = Limits.DEFAULT.withMaxAnomalies(Integer.MAX_VALUE);
    History history = builder.build();
    Verdict verdict = new TimestampChecker(level, limits).check(history);
    if (verdict instanceof Verdict.Unknown unknown) {
      throw new AssertionError(unknown.reason());
    }
    return verdict instanceof Verdict.Violated violated
        ? violated.anomalies().stream()
            .map(anomaly -> comparable(AsFinding.of(history, anomaly)))
            .toList()
        : List.of();
  }

  /** Without what the two ways of checking may see differently. */
  public static TimestampFinding comparable(TimestampFinding finding) {
    return finding.from(Optional.empty());
  }
}
