package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.level.IsolationLevel;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Batches that are small and mean a lot. */
@Timeout(120)
class PoisonTest {
  private static final int WRITERS = 1_000;
  private static final int LOGGED_PAIRS = 100;
  private static final int PAIRS = WRITERS * (WRITERS - 1) / 2;

  @TempDir Path directory;

  private static String each(int count, String line) {
    StringBuilder lines = new StringBuilder();
    IntStream.range(0, count)
        .forEach(i -> lines.append(line.replace("#", Integer.toString(i))).append('\n'));
    return lines.toString();
  }

  @Test
  void pairsOfAKeyAreCountedAndTheFirstLogged() throws Exception {
    String overlapping = each(WRITERS, "{\"session\":#,\"ts\":[0,5#],\"ops\":[[\"w\",\"x\",#]]}");
    try (RunningService service = RunningService.start(directory)) {
      assertThat(service.post("poison", overlapping).statusCode()).isEqualTo(200);
      service.await("judged", WRITERS);
      service.await("violations", PAIRS);
      service.await("events", LOGGED_PAIRS);
      assertThat(service.status("countedOnly")).isEqualTo(PAIRS - LOGGED_PAIRS);
    }
    try (RunningService service = RunningService.start(directory)) {
      service.await("violations", PAIRS);
      Thread.sleep(1_500); // Until what is not confirmed would be withdrawn.
      assertThat(service.status("violations")).isEqualTo(PAIRS);
      assertThat(service.status("events")).isEqualTo(LOGGED_PAIRS);
      assertThat(service.finish().body())
          .contains("\"verdict\":\"violated\"", "\"counts\":{\"NoConflict\":" + PAIRS + "}");
    }
  }

  @Test
  void tiesOfAKeyAreCountedAndTheFirstLogged() throws Exception {
    String tied = each(WRITERS, "{\"session\":#,\"ts\":[4,5],\"ops\":[[\"w\",\"x\",#]]}");
    ServeSettings usual = RunningService.settings(directory);
    ServeSettings serial =
        new ServeSettings(
            IsolationLevel.SERIALIZABILITY,
            usual.host(),
            0,
            directory,
            usual.delay(),
            usual.clock(),
            usual.memoryBytes(),
            usual.token(),
            usual.initial(),
            usual.maxRequest(),
            usual.retention());
    try (RunningService service = RunningService.start(serial)) {
      service.post(tied);
      service.await("violations", PAIRS);
      service.await("events", LOGGED_PAIRS);
    }
  }

  /** Each later writer changes what every reader should have read. */
  @Test
  void correctionsOfManyReadersAreCountedAndTheFirstLogged() throws Exception {
    int readers = 3_000;
    String wrong = each(readers, "{\"session\":#,\"ts\":[9000,1000#],\"ops\":[[\"r\",\"x\",666]]}");
    try (RunningService service = RunningService.start(directory)) {
      service.post(wrong);
      service.await("violations", readers);
      for (int i = 1; i <= 12; i++) {
        service.post(
            "{\"session\":\"w\",\"ts\":[%d,%d],\"ops\":[[\"w\",\"x\",%d]]}\n"
                .formatted(2 * i, 2 * i + 1, i));
      }
      service.await("judged", readers + 12);
      service.await("violations", readers);
      assertThat(service.status("events")).isLessThanOrEqualTo(2 * StandingViolations.MOST_LOGGED);
    }
  }

  @Test
  void largeEventsAreStreamed() throws Exception {
    int events = 20;
    int length = 1 << 20;
    Path data = directory.resolve("data");
    try (ServiceProcess service =
        ServiceProcess.start(
            "96m",
            List.of(),
            data,
            ServiceProcess.freePort(),
            "--level",
            "si",
            "--delay",
            "100ms",
            "--memory",
            "32m")) {
      service.awaitRunning();
      HttpClient client = HttpClient.newHttpClient();
      for (int i = 0; i < events; i++) {
        String line =
            "{\"session\":%d,\"ts\":[1,2],\"ops\":[[\"r\",%d,\"%s\"]]}"
                .formatted(i, i, "v".repeat(length));
        HttpRequest post =
            HttpRequest.newBuilder(service.uri().resolve("/transactions"))
                .POST(BodyPublishers.ofByteArray(line.getBytes(UTF_8)))
                .build();
        while (client.send(post, BodyHandlers.discarding()).statusCode() == 429) {
          Thread.sleep(50);
        }
      }
      while (!service.get("/status").contains("\"events\":" + events + ",")) {
        assertThat(service.isAlive()).as(service.output()).isTrue();
        Thread.sleep(50);
      }
      List<Callable<Long>> calls = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        calls.add(() -> bytes(client, service));
      }
      ExecutorService threads = Executors.newFixedThreadPool(3);
      for (Future<Long> answer : threads.invokeAll(calls)) {
        assertThat(answer.get()).isGreaterThan((long) events * length);
      }
      threads.shutdown();
      assertThat(service.terminate()).as(service.output()).isZero();
    }
  }

  private static long bytes(HttpClient client, ServiceProcess service) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(service.uri().resolve("/violations")).build();
    HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
    try (InputStream body = answer.body()) {
      byte[] buffer = new byte[1 << 16];
      long sum = 0;
      for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
        sum += count;
      }
      return sum;
    }
  }
}
