package dev.isogauge.app.serve;

import static dev.isogauge.app.CommandRun.isogauge;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve --order reads}: streams without timestamps. */
class ReadsServiceTest {
  private static final int RUNS = TestSize.pick(5, 300);
  private static final Pattern SESSION = Pattern.compile("\"session\":([^,]*),");
  private static final Pattern LEVEL =
      Pattern.compile("\"level\":\"([a-z-]+)\",\"verdict\":\"([a-z]+)\"");
  private static final List<IsolationLevel> LEVELS =
      List.of(
          IsolationLevel.READ_ATOMIC,
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);
  private static final String LOST_UPDATE =
      "{\"session\":\"a\",\"ops\":[[\"r\",\"x\",null],[\"w\",\"x\",1]]}\n"
          + "{\"session\":\"b\",\"ops\":[[\"r\",\"x\",null],[\"w\",\"x\",2]]}\n";

  @TempDir Path directory;

  private ServeSettings settings(String name) {
    return RunningService.settings(directory.resolve(name)).byReads(LEVELS);
  }

  private ServeSettings settings(String name, long memory) {
    ServeSettings usual = settings(name);
    return new ServeSettings(
            usual.level(),
            usual.host(),
            0,
            usual.data(),
            Duration.ZERO,
            usual.clock(),
            memory,
            usual.token(),
            usual.initial(),
            1 << 20,
            usual.retention())
        .byReads(LEVELS);
  }

  private static Map<String, String> verdicts(String report) {
    Map<String, String> verdicts = new TreeMap<>();
    Matcher matcher = LEVEL.matcher(report.substring(report.indexOf("\"levels\"")));
    while (matcher.find()) {
      verdicts.put(matcher.group(1), matcher.group(2));
    }
    return verdicts;
  }

  @Test
  void aLevelIsLostWithATransaction() throws Exception {
    try (RunningService service = RunningService.start(settings("run"))) {
      assertThat(service.post(LOST_UPDATE).statusCode()).isEqualTo(200);
      service.await("violations", 3);
      String events = service.get("violations").body();
      assertThat(events)
          .contains(
              "\"kind\":\"LostUpdate\",\"level\":\"snapshot-isolation\","
                  + "\"transaction\":{\"name\":\"b.1\",\"session\":\"b\"},\"sentence\":"
                  + "\"snapshot-isolation is lost with b.1, transaction 2. LostUpdate: ");
      assertThat(service.get("evidence?event=1").body())
          .contains("\"summary\":\"snapshot-isolation is lost with b.1, transaction 2.");
      assertThat(service.get("search?text=b.1").body()).contains("\"seq\":3");
      assertThat(service.get("status").body()).contains("\"order\":\"reads\"");
    }
    // What was found stands after a restart, under the same number.
    try (RunningService service = RunningService.start(settings("run"))) {
      assertThat(service.status("events")).isEqualTo(3);
      service.post("{\"session\":\"c\",\"ops\":[[\"r\",\"x\",1]]}");
      HttpResponse<String> report = service.finish();
      assertThat(verdicts(report.body()))
          .isEqualTo(
              Map.of(
                  "read-atomic", "satisfied",
                  "snapshot-isolation", "violated",
                  "serializability", "violated",
                  "strict-serializability", "violated"));
      assertThat(report.body()).contains("\"verdict\":\"violated\"", "\"transactions\":3");
    }
  }

  /** An alarm before the second writer came would be wrong if it were let in. */
  @Test
  void aValueThatWasWrittenBeforeIsRefused() throws Exception {
    String again = "{\"session\":\"c\",\"ops\":[[\"r\",\"x\",2],[\"w\",\"x\",1]]}\n";
    try (RunningService service = RunningService.start(settings("run"))) {
      service.post("first", LOST_UPDATE);
      HttpResponse<String> refused = service.post("again", "\n" + again);
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body())
          .contains("\"line\":2", "found value 1 of key x, which another transaction wrote");
      assertThat(service.post("first", LOST_UPDATE).body()).contains("\"duplicate\":true");
      assertThat(service.post("other", again.replace("1]", "3]")).statusCode()).isEqualTo(200);
    }
    // Known again from the journal.
    try (RunningService service = RunningService.start(settings("run"))) {
      assertThat(service.post(again).statusCode()).isEqualTo(400);
      assertThat(service.status("transactions")).isEqualTo(3);
    }
  }

  @Test
  void numbersBeginWithOne() throws Exception {
    try (RunningService service = RunningService.start(settings("run"))) {
      assertThat(service.post("{\"session\":1,\"sno\":0,\"ops\":[[\"w\",\"x\",1]]}").body())
          .contains("found a transaction with number 0 in its session; expected 1, 2, 3");
    }
  }

  /** Values that were written do not go to disk. */
  @Test
  void memoryIsBounded() throws Exception {
    try (RunningService service = RunningService.start(settings("run", 256 << 10))) {
      int status = 200;
      int sent = 0;
      String answer = "";
      while (status != 507 && sent < 40) {
        StringBuilder batch = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
          int n = 1_000 * sent + i;
          batch.append("{\"session\":1,\"ops\":[[\"r\",1,");
          batch.append(n == 0 ? "null" : "" + n).append("],[\"w\",1,").append(n + 1);
          batch.append("]]}\n");
        }
        HttpResponse<String> response = service.post("b" + sent, batch.toString());
        status = response.statusCode();
        answer = response.body();
        sent += status == 200 ? 1 : 0;
        if (status == 429) {
          Thread.sleep(50);
        }
      }
      assertThat(answer).contains("memory has no room for more values");
      assertThat(sent).isBetween(5, 10);
      assertThat(verdicts(service.finish().body())).doesNotContainValue("violated");
    }
  }

  /** The lines of a history, with those of a session in order. */
  private record Stream(History history, List<String> lines) {}

  private static Stream stream(long seed) throws IOException {
    Random random = new Random(seed);
    boolean lists = random.nextBoolean();
    StoreKind[] stores = {StoreKind.SERIALIZABLE, StoreKind.SNAPSHOT, StoreKind.READ_COMMITTED};
    History history =
        HistoryGenerator.generate(
                new WorkloadSpec(
                    stores[random.nextInt(stores.length)],
                    2 + random.nextInt(4),
                    20 + random.nextInt(40),
                    lists ? 3 : 2,
                    0.5,
                    0.4,
                    0,
                    WorkloadSpec.DEFAULT.predicateRatio(),
                    1 + random.nextInt(4),
                    lists && random.nextBoolean() ? 4 : 0,
                    KeyDistribution.ZIPF,
                    random.nextInt(3) == 0 ? 0.2 : 0,
                    random.nextLong(),
                    lists ? DataModel.LIST_APPEND : DataModel.MINI_TRANSACTION,
                    WorkloadSpec.DEFAULT.scale(),
                    WorkloadSpec.DEFAULT.conflicts(),
                    Recording.DEFAULT.withRealTime(random.nextBoolean())),
                List.of())
            .history();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistoryFormat.JSONL.write(history, out);
    boolean numbered = random.nextBoolean();
    Map<String, Deque<String>> sessions = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      Matcher session = SESSION.matcher(line);
      if (session.find()) {
        Deque<String> ofSession =
            sessions.computeIfAbsent(session.group(1), unused -> new ArrayDeque<>());
        ofSession.add(
            numbered
                ? line.replace(
                    session.group(), session.group() + "\"sno\":" + (ofSession.size() + 1) + ",")
                : line);
      } else {
        lines.add(line); // The initial value.
      }
    }
    if (numbered) {
      List<String> all = new ArrayList<>();
      sessions.values().forEach(all::addAll);
      Collections.shuffle(all, random);
      lines.addAll(all);
    } else {
      List<Deque<String>> left = new ArrayList<>(sessions.values());
      while (!left.isEmpty()) {
        int next = random.nextInt(left.size());
        lines.add(left.get(next).remove());
        left.removeIf(Deque::isEmpty);
      }
    }
    return new Stream(
        HistoryFormat.JSONL
            .read(HistoryFiles.bytes("whole", out.toByteArray()), new Atoms())
            .build(),
        lines);
  }

  /** Any order across sessions, any batches, restarts between them: as a check of the whole. */
  @Test
  void theEndSaysWhatACheckSays() throws Exception {
    Set<String> met = new HashSet<>();
    for (long seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      Stream stream = stream(seed);
      Map<String, String> expected = new TreeMap<>();
      for (IsolationLevel level : LEVELS) {
        expected.put(
            level.id(), Checks.check(stream.history, Question.of(level), Limits.DEFAULT).word());
      }
      int begin = 0;
      String report = "";
      while (report.isEmpty()) {
        try (RunningService service = RunningService.start(settings("run" + seed))) {
          while (begin < stream.lines.size() && (begin == 0 || random.nextInt(6) > 0)) {
            int end = Math.min(stream.lines.size(), begin + 1 + random.nextInt(20));
            String batch = String.join("\n", stream.lines.subList(begin, end));
            assertThat(service.post(batch).statusCode())
                .as("seed %d\n%s", seed, batch)
                .isEqualTo(200);
            begin = end;
            if (random.nextInt(3) == 0) {
              service.await("judged", service.status("transactions"));
            }
          }
          lostOnly(service, expected, seed);
          report = begin == stream.lines.size() ? service.finish().body() : "";
        }
      }
      assertThat(verdicts(report)).as("seed %d", seed).isEqualTo(expected);
      met.addAll(expected.values());
    }
    assertThat(met).contains("satisfied", "violated");
  }

  /** No alarm of a level that holds. */
  private static void lostOnly(RunningService service, Map<String, String> expected, long seed)
      throws Exception {
    Matcher lost =
        Pattern.compile("\"level\":\"([a-z-]+)\"").matcher(service.get("violations").body());
    while (lost.find()) {
      assertThat(expected.get(lost.group(1))).as("seed %d", seed).isEqualTo("violated");
    }
  }

  @Test
  void feedSendsHistoriesWithoutTimestamps() throws Exception {
    Path file = Files.writeString(directory.resolve("history.jsonl"), LOST_UPDATE);
    try (RunningService service = RunningService.start(settings("run"))) {
      CommandRun run =
          isogauge("feed", file.toString(), "--service", service.address(), "--finish");
      assertThat(run.out())
          .contains("strict-serializability by reads violated: 3 LostUpdate (2 transactions)");
      assertThat(run.exitCode()).isEqualTo(1);
    }
    try (RunningService service =
        RunningService.start(RunningService.settings(directory.resolve("other")))) {
      CommandRun run = isogauge("feed", file.toString(), "--service", service.address());
      assertThat(run.err()).contains("lacks a start or commit timestamp");
      assertThat(run.exitCode()).isEqualTo(4);
    }
  }

  @Test
  void optionsOfTimestampsAreRefused() {
    CommandRun run =
        isogauge("serve", "--order", "reads", "--port", "0", "--data", "d", "--horizon", "1h");
    assertThat(run.err()).contains("--horizon has no meaning with --order reads");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(isogauge("serve", "--order", "read", "--port", "0", "--data", "d").err())
        .contains("unknown order 'read'");
    assertThat(
            isogauge("serve", "--order", "reads", "--level", "pl-3", "--port", "0", "--data", "d")
                .err())
        .contains("which --order reads can decide");
  }
}
