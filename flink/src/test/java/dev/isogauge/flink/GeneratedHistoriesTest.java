package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.property.TimestampedHistories;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever {@code generate} writes with timestamps, a job says of it what {@code check} says. */
class GeneratedHistoriesTest {
  private static final int RUNS = TestSize.pick(10, 300);
  private static final Pattern COUNTS = Pattern.compile("\"counts\":\\{([^}]*)\\}");

  @TempDir Path directory;

  @Test
  void saysWhatCheckSays() throws Exception {
    for (long seed = 0; seed < RUNS; seed++) {
      Path file = TimestampedHistories.write(seed, directory.resolve(seed + ".jsonl"));
      Path report = directory.resolve(seed + ".json");
      JobOptions options =
          JobOptions.parse(
              "--source",
              file.toUri().toString(),
              "--level",
              seed % 2 == 0 ? "si" : "ser",
              "--mode",
              seed % 4 < 2 ? "streaming" : "batch",
              "--report",
              report.toUri().toString());
      StreamExecutionEnvironment environment =
          StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
      environment.setParallelism(2);
      IsogaugeJob.build(environment, options);
      Cluster.run(environment.getStreamGraph().getJobGraph());
      Verdict expected =
          Checks.check(
              TimestampedHistories.make(seed),
              Question.byTimestamps(options.level()),
              Limits.DEFAULT);
      String found = Files.readString(report);
      Matcher counts = COUNTS.matcher(found);
      assertThat(counts.find()).as(found).isTrue();
      assertThat(FlinkRandomTest.fields(found).get("verdict") + " " + sorted(counts.group(1)))
          .as(file.toString())
          .isEqualTo(words(expected));
    }
  }

  /** Keys start where the first line of the first file says, and no line may say otherwise. */
  @Test
  void theFirstLineStatesTheInitialValue() throws Exception {
    for (String stated : new String[] {"0", "\"none\"", "null"}) {
      Path file = directory.resolve("stated.jsonl");
      String reads = "{\"session\":1,\"ts\":[1,2],\"ops\":[[\"r\",\"x\"," + stated + "]]}\n";
      Files.writeString(file, "{\"default\":" + stated + "}\n" + reads);
      assertThat(verdict(file)).contains("\"verdict\":\"satisfied\"");
      Files.writeString(file, reads + "{\"default\":7}\n");
      assertThat(verdict(file))
          .contains("found initial value 7; expected nil, as --initial", "\"line\":2")
          .contains("\"rejected\":1");
    }
  }

  private String verdict(Path file) throws Exception {
    Path report = directory.resolve("report.json");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(1);
    IsogaugeJob.build(
        environment,
        JobOptions.parse(
            "--source",
            file.toUri().toString(),
            "--level",
            "si",
            "--mode",
            "batch",
            "--report",
            report.toUri().toString()));
    Cluster.run(environment.getStreamGraph().getJobGraph());
    return Files.readString(report);
  }

  private static Map<String, String> sorted(String counts) {
    Map<String, String> sorted = new TreeMap<>();
    Matcher count = Pattern.compile("\"([^\"]*)\":([0-9]+)").matcher(counts);
    while (count.find()) {
      sorted.put(count.group(1), count.group(2));
    }
    return sorted;
  }

  private static String words(Verdict verdict) {
    Map<String, String> counts = new TreeMap<>();
    if (verdict instanceof Verdict.Violated violated) {
      for (Map.Entry<AnomalyKind, ? extends Number> count : violated.counts().entrySet()) {
        counts.put(count.getKey().title(), count.getValue().toString());
      }
    }
    return verdict.word() + " " + counts;
  }
}
