package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes for something beyond the horizon is not judged, and the verdict says so. */
class StragglerTest {
  private static final int TRANSACTIONS = 4_000;

  @TempDir Path directory;

  @Test
  void makesTheVerdictUnknown() throws Exception {
    assertThat(run("--horizon", "10ms"))
        .containsEntry("verdict", "unknown")
        .containsEntry("transactions", Integer.toString(TRANSACTIONS + 1));
  }

  @Test
  void isJudgedWithoutHorizon() throws Exception {
    assertThat(run("--idle", "1s"))
        .containsEntry("verdict", "satisfied")
        .containsEntry("unjudged", "0")
        .containsEntry("transactions", Integer.toString(TRANSACTIONS + 1));
  }

  /** Transactions in order, and at their end one that writes before all. */
  private Map<String, String> run(String option, String value) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i <= TRANSACTIONS; i++) {
      lines.append(
          String.format(
              "{\"session\":1,\"sno\":%d,\"ts\":[%d,%d],\"ops\":[[\"r\",7,%d],[\"w\",7,%d]]}%n",
              i, 10 * i, 10 * i + 1, i - 1, i));
    }
    lines.append("{\"session\":2,\"sno\":1,\"ts\":[1,2],\"ops\":[[\"w\",7,0]]}\n");
    Path input = directory.resolve("input.jsonl");
    Path report = directory.resolve("report.json");
    Files.writeString(input, lines);
    JobOptions options =
        JobOptions.parse(
            "--source",
            input.toUri().toString(),
            "--level",
            "si",
            "--initial",
            "0",
            "--delay",
            "1ms",
            "--report",
            report.toUri().toString(),
            option,
            value);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(1);
    environment.enableCheckpointing(50);
    Failing.LEFT.set(0);
    IsogaugeJob.build(
        TransactionSources.chunks(environment, options)
            .map(new Failing(100))
            .returns(ChunkSerializer.TYPE)
            .uid("failing"),
        options);
    Cluster.run(environment.getStreamGraph().getJobGraph());
    return FlinkRandomTest.fields(Files.readString(report));
  }
}
