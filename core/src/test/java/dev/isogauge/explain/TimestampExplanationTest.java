package dev.isogauge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.timestamp.AsFinding;
import dev.isogauge.report.StreamAnomaly;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One golden explanation for each way to contradict timestamps. */
class TimestampExplanationTest {
  private static final Path GOLDEN = Path.of("src/test/resources/timestamp-explanations");

  private static final String WRITER = "s1 T1: [ts 1..10] w(x,1)\n";

  /** Histories with one finding each. */
  private static final Map<String, String> HISTORIES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("timestamp-order", "s1 T1: [ts 20..10] w(x,1)"),
              Map.entry("timestamp-tie", "s1 T1: [ts 5..5] w(x,1)\ns2 T2: [ts 5..5] r(x,1) w(y,2)"),
              Map.entry("session-start", WRITER + "s1 T2: [ts 9..12] w(y,1)"),
              Map.entry("session-number", "s1 T1: [ts 1..2] [sno 1]\ns1 T2: [ts 3..4] [sno 3]"),
              Map.entry("internal", "s1 T1: [ts 1..2] w(x,1) w(x,2) r(x,1)"),
              Map.entry("internal-list", "s1 T1: [ts 1..2] a(x,1) r(x,[])"),
              Map.entry(
                  "overwritten", WRITER + "s1 T2: [ts 11..12] w(x,2)\ns2 T3: [ts 13..14] r(x,1)"),
              Map.entry("overwritten-initial", WRITER + "s2 T2: [ts 11..12] r(x,nil)"),
              Map.entry("future", WRITER + "s2 T2: [ts 9..12] r(x,1)"),
              Map.entry("never-written", WRITER + "s2 T2: [ts 11:1..12:3] r(x,7)"),
              Map.entry("never-committed", "s1 T1: aborted w(x,1)\ns2 T2: [ts 1..2] r(x,1)"),
              Map.entry("intermediate", "s1 T1: [ts 1..2] w(x,1) w(x,2)\ns2 T2: [ts 3..4] r(x,1)"),
              Map.entry(
                  "stale-list",
                  "s1 T1: [ts 1..2] a(5,1)\ns1 T2: [ts 3..4] a(5,2)\ns2 T3: [ts 5..6] r(5,[1])"),
              Map.entry("no-conflict", WRITER + "s2 T2: [ts 9..12] w(x,2)")));

  static Stream<String> names() {
    return HISTORIES.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void explains(String name) throws IOException {
    History history = IsogaugeText.parse(HISTORIES.get(name));
    Verdict verdict =
        new TimestampChecker(IsolationLevel.SNAPSHOT_ISOLATION, Limits.DEFAULT).check(history);
    List<Anomaly> found = ((Verdict.Violated) verdict).anomalies();
    assertThat(found).hasSize(1);
    String text =
        new Explainer(history).explain(found.get(0)).text()
            + "In one line:\n  "
            + StreamAnomaly.sentence(AsFinding.of(history, found.get(0)))
            + "\n";
    Path golden = GOLDEN.resolve(name + ".txt");
    if (System.getProperty("isogauge.golden", "").equals("update")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(golden, text);
    }
    assertThat(text).isEqualTo(Files.readString(golden));
  }

  @Test
  void everyGoldenFileBelongsToAHistory() throws IOException {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".txt", "")))
          .containsExactlyInAnyOrderElementsOf(HISTORIES.keySet());
    }
  }
}
