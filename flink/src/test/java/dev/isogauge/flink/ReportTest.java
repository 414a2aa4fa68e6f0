package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A report lists what it counts, and findings have all bad lines. */
class ReportTest {
  private static final int TRUE = 7;

  @TempDir Path directory;

  private static String transaction(String session, int number, int start, String operation) {
    return String.format(
        "{\"session\":\"%s\",\"txn\":\"%s%d\",\"sno\":%d,\"ts\":[%d,%d],\"ops\":[%s]}",
        session, session, number, number, start, start + 1, operation);
  }

  /** More violations are found and withdrawn than a report describes, and a few stay. */
  @Test
  void whatIsWithdrawnTakesNoPlace() throws Exception {
    List<String> lines = new ArrayList<>();
    int wrong = JobReport.DESCRIBED + 200;
    for (int i = 1; i <= wrong; i++) {
      lines.add(transaction("r", i, 10 * i, "[\"r\",\"x\",1]"));
    }
    for (int i = 1; i <= TRUE; i++) {
      lines.add(transaction("w", i, 10 * (wrong + i), "[\"r\",\"x\",2]"));
    }
    // Of no interest, but chunks by themselves: verdicts are final before the writer comes.
    for (int i = 1; i <= TestSize.pick(20_000, 50_000); i++) {
      lines.add(transaction("o", i, 10 * i, "[\"w\",\"y" + i % 50 + "\"," + i + "]"));
    }
    lines.add(transaction("late", 1, 1, "[\"w\",\"x\",1]"));
    String report = run(lines, "streaming", "--delay", "0ms");
    assertThat(report).contains("\"counts\":{\"External\":" + TRUE + "}");
    assertThat(report.split("\"sentence\"", -1)).hasSize(TRUE + 1);
    assertThat(report).doesNotContain("\"withdrawn\":0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"streaming", "batch"})
  void badLinesAreAllAmongTheFindings(String mode) throws Exception {
    List<String> lines = new ArrayList<>();
    Set<Integer> bad = new TreeSet<>();
    int most = 3 * JobReport.DESCRIBED;
    for (int i = 1; i <= most; i++) {
      boolean isBad = i % 2 == 0;
      lines.add(isBad ? bad(i) : good((i + 1) / 2));
      if (isBad) {
        bad.add(i);
      }
    }
    String report = run(lines, mode);
    Set<Integer> found = new TreeSet<>();
    for (String line : FlinkRandomTest.lines(directory.resolve("findings"))) {
      assertThat(FlinkRandomTest.fields(line)).containsEntry("event", "rejected");
      assertThat(line).contains("input.jsonl");
      assertThat(found.add(Integer.parseInt(FlinkRandomTest.fields(line).get("line")))).isTrue();
    }
    assertThat(found).isEqualTo(bad);
    assertThat(report).contains("\"rejected\":" + bad.size(), "\"verdict\":\"unknown\"");
  }

  private static String good(int i) {
    return transaction("s", i, 10 * i, "[\"w\",\"x\"," + i + "]");
  }

  private static String bad(int i) {
    return switch (i / 2 % 6) {
      case 0 -> "nonsense";
      case 1 -> "{\"session\":\"s\",\"ops\":[[\"w\"";
      case 2 -> "{\"session\":\"s\",\"sno\":" + i + ",\"ops\":[[\"w\",\"x\",1]]}";
      case 3 -> "{\"init\":[[\"x\",1]]}";
      case 4 -> "{\"default\":" + i + "}";
      default -> transaction("s", i, i, "[\"a\",\"x\",1],[\"w\",\"x\",1]");
    };
  }

  private String run(List<String> lines, String mode, String... more) throws Exception {
    Path input = Files.write(directory.resolve("input.jsonl"), lines);
    Path report = directory.resolve("report.json");
    List<String> options =
        new ArrayList<>(
            List.of(
                "--source",
                input.toUri().toString(),
                "--level",
                "si",
                "--mode",
                mode,
                "--findings",
                directory.resolve("findings").toUri().toString(),
                "--report",
                report.toUri().toString()));
    options.addAll(List.of(more));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(2);
    IsogaugeJob.build(environment, JobOptions.parse(options.toArray(new String[0])));
    Cluster.run(environment.getStreamGraph().getJobGraph());
    return read(report);
  }

  private static String read(Path report) throws IOException {
    return Files.readString(report);
  }
}
