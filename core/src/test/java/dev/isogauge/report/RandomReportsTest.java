package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checkers;
import dev.isogauge.check.Limits;
import dev.isogauge.check.Verdict;
import dev.isogauge.explain.Sample;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever the checkers find in random histories can be rendered by every report. */
class RandomReportsTest {
  private static final long SEED = 20260101;

  @Test
  void everyFindingCanBeRendered() throws IOException {
    Random random = new Random(SEED);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Report> reports =
        List.of(
            new TextReport(new StringBuilder(), TextStyle.PLAIN.withMaxExplained(100)),
            new JsonReport(out),
            new JUnitReport(out),
            new DotReport(out));
    Set<AnomalyKind> seen = EnumSet.noneOf(AnomalyKind.class);
    for (int i = 0; i < 1000; i++) {
      History history = randomHistory(random);
      List<CheckResult> results = new ArrayList<>();
      for (IsolationLevel level : IsolationLevel.values()) {
        Verdict verdict = Checkers.of(level, Limits.DEFAULT).check(history);
        results.add(SampleResults.result("random" + i, history, level, verdict));
        verdict.notes().forEach(note -> seen.add(note.kind()));
        if (verdict instanceof Verdict.Violated violated) {
          violated.anomalies().forEach(anomaly -> seen.add(anomaly.kind()));
        }
      }
      for (Report report : reports) {
        report.file(results, i % 2 == 0);
      }
      out.reset();
    }
    assertThat(seen).as("kinds met with seed " + SEED).hasSizeGreaterThan(12);
  }

  /** Few keys and values, so that faults of every kind are common. */
  private static History randomHistory(Random random) {
    String[] transactions = new String[2 + random.nextInt(6)];
    for (int t = 0; t < transactions.length; t++) {
      StringBuilder line = new StringBuilder("s" + random.nextInt(4) + " ");
      line.append(
          random.nextInt(12) == 0 ? "aborted " : random.nextInt(12) == 0 ? "indeterminate " : "");
      line.append("T").append(t).append(":");
      for (int i = random.nextInt(4); i >= 0; i--) {
        boolean write = random.nextInt(2) == 0;
        int value =
            write && random.nextInt(20) > 0
                ? 3 * t + i % 3
                : random.nextInt(3 * transactions.length);
        line.append(write ? " w(" : " r(").append("xyz".charAt(random.nextInt(3))).append(",");
        line.append(write || random.nextInt(4) > 0 ? value : "nil").append(")");
      }
      transactions[t] = line.toString().replace(":", ": ");
    }
    return Sample.timed(random.nextInt(3), transactions).history;
  }
}
