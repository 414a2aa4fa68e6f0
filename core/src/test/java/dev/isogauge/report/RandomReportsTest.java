package dev.isogauge.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.explain.Sample;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
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
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    List<Report> reports =
        List.of(
            new TextReport(new StringBuilder(), TextReport.Style.PLAIN.withMaxExplained(100)),
            new JsonReport(json),
            new JUnitReport(out),
            new DotReport(out));
    Set<AnomalyKind> seen = EnumSet.noneOf(AnomalyKind.class);
    for (int i = 0; i < TestSize.pick(150, 500); i++) {
      History history = randomHistory(random);
      List<CheckResult> results = new ArrayList<>();
      for (IsolationLevel level : IsolationLevel.weak()) {
        Verdict verdict = Checks.check(history, level, Limits.DEFAULT);
        results.add(SampleResults.result("random" + i, history, level, verdict));
        verdict.notes().forEach(note -> seen.add(note.kind()));
        if (verdict instanceof Verdict.Violated violated) {
          violated.anomalies().forEach(anomaly -> seen.add(anomaly.kind()));
        }
      }
      for (Report report : reports) {
        report.file(results, i % 2 == 0);
      }
      json.toString(UTF_8).lines().forEach(line -> Schemas.check("report", line));
      json.reset();
      out.reset();
    }
    assertThat(seen).as("kinds met with seed " + SEED).hasSizeGreaterThan(TestSize.pick(11, 12));
  }

  /** Few keys and values, so that faults of every kind are common. */
  private static History randomHistory(Random random) {
    String[] transactions = new String[2 + random.nextInt(6)];
    int duration = random.nextInt(3);
    for (int t = 0; t < transactions.length; t++) {
      StringBuilder line = new StringBuilder();
      line.append(String.format("s%d T%d: ", random.nextInt(4), t));
      line.append(List.of("aborted ", "indeterminate ", "", "", "", "", "").get(random.nextInt(7)));
      line.append(duration == 0 ? "" : String.format("[rt %d..%d]", t, t + duration));
      for (int i = random.nextInt(4); i >= 0; i--) {
        line.append(randomOperation(random, t, i, transactions.length));
      }
      transactions[t] = line.toString();
    }
    return Sample.of(transactions).history;
  }

  private static String randomOperation(Random random, int t, int i, int transactions) {
    String key = List.of("x", "y", "z").get(random.nextInt(3));
    boolean own = random.nextInt(20) > 0;
    int any = random.nextInt(3 * transactions);
    if (random.nextBoolean()) {
      return String.format(" w(%s,%d)", key, own ? 3 * t + i % 3 : any);
    }
    return String.format(" r(%s,%s)", key, random.nextInt(4) > 0 ? any : "nil");
  }
}
