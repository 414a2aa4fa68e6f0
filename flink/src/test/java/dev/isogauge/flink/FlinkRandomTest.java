package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.online.host.Histories;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job finds what offline checking finds, whatever the delivery, failures and parallelism. */
class FlinkRandomTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "si,1,arrival,1h,64m,3",
    "ser,2,arrival,0ms,1k,3",
    "si,4,event,0ms,1k,3",
    "ser,4,event,0ms,16k,2",
    "si,2,arrival,20ms,16k,4"
  })
  void streaming(
      String level, int parallelism, String clock, String delay, String cache, int failures)
      throws Exception {
    for (int round = 0; round < TestSize.pick(1, 20); round++) {
      Path input = directory.resolve("input" + round);
      Path output = directory.resolve("findings" + round);
      Path report = directory.resolve("report" + round + ".json");
      SplittableRandom random = new SplittableRandom(round * 31L + parallelism);
      Histories histories = Histories.random(round, TestSize.pick(150, 400));
      histories.write(input, 60, random);
      JobOptions options =
          JobOptions.parse(
              "--source",
              input.toUri().toString(),
              "--level",
              level,
              "--clock",
              clock,
              "--delay",
              delay,
              "--idle",
              "1h",
              "--memory",
              cache,
              "--findings",
              output.toUri().toString(),
              "--report",
              report.toUri().toString());
      StreamExecutionEnvironment environment =
          StreamExecutionEnvironment.getExecutionEnvironment(Cluster.restarting());
      environment.setParallelism(parallelism);
      environment.enableCheckpointing(15);
      DataStream<Chunk> chunks = TransactionSources.chunks(environment, options);
      IsogaugeJob.build(
          chunks.map(new Failing(5 * parallelism)).returns(ChunkSerializer.TYPE), options);
      Failing.LEFT.set(failures);
      Failing.RESTORED.set(0);
      Cluster.run(environment.getStreamGraph().getJobGraph());
      assertThat(Failing.RESTORED).as("restores").hasPositiveValue();
      compare(expected(histories, options), output, report, histories.size());
    }
  }

  @ParameterizedTest
  @CsvSource({"si,2", "ser,4", "si,1"})
  void batch(String level, int parallelism) throws Exception {
    for (int round = 0; round < TestSize.pick(1, 20); round++) {
      Path input = directory.resolve("input" + round);
      Path output = directory.resolve("findings" + round);
      Path report = directory.resolve("report" + round + ".json");
      Histories histories = Histories.random(1000 + round, TestSize.pick(150, 400));
      histories.write(input, 10, new SplittableRandom(round));
      JobOptions options =
          JobOptions.parse(
              "--source",
              input.toUri().toString(),
              "--mode",
              "batch",
              "--level",
              level,
              "--memory",
              round % 2 == 0 ? "1k" : "64m",
              "--findings",
              output.toUri().toString(),
              "--report",
              report.toUri().toString());
      StreamExecutionEnvironment environment =
          StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
      environment.setParallelism(parallelism);
      IsogaugeJob.build(environment, options);
      Cluster.run(environment.getStreamGraph().getJobGraph());
      compare(expected(histories, options), output, report, histories.size());
    }
  }

  /** What offline checking finds, by digest. */
  static Map<String, TimestampFinding> expected(Histories histories, JobOptions options)
      throws IOException {
    Map<String, TimestampFinding> findings = new TreeMap<>();
    for (TimestampFinding finding : histories.offline(options.level())) {
      findings.put(new Event.Finding(finding, Optional.empty()).digest(), finding);
    }
    return findings;
  }

  /** Net findings equal the offline ones, and each event appears once. */
  static void compare(
      Map<String, TimestampFinding> expected, Path output, Path report, int transactions)
      throws IOException {
    assertThat(expected).isNotEmpty();
    Map<String, Integer> net = new HashMap<>();
    for (String line : lines(output)) {
      Map<String, String> fields = fields(line);
      int change = fields.get("event").equals("found") ? 1 : -1;
      net.merge(fields.get("id"), change, Integer::sum);
    }
    assertThat(net.values()).isSubsetOf(0, 1);
    net.values().removeIf(count -> count == 0);
    assertThat(new TreeSet<>(net.keySet())).isEqualTo(expected.keySet());
    Map<String, String> fields = fields(Files.readString(report));
    assertThat(fields)
        .containsEntry("verdict", "violated")
        .containsEntry("rejected", "0")
        .containsEntry("unjudged", "0")
        .containsEntry("transactions", Integer.toString(transactions));
  }

  static List<String> lines(Path output) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(output)) {
      // Attempts that failed leave hidden files that were never committed.
      for (Path file :
          files
              .filter(f -> Files.isRegularFile(f) && !f.getFileName().toString().startsWith("."))
              .toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  /** The fields of an object that are strings or numbers. */
  static Map<String, String> fields(String json) throws IOException {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        if (parser.nextToken().isScalarValue()) {
          fields.put(name, parser.getText());
        } else {
          parser.skipChildren();
        }
      }
    }
    return fields;
  }
}
