package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.app.feed.FeedSettings;
import dev.isogauge.app.feed.Feeder;
import dev.isogauge.app.feed.FinishedReport;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.DiskSpace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that was acknowledged is lost or counted twice, whatever happens to the process. */
class CrashTest {
  private static final boolean THOROUGH =
      "thorough".equals(System.getProperty("isogauge.test.size"));
  private static final int TRANSACTIONS = THOROUGH ? 200_000 : 10_000;
  private static final int KILLS = THOROUGH ? 50 : 5;

  @TempDir Path directory;

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void aServiceThatIsKilledAgainAndAgainFindsWhatIsThere() throws Exception {
    long seed = Long.getLong("isogauge.test.seed", System.nanoTime());
    System.out.println("CrashTest: -Disogauge.test.seed=" + seed);
    Random random = new Random(seed);
    History history = FaultyHistory.generate(TRANSACTIONS, 11);
    List<TimestampFinding> expected =
        FaultyHistory.findings(history, IsolationLevel.SNAPSHOT_ISOLATION);
    assertThat(expected).hasSizeGreaterThan(TRANSACTIONS / 300);
    Path data = directory.resolve("data");
    int port = ServiceProcess.freePort();
    String[] options = {
      "--level", "si", "--initial", "0", "--delay", "300ms", "--checkpoint", "50ms"
    };
    int[] kills = random.ints(KILLS, 0, history.transactionCount()).sorted().toArray();

    ServiceProcess service = ServiceProcess.start(List.of(), data, port, options);
    try {
      Feeder feeder = new Feeder(history, settings(service.uri(), seed));
      CompletableFuture<String> report = CompletableFuture.supplyAsync(() -> feedAndFinish(feeder));
      for (int kill : kills) {
        while (feeder.progress().transactions() < kill && !report.isDone()) {
          Thread.sleep(1);
        }
        Thread.sleep(random.nextInt(30));
        service.kill();
        service = ServiceProcess.start(List.of(), data, port, options);
      }
      FinishedReport finished = FinishedReport.parse(report(service, data, report));

      assertThat(service.waitFor()).isEqualTo(1);
      assertThat(finished.transactions()).isEqualTo(history.transactionCount());
      assertThat(finished.counts()).isEqualTo(counts(expected));
      requireSame(logged(data), expected);
    } catch (AssertionError | Exception e) {
      throw new AssertionError(
          "seed " + seed + ", kills " + Arrays.toString(kills) + "\n" + service.output(), e);
    } finally {
      service.close();
    }
  }

  private static Map<String, Long> counts(List<TimestampFinding> findings) {
    return findings.stream()
        .collect(Collectors.groupingBy(finding -> finding.kind().title(), Collectors.counting()));
  }

  /**
   * Each of them once, in any order; only the differences are shown. Where a key has many, some are
   * only counted: conflicts from the hundredth on, and what late transactions have withdrawn and
   * brought back ten thousand times.
   */
  private static void requireSame(List<TimestampFinding> found, List<TimestampFinding> expected) {
    Set<TimestampFinding> extra = new HashSet<>(found);
    assertThat(extra).hasSameSizeAs(found);
    expected.forEach(extra::remove);
    Set<TimestampFinding> missing = new HashSet<>(expected);
    found.forEach(missing::remove);
    missing.removeIf(
        finding -> THOROUGH ? finding.key().isPresent() : isOnlyCounted(finding, found));
    assertThat(extra.stream().limit(3).toList()).isEqualTo(missing.stream().limit(3).toList());
    assertThat(missing.stream().limit(3)).isEmpty();
  }

  /** Of a key's conflicts the first hundred are logged. */
  private static boolean isOnlyCounted(TimestampFinding finding, List<TimestampFinding> found) {
    return finding.kind() == AnomalyKind.NO_CONFLICT
        && found.stream()
                .filter(f -> f.kind() == finding.kind() && f.key().equals(finding.key()))
                .count()
            == 100;
  }

  private static String feedAndFinish(Feeder feeder) {
    try {
      feeder.run();
      return feeder.finish();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The report that was answered. A service that was killed after it had written the report and
   * before it had answered is finished: the next one says so and ends.
   */
  private static String report(ServiceProcess service, Path data, CompletableFuture<String> answer)
      throws Exception {
    Path file = data.resolve("report.json");
    while (!answer.isDone()) {
      if (!service.isAlive() && Files.exists(file)) {
        return Files.readString(file);
      }
      Thread.sleep(10);
    }
    return answer.get();
  }

  private static FeedSettings settings(URI to, long seed) {
    return new FeedSettings(
        to,
        Optional.empty(),
        50,
        OptionalInt.empty(),
        Duration.ofMillis(100),
        Duration.ofMillis(20),
        300,
        seed,
        4,
        Duration.ofMinutes(2));
  }

  /** The violations that stand in the log. */
  private static List<TimestampFinding> logged(Path data) throws IOException {
    StandingViolations standing = new StandingViolations();
    List<TimestampFinding> findings = new ArrayList<>();
    DiskSpace space = DiskSpace.impatient(data);
    try (Records records = Records.open(data.resolve("records"), 1 << 20, space)) {
      ViolationLog log =
          new ViolationLog(records, ViolationLog.Position.BEGINNING, space, standing::load);
      log.forEach(
          event -> {
            if (standing.isStanding(event)) {
              findings.add(event.finding());
            }
          });
    }
    return findings;
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aTerminatedServiceEndsCleanlyAndGoesOn() throws Exception {
    Path data = directory.resolve("data");
    int port = ServiceProcess.freePort();
    try (ServiceProcess service = ServiceProcess.start(List.of(), data, port, "--level", "ser")) {
      service.awaitRunning();
      assertThat(post(service.uri(), RunningService.BAD_READ).statusCode()).isEqualTo(200);
      assertThat(service.terminate()).isZero();
    }
    try (ServiceProcess service = ServiceProcess.start(List.of(), data, port, "--level", "ser")) {
      service.awaitRunning();
      assertThat(service.output())
          .contains("going on after 1 transaction; replayed 0 transactions of the journal");
      assertThat(service.get("/status")).contains("\"transactions\":1,");
    }
    try (ServiceProcess service = ServiceProcess.start(List.of(), data, port, "--level", "si")) {
      assertThat(service.waitFor()).isEqualTo(5);
      assertThat(service.output()).contains("it was begun with level=serializability");
    }
  }

  /** Files may not grow any more, which is a failure of the disk that does not pass. */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void whatCannotBeWrittenIsNotAcknowledged() throws Exception {
    Path data = directory.resolve("data");
    int port = ServiceProcess.freePort();
    int acknowledged = 0;
    try (ServiceProcess service =
        ServiceProcess.start(List.of(), data, port, "--level", "si", "--checkpoint", "1h")) {
      service.awaitRunning();
      String limit = "prlimit --fsize=%d --pid %d".formatted(64 << 10, service.pid());
      assertThat(new ProcessBuilder(limit.split(" ")).start().waitFor()).isZero();
      int status = 200;
      while (status == 200) {
        String line =
            String.format(
                Locale.ROOT,
                "{\"session\":%d,\"ts\":[%d,%d],\"ops\":[[\"w\",\"%s\",1]]}%n",
                acknowledged,
                2 * acknowledged,
                2 * acknowledged + 1,
                "k".repeat(5000));
        HttpResponse<String> answer = post(service.uri(), line);
        status = answer.statusCode();
        acknowledged += status == 200 ? 1 : 0;
        assertThat(acknowledged).isLessThan(20);
      }
      assertThat(status).isEqualTo(503);
      assertThat(acknowledged).isGreaterThan(5);
      assertThat(service.waitFor()).as(service.output()).isEqualTo(5);
    }
    try (ServiceProcess service = ServiceProcess.start(List.of(), data, port, "--level", "si")) {
      service.awaitRunning();
      assertThat(service.get("/status")).contains("\"transactions\":" + acknowledged + ",");
    }
  }

  private static HttpResponse<String> post(URI service, String body) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(service.resolve("/transactions"))
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
  }
}
