package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two transactions that tie on several keys count once, also where a key has very many ties. */
class TiedPairsTest {
  /** Of these every two tie, on two keys: more pairs than a key describes. */
  private static final int TRANSACTIONS = 150;

  @TempDir Path directory;

  @Test
  void countsPairsAndNotKeys() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < TRANSACTIONS; i++) {
      lines.append(
          "{\"session\":%d,\"ts\":[5,5],\"ops\":[[\"w\",7,%d],[\"w\",8,%d]]}%n".formatted(i, i, i));
    }
    Path input = directory.resolve("input.jsonl");
    Path report = directory.resolve("report.json");
    Files.writeString(input, lines);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(2);
    JobOptions options =
        JobOptions.parse(
            "--source", input.toUri().toString(),
            "--level", "ser",
            "--report", report.toUri().toString());
    IsogaugeJob.build(TransactionSources.chunks(environment, options), options);
    Cluster.run(environment.getStreamGraph().getJobGraph());
    assertThat(Files.readString(report))
        .contains("\"TimestampTie\":" + TRANSACTIONS * (TRANSACTIONS - 1) / 2);
  }
}
