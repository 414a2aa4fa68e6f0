package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.Atoms;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Read committed and read atomic of a batch hold where offline checking says so. */
class WeakJobTest {
  /** Commits of a sample are in a range of their own, so that windows are of one sample. */
  private static final int RANGE = 1_000;

  private static final Pattern NAME = Pattern.compile("t(\\d+)/");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"rc", "ra"})
  void violationsAreThoseOfOfflineChecking(String level) throws Exception {
    int samples = TestSize.pick(400, 10_000);
    IsolationLevel asked = IsolationLevel.byName(level).orElseThrow();
    Set<Integer> expected = new TreeSet<>();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      List<String> sample = sample(i, new Random(i));
      Verdict verdict = verdict(sample, asked);
      assertThat(verdict).isNotInstanceOf(Verdict.Unknown.class);
      if (verdict instanceof Verdict.Violated) {
        expected.add(i);
      }
      lines.addAll(sample);
    }
    assertThat(expected).hasSizeBetween(samples / 10, samples * 9 / 10);
    Collections.shuffle(lines, new Random(1));
    Map<String, String> report = run(lines, 2, "--level", level);
    assertThat(report)
        .containsEntry("verdict", "violated")
        .containsEntry("rejected", "0")
        .containsEntry("unjudged", "0")
        .containsEntry("transactions", Integer.toString(lines.size()));
    Set<Integer> found = new TreeSet<>();
    for (String event : FlinkRandomTest.lines(directory.resolve("findings"))) {
      Matcher name = NAME.matcher(FlinkRandomTest.fields(event).get("sentence"));
      assertThat(name.find()).as(event).isTrue();
      found.add(Integer.parseInt(name.group(1)));
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void theOrderOfTimestampsProvesALevel() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      lines.add(
          String.format(
              "{\"session\":%d,\"sno\":%d,\"ts\":[%d,%d],\"ops\":[[\"r\",1,%s],[\"w\",1,%d]]}",
              i % 3, i, i, i, i == 1 ? "null" : i - 1, i));
    }
    assertThat(run(lines, 2, "--level", "ra"))
        .containsEntry("verdict", "satisfied")
        .containsEntry("transactions", "200");
  }

  @Test
  void whatCannotBeJudgedIsUnknown() throws Exception {
    String plain = "{\"session\":1,\"sno\":1,\"ts\":[1,2],\"ops\":[[\"w\",1,1]]}";
    assertThat(
            run(
                List.of(plain, "{\"session\":2,\"ts\":[3,4],\"ops\":[[\"a\",2,1]]}"),
                1,
                "--level",
                "rc"))
        .containsEntry("verdict", "unknown")
        .containsEntry("rejected", "1");
  }

  @Test
  void windowsThatAreTooLargeAreUnknown() throws Exception {
    List<String> lines = new ArrayList<>();
    // Two reads that go back: offline checking says that it is violated.
    lines.add("{\"session\":1,\"ts\":[1,1],\"ops\":[[\"w\",1,1],[\"w\",2,1]]}");
    lines.add("{\"session\":2,\"ts\":[2,2],\"ops\":[[\"r\",1,1],[\"r\",2,null]]}");
    assertThat(run(lines, 1, "--level", "rc")).containsEntry("verdict", "violated");
    assertThat(run(lines, 1, 1, "--level", "rc"))
        .containsEntry("verdict", "unknown")
        .containsEntry("unjudged", "1");
  }

  private static Verdict verdict(List<String> lines, IsolationLevel level) throws IOException {
    byte[] text = (String.join("\n", lines) + "\n").getBytes(UTF_8);
    return Checks.check(
        HistoryFormat.JSONL.read(ChunkReader.input(text), new Atoms()).build(), level);
  }

  /** A few transactions of two or three sessions; mostly commits are in the order of sessions. */
  private static List<String> sample(int index, Random random) {
    int count = 2 + random.nextInt(6);
    int sessions = 2 + random.nextInt(2);
    List<int[]> writes = new ArrayList<>();
    List<List<int[]>> operations = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      List<int[]> ofTransaction = new ArrayList<>();
      for (int o = random.nextInt(4); o >= 0; o--) {
        int key = random.nextInt(3);
        boolean isWrite = random.nextInt(5) < 2;
        int[] operation = {isWrite ? 1 : 0, key, isWrite ? writes.size() + 1 : -1};
        ofTransaction.add(operation);
        if (isWrite) {
          writes.add(operation);
        }
      }
      operations.add(ofTransaction);
    }
    List<String> lines = new ArrayList<>();
    int[] numbers = new int[sessions];
    for (int t = 0; t < count; t++) {
      StringBuilder text = new StringBuilder();
      for (int[] operation : operations.get(t)) {
        String value = operation[0] == 1 ? "" + operation[2] : seen(operation[1], writes, random);
        text.append(text.isEmpty() ? "" : ",")
            .append(operation[0] == 1 ? "[\"w\",\"k" : "[\"r\",\"k")
            .append(index + "/" + operation[1] + "\"," + value + "]");
      }
      int session = random.nextInt(sessions);
      int commit = index * RANGE + (random.nextInt(4) == 0 ? random.nextInt(10) : t);
      lines.add(
          String.format(
              "{\"session\":\"s%d/%d\",\"sno\":%d,\"txn\":\"t%d/%d\",%s\"ts\":[%d,%d],\"ops\":[%s]}",
              index,
              session,
              numbers[session]++,
              index,
              t,
              random.nextInt(12) == 0 ? "\"outcome\":\"aborted\"," : "",
              commit,
              commit,
              text));
    }
    return lines;
  }

  /** Usually a recent value of the key, rarely one that nothing wrote. */
  private static String seen(int key, List<int[]> writes, Random random) {
    List<int[]> ofKey = writes.stream().filter(write -> write[1] == key).toList();
    if (random.nextInt(60) == 0) {
      return "999";
    }
    int choice = random.nextInt(ofKey.size() + 1);
    return choice == ofKey.size() ? "null" : "" + ofKey.get(choice)[2];
  }

  private Map<String, String> run(List<String> lines, int parallelism, String... more)
      throws Exception {
    return run(lines, parallelism, 200_000, more);
  }

  private Map<String, String> run(
      List<String> lines, int parallelism, int mostInWindow, String... more) throws Exception {
    Path input = Files.createTempDirectory(directory, "input");
    int half = lines.size() / 2;
    Files.write(input.resolve("a.jsonl"), lines.subList(0, half));
    Files.write(input.resolve("b.jsonl"), lines.subList(half, lines.size()));
    Path report = directory.resolve("report.json");
    List<String> options =
        new ArrayList<>(
            List.of(
                "--source",
                input.toUri().toString(),
                "--mode",
                "batch",
                "--findings",
                directory.resolve("findings").toUri().toString(),
                "--report",
                report.toUri().toString()));
    options.addAll(List.of(more));
    JobOptions parsed = JobOptions.parse(options.toArray(new String[0]));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(parallelism);
    IsogaugeJob.prepare(environment, parsed);
    WeakJob.build(TransactionSources.chunks(environment, parsed), parsed, mostInWindow);
    Cluster.run(environment.getStreamGraph().getJobGraph());
    return FlinkRandomTest.fields(Files.readString(report));
  }
}
