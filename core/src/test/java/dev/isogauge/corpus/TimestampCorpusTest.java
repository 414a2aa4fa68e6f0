package dev.isogauge.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.timestamp.AsFinding;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Small histories in TimeKiller's format, recorded by others, beside the repository; where they are
 * not, nothing is tested, and a file without an expectation fails.
 */
class TimestampCorpusTest {
  /** By file: findings for snapshot isolation, and for serializability. */
  private static final Map<String, List<List<String>>> EXPECTED =
      Map.ofEntries(
          Map.entry("huge_key", List.of(List.of(), List.of())),
          Map.entry("sparse_key", List.of(List.of(), List.of())),
          Map.entry("neg_key", List.of(List.of(), List.of())),
          Map.entry("tie", List.of(List.of(), List.of())),
          Map.entry("nc_touch", List.of(List.of(), List.of())),
          Map.entry("same_ts", List.of(List.of(), List.of())),
          Map.entry("nc_enclosed", List.of(List.of("NoConflict 1 2 1"), List.of())),
          Map.entry("sts_gt_cts", List.of(List.of("TimestampOrder 1"), List.of())),
          Map.entry("list_own", both("External 1 1 never")),
          Map.entry("list_prefix", both("External 3 1 never")),
          Map.entry("ser_skew", List.of(List.of(), List.of("External 2 2"))),
          Map.entry("ser_rt", List.of(List.of("External 2 1"), List.of())),
          Map.entry("order", both("Session 1", "External 2 1")));

  private static final Pattern FIELD = Pattern.compile("\"(\\w+)\": \"?(\\w+)\"?");

  private static List<List<String>> both(String... findings) {
    return List.of(List.of(findings), List.of(findings));
  }

  @TestFactory
  Stream<DynamicTest> everyCase() throws IOException {
    Path folder = CorpusTest.corpus().resolve("timestamp");
    assumeTrue(Files.isDirectory(folder), "no corpus beside the repository");
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> cases = files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
      assertThat(cases).hasSizeGreaterThanOrEqualTo(EXPECTED.size() + 1);
      return cases.stream()
          .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> run(file)));
    }
  }

  private static void run(Path file) throws IOException {
    String name = file.getFileName().toString().replace(".json", "");
    if (name.equals("small")) {
      assertThat(findings(file, IsolationLevel.SNAPSHOT_ISOLATION))
          .containsExactlyInAnyOrderElementsOf(truth(file.resolveSibling("small.truth.jsonl")));
      return;
    }
    assertThat(EXPECTED).as("an expectation for " + name).containsKey(name);
    assertThat(findings(file, IsolationLevel.SNAPSHOT_ISOLATION))
        .containsExactlyInAnyOrderElementsOf(EXPECTED.get(name).get(0));
    assertThat(findings(file, IsolationLevel.SERIALIZABILITY))
        .containsExactlyInAnyOrderElementsOf(EXPECTED.get(name).get(1));
  }

  private static List<String> findings(Path file, IsolationLevel level) throws IOException {
    History history =
        HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.TIMEKILLER)).history();
    Verdict verdict = new TimestampChecker(level, Limits.DEFAULT).check(history);
    List<String> lines = new ArrayList<>();
    if (verdict instanceof Verdict.Violated violated) {
      for (Anomaly anomaly : violated.anomalies()) {
        lines.add(line(AsFinding.of(history, anomaly)));
      }
    }
    return lines;
  }

  private static String line(TimestampFinding finding) {
    String name = finding.kind().title() + " " + finding.transaction().name();
    String key = finding.key().map(token -> " " + token).orElse("");
    return switch (finding.kind()) {
      case NO_CONFLICT -> name + " " + finding.other().orElseThrow().name() + key;
      case EXTERNAL ->
          name
              + key
              + (finding.source().equals(Optional.of(ReadSource.NEVER_WRITTEN)) ? " never" : "");
      case INTERNAL -> name + key + " " + (finding.operation() - 1);
      default -> name;
    };
  }

  private static List<String> truth(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(TimestampCorpusTest::truthLine).toList();
  }

  private static String truthLine(String json) {
    Map<String, String> fields = new HashMap<>();
    Matcher matcher = FIELD.matcher(json);
    while (matcher.find()) {
      fields.put(matcher.group(1), matcher.group(2));
    }
    String name = fields.get("tid");
    String key = " " + fields.get("key");
    return switch (fields.get("type")) {
      case "NOCONFLICT" -> "NoConflict " + name + " " + fields.get("other") + key;
      case "EXT" -> "External " + name + key + (fields.get("sub").equals("never") ? " never" : "");
      case "INT" -> "Internal " + name + key + " " + fields.get("op");
      default -> "Session " + name;
    };
  }
}
