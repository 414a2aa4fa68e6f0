package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The data directory is a small file system of its own, which needs the right to mount. */
@Timeout(180)
class FullDiskTest {
  private static final int BATCH = 200;

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private int sent;

  private static List<String> mounted(Path data, String size) {
    String mount = "mount -t tmpfs -o size=%s,mode=700 tmpfs '%s'".formatted(size, data);
    return List.of("unshare", "--mount", "sh", "-c", mount + " && exec \"$@\"", "sh");
  }

  private static boolean canMount(Path data) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Stream.concat(mounted(data, "1m").stream(), Stream.of("true")).toList())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }

  /**
   * Each reads and writes keys that no other one has, with strings, so that state and symbols grow.
   */
  private static String batch(int number) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < BATCH; i++) {
      int id = BATCH * number + i;
      lines.append(
          String.format(
              Locale.ROOT,
              "{\"session\":%d,\"sno\":%d,\"ts\":[%d,%d],\"ops\":[[\"w\",%d,%d],[\"w\",\"k%d\",1]]}%n",
              id % 10,
              id / 10 + 1,
              2 * id,
              2 * id + 1,
              id,
              id,
              id % 1000));
    }
    return lines.toString();
  }

  /** Sends the next batch; it is taken or refused, and refused only for the disk. */
  private boolean send(ServiceProcess service) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(service.uri().resolve("/transactions"))
            .header("Batch-Id", "b" + sent)
            .timeout(Duration.ofSeconds(60))
            .POST(BodyPublishers.ofByteArray(batch(sent).getBytes(UTF_8)))
            .build();
    HttpResponse<String> answer;
    try {
      answer = client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError("no answer; the service said " + service.output(), e);
    }
    if (answer.statusCode() == 200) {
      sent++;
      return true;
    }
    if (answer.statusCode() == 507) {
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      assertThat(answer.body()).contains("message");
      return false;
    }
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(429);
    Thread.sleep(20);
    return true;
  }

  @Test
  void refusesBatchesAndGoesOnWhenThereIsRoom() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    assumeTrue(canMount(data), "nothing can be mounted here");
    try (ServiceProcess service =
        ServiceProcess.start(
            mounted(data, "12m"),
            data,
            ServiceProcess.freePort(),
            "--level",
            "si",
            "--delay",
            "1ms",
            "--memory",
            "500k",
            "--checkpoint",
            "300ms")) {
      service.awaitRunning();
      Path ballast = Path.of("/proc", String.valueOf(service.pid()), "root" + data, "ballast");
      for (int round = 0; round < 3; round++) {
        long room = ballast.getParent().toFile().getUsableSpace();
        Files.write(ballast, new byte[(int) Math.max(0, room - (700_000L << (round / 2)))]);
        while (send(service)) {
          assertThat(service.isAlive()).as(service.output()).isTrue();
        }
        // It stays so, and it lives.
        Thread.sleep(700);
        assertThat(service.get("/status")).as(service.output()).contains("\"running\"");
        Files.delete(ballast);
        int before = sent;
        while (sent < before + 5) {
          if (!send(service)) {
            Thread.sleep(100);
          }
        }
      }
      assertThat(service.output()).contains("is full", "room");
      String report =
          client
              .send(
                  HttpRequest.newBuilder(service.uri().resolve("/finish"))
                      .POST(BodyPublishers.noBody())
                      .build(),
                  BodyHandlers.ofString())
              .body();
      assertThat(report)
          .as(service.output())
          .contains("\"transactions\":" + (BATCH * sent), "\"unjudged\":0");
      assertThat(service.waitFor()).as(service.output()).isZero();
    }
  }

  /** A stop does not wait for room. */
  @Test
  void stopsOnAFullDisk() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    assumeTrue(canMount(data), "nothing can be mounted here");
    try (ServiceProcess service =
        ServiceProcess.start(
            mounted(data, "1m"),
            data,
            ServiceProcess.freePort(),
            "--level",
            "si",
            "--memory",
            "300k",
            "--checkpoint",
            "300ms")) {
      service.awaitRunning();
      while (send(service)) {
        assertThat(service.isAlive()).as(service.output()).isTrue();
      }
      assertThat(service.terminate()).as(service.output()).isZero();
    }
  }
}
