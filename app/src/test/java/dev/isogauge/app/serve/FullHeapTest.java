package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A heap that is smaller than what the service was allowed to keep there. */
@Timeout(180)
class FullHeapTest {
  private static final int BATCH = 500;

  @TempDir Path directory;

  private static String batch(int number) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < BATCH; i++) {
      int id = BATCH * number + i;
      lines.append(
          "{\"session\":%d,\"sno\":1,\"ts\":[%d,%d],\"ops\":[[\"w\",\"key%d\",\"value%d\"]]}%n"
              .formatted(id, 2 * id, 2 * id + 1, id, id));
    }
    return lines.toString();
  }

  private static ServiceProcess start(Path data, String heap) throws IOException {
    return ServiceProcess.start(
        heap, List.of(), data, ServiceProcess.freePort(), "--level", "si", "--memory", "1g");
  }

  private static int send(HttpClient client, ServiceProcess service, int number)
      throws InterruptedException {
    try {
      return client
          .send(
              HttpRequest.newBuilder(service.uri().resolve("/transactions"))
                  .header("Batch-Id", "b" + number)
                  .timeout(Duration.ofSeconds(30))
                  .POST(BodyPublishers.ofByteArray(batch(number).getBytes(UTF_8)))
                  .build(),
              BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  @Test
  void endsTheServiceAsATroubleOfItsSurroundings() throws Exception {
    Path data = directory.resolve("data");
    HttpClient client = HttpClient.newHttpClient();
    int acknowledged = 0;
    try (ServiceProcess service = start(data, "32m")) {
      service.awaitRunning();
      while (service.isAlive() && acknowledged < 2_000) {
        acknowledged += send(client, service, acknowledged) == 200 ? 1 : 0;
      }
      assertThat(service.waitFor()).as(service.output()).isEqualTo(5);
      assertThat(service.output()).contains("not enough memory", "-Xmx").doesNotContain("\tat ");
    }
    try (ServiceProcess service = start(data, "512m")) {
      service.awaitRunning();
      assertThat(RunningService.number(service.get("/status"), "transactions"))
          .isGreaterThanOrEqualTo((long) BATCH * acknowledged);
      assertThat(service.terminate()).as(service.output()).isZero();
    }
  }
}
