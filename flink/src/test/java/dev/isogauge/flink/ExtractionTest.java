package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.online.host.Histories;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Around each violation there is a small history with the same violation. */
class ExtractionTest {
  @TempDir Path directory;

  @Test
  void everyViolationIsFoundAgain() throws Exception {
    Path input = directory.resolve("input");
    Path report = directory.resolve("report.json");
    Path target = directory.resolve("extracted");
    Histories histories = Histories.random(77, 60);
    histories.write(input, 4, new SplittableRandom(1));
    run(input, "--report", report.toUri().toString());
    run(input, "--report", report.toUri().toString(), "--extract", target.toUri().toString());
    Map<String, TimestampFinding> expected =
        FlinkRandomTest.expected(histories, JobOptions.parse("--source", "x", "--level", "si"));
    assertThat(expected).hasSizeBetween(20, JobReport.DESCRIBED);
    for (Map.Entry<String, TimestampFinding> finding : expected.entrySet()) {
      List<String> lines = FlinkRandomTest.lines(target.resolve(finding.getKey()));
      assertThat(
              Histories.offline(lines, JobOptions.parse("--source", "x", "--level", "si").level()))
          .as("%s in %s", finding.getValue(), lines)
          .extracting(ExtractionTest::withoutOperation)
          .contains(withoutOperation(finding.getValue()));
    }
    try (var extracted = Files.list(target)) {
      assertThat(
              extracted.map(path -> path.getFileName().toString()).filter(n -> !n.startsWith(".")))
          .containsExactlyInAnyOrderElementsOf(expected.keySet());
    }
  }

  @Test
  void initialValuesAreKnown() throws Exception {
    Path input = directory.resolve("input.jsonl");
    Files.writeString(
        input,
        """
        {"session":"s1","txn":"t1","sno":1,"ts":[1,2],"ops":[["r","x",7],["w","x",1]]}
        {"session":"s2","txn":"t2","sno":1,"ts":[3,4],"ops":[["r","x",7]]}
        """);
    Path report = directory.resolve("report.json");
    Path target = directory.resolve("extracted");
    run(input, "--initial", "7", "--report", report.toUri().toString());
    run(
        input,
        "--initial",
        "7",
        "--report",
        report.toUri().toString(),
        "--extract",
        target.toUri().toString());
    assertThat(FlinkRandomTest.lines(target))
        .hasSize(3)
        .startsWith("{\"default\":7}")
        .anyMatch(line -> line.contains("\"t1\""))
        .anyMatch(line -> line.contains("\"t2\""));
  }

  /** Operations on other keys are gone, so that the read has another number. */
  private static TimestampFinding withoutOperation(TimestampFinding finding) {
    return new TimestampFinding(
        finding.kind(),
        finding.transaction(),
        finding.other(),
        finding.key(),
        0,
        finding.expected(),
        finding.actual(),
        finding.source());
  }

  private static void run(Path input, String... more) throws Exception {
    String[] options =
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of(
                    "--source", input.toUri().toString(), "--mode", "batch", "--level", "si"),
                java.util.stream.Stream.of(more))
            .toArray(String[]::new);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(2);
    IsogaugeJob.build(environment, JobOptions.parse(options));
    Cluster.run(environment.getStreamGraph().getJobGraph());
  }
}
