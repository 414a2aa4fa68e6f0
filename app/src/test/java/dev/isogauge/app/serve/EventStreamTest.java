package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EventStreamTest {
  @TempDir Path directory;

  @Test
  void eventsComeAsTheyAreFoundAndAStreamResumes() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      service.post(badRead(1));
      service.await("events", 1);
      try (Stream stream = new Stream(service.request("violations/stream"))) {
        assertThat(stream.next()).startsWith("id: 1\nevent: found\ndata: {\"seq\":1,");
        service.post(badRead(2));
        assertThat(stream.next()).startsWith("id: 2\nevent: found\n");
      }
      service.post(badRead(3));
      service.await("events", 3);
      HttpRequest.Builder resumed =
          service.request("violations/stream").header("Last-Event-ID", "2");
      try (Stream stream = new Stream(resumed)) {
        assertThat(stream.next()).startsWith("id: 3\n");
      }
      try (Stream stream = new Stream(service.request("violations/stream?since=1"))) {
        assertThat(stream.next()).startsWith("id: 2\n");
        service.finish();
        assertThat(stream.next()).startsWith("id: 3\n");
        assertThat(stream.next()).isEmpty();
      }
    }
  }

  @Test
  void thereAreNotTooManyStreams() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      List<Stream> streams = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        streams.add(new Stream(service.request("violations/stream")));
        assertThat(streams.get(i).status()).isEqualTo(200);
      }
      assertThat(service.get("violations/stream").statusCode()).isEqualTo(503);
      assertThat(service.get("status").statusCode()).isEqualTo(200);
      streams.remove(7).close();
      try (Stream another = open(service)) {
        assertThat(another.status()).isEqualTo(200);
        assertThat(service.get("violations/stream").statusCode()).isEqualTo(503);
      }
      for (Stream stream : streams) {
        stream.close();
      }
    }
  }

  /** The place of a client that has gone is free at once, or nearly so. */
  private static Stream open(RunningService service) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (true) {
      Stream stream = new Stream(service.request("violations/stream"));
      if (stream.status() == 200) {
        return stream;
      }
      stream.close();
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(10);
    }
  }

  @Test
  void aClientMayComeAgainAndAgain() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      for (int i = 0; i < 100; i++) {
        open(service).close();
      }
    }
  }

  private static String badRead(int i) {
    return String.format(
        Locale.ROOT, "{\"session\":%d,\"ts\":[%d,%d],\"ops\":[[\"r\",\"x\",%d]]}%n", i, i, i, i);
  }

  /** The events of a response as they come. */
  private static final class Stream implements AutoCloseable {
    private final HttpResponse<InputStream> response;
    private final BufferedReader reader;

    Stream(HttpRequest.Builder request) throws Exception {
      response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
      reader = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    int status() {
      return response.statusCode();
    }

    /** The next event, without comments; empty at the end. */
    String next() throws Exception {
      StringBuilder event = new StringBuilder();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.isEmpty() && !event.isEmpty()) {
          return event.toString();
        }
        if (!line.isEmpty() && !line.startsWith(":")) {
          event.append(line).append('\n');
        }
      }
      return event.toString();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
