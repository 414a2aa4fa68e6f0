package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However many large bodies come at once, they never fill the heap. */
@Timeout(120)
class LargeBodiesTest {
  private static final int CLIENTS = 16;
  private static final int MEGABYTES = 6;

  @TempDir Path directory;

  /** A transaction, and blanks. */
  private static byte[] lines(int session) {
    String line =
        "{\"session\":%d,\"ts\":[%d,%d],\"ops\":[[\"w\",%d,1]]}%n"
            .formatted(session, 2 * session, 2 * session + 1, session);
    return (line + (" ".repeat(1023) + "\n").repeat(MEGABYTES << 10)).getBytes(UTF_8);
  }

  /** A transaction with strings of which each is new. */
  private static byte[] strings() {
    StringBuilder line = new StringBuilder("{\"session\":99,\"ts\":[900,901]");
    line.append(",\"ops\":[");
    for (int i = 0; line.length() < MEGABYTES << 20; i++) {
      line.append("[\"w\",\"k").append(i).append("\",\"v").append(i).append("\"],");
    }
    line.setLength(line.length() - 1);
    return line.append("]}\n").toString().getBytes(UTF_8);
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(body);
    }
    return bytes.toByteArray();
  }

  private static int send(ServiceProcess service, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service.uri().resolve("/transactions"))
            .header("Content-Encoding", "gzip")
            .POST(BodyPublishers.ofByteArray(body));
    while (true) {
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() != 429) {
        return answer.statusCode();
      }
      Thread.sleep(100);
    }
  }

  @Test
  void theyWaitOrAreRefused() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (ServiceProcess service =
        ServiceProcess.start(
            "128m",
            List.of(),
            directory.resolve("data"),
            ServiceProcess.freePort(),
            "--level",
            "si",
            "--memory",
            "64m")) {
      service.awaitRunning();
      List<Callable<Integer>> bodies = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        byte[] sent = gzip(lines(i));
        bodies.add(() -> send(service, sent));
      }
      for (Future<Integer> answer : clients.invokeAll(bodies)) {
        assertThat(answer.get()).isEqualTo(200);
      }
      assertThat(send(service, gzip(strings()))).isEqualTo(413);
      assertThat(service.isAlive()).as(service.output()).isTrue();
      assertThat(service.get("/status")).contains("\"transactions\":" + CLIENTS);
    } finally {
      clients.shutdownNow();
    }
  }
}
