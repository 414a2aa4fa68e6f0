package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.property.TestSize;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * However many keys there are, a service stays within its memory, and starts again after a kill.
 */
@Timeout(1200)
class ManyKeysTest {
  private static final int BATCH = 500;
  private static final int MEGABYTES = 64;

  @TempDir Path directory;
  private final SplittableRandom random = new SplittableRandom(1);
  private long next;

  static List<Arguments> loads() {
    List<Arguments> all =
        List.of(
            Arguments.of(100_000, true),
            Arguments.of(1_000_000, false),
            Arguments.of(100_000, false),
            Arguments.of(1_000_000, true));
    return all.subList(0, TestSize.pick(2, 4));
  }

  @ParameterizedTest
  @MethodSource("loads")
  void memoryIsBounded(int keys, boolean strings) throws Exception {
    long transactions = TestSize.pick(5_000, 400_000);
    long[] values = new long[keys];
    Path data = directory.resolve("data");
    int port = ServiceProcess.freePort();
    for (int run = 1; run <= 2; run++) {
      try (ServiceProcess service =
          ServiceProcess.start(
              2 * MEGABYTES + "m",
              List.of(),
              data,
              port,
              "--level",
              "si",
              "--memory",
              MEGABYTES + "m")) {
        service.awaitRunning();
        while (next < run * transactions / 2) {
          send(service, values, strings);
        }
        assertThat(service.get("/status")).contains("\"transactions\":" + next);
        assertThat(mostMegabytes(service)).isLessThan(MEGABYTES + 250);
        if (run == 1) {
          service.kill();
        } else {
          assertThat(finish(service)).contains("\"verdict\":\"satisfied\"");
        }
      }
    }
  }

  private void send(ServiceProcess service, long[] values, boolean strings) throws Exception {
    String id = "b" + next;
    String body = batch(values, strings);
    HttpRequest request =
        HttpRequest.newBuilder(service.uri().resolve("/transactions"))
            .header("Content-Type", "application/x-ndjson")
            .header("Batch-Id", id)
            .POST(BodyPublishers.ofString(body))
            .build();
    HttpClient client = HttpClient.newHttpClient();
    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
    while (answer.statusCode() == 429) {
      Thread.sleep(10);
      answer = client.send(request, BodyHandlers.ofString());
    }
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  /** One after the other, each with six reads and two writes of random keys. */
  private String batch(long[] values, boolean strings) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < BATCH; i++, next++) {
      lines.append("{\"session\":").append(next % 64);
      lines.append(",\"sno\":").append(next / 64 + 1);
      lines.append(",\"ts\":[").append(4 * next + 1).append(',').append(4 * next + 3);
      lines.append("],\"ops\":[");
      for (int k = 0; k < 8; k++) {
        int key = random.nextInt(values.length);
        values[key] = k < 6 ? values[key] : 8 * next + k;
        String name = strings ? "\"the-key-" + key + "\"" : Integer.toString(key);
        String value = values[key] == 0 ? "null" : Long.toString(values[key]);
        lines.append(k == 0 ? "" : ",").append(k < 6 ? "[\"r\"," : "[\"w\",");
        lines.append(name).append(',').append(value).append(']');
      }
      lines.append("]}\n");
    }
    return lines.toString();
  }

  private static String finish(ServiceProcess service) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(service.uri().resolve("/finish"))
                .POST(BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofString())
        .body();
  }

  /** The largest resident set so far. */
  private static long mostMegabytes(ServiceProcess service) throws Exception {
    return Files.readAllLines(Path.of("/proc/" + service.pid() + "/status")).stream()
            .filter(line -> line.startsWith("VmHWM:"))
            .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
            .findFirst()
            .orElseThrow()
        / (1 << 20);
  }
}
