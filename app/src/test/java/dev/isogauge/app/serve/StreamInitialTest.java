package dev.isogauge.app.serve;

import static dev.isogauge.app.CommandRun.isogauge;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first batch states what keys start with, and a service remembers it. */
class StreamInitialTest {
  @TempDir Path directory;

  private static String read(int transaction, String value) {
    return String.format(
        "{\"session\":\"s\",\"sno\":%d,\"ts\":[%d,%d],\"ops\":[[\"r\",\"k%d\",%s]]}\n",
        transaction, 2 * transaction, 2 * transaction + 1, transaction, value);
  }

  @Test
  void theFirstBatchStatesIt() throws Exception {
    for (String value : new String[] {"0", "\"none\"", "null"}) {
      Path data = Files.createTempDirectory(directory, "run");
      String header = "{\"default\":" + value + "}\n";
      try (RunningService service = RunningService.start(data)) {
        assertThat(service.post(header + read(1, value)).statusCode()).isEqualTo(200);
        assertThat(service.post(read(2, value)).statusCode()).isEqualTo(200);
        assertThat(service.send(service.request("checkpoint").POST(BodyPublishers.noBody())).body())
            .contains("2");
      }
      // From the checkpoint, and then from the journal behind it.
      for (int next = 3; next < 5; next++) {
        try (RunningService service = RunningService.start(data)) {
          assertThat(service.post(header + read(next, value)).statusCode()).isEqualTo(200);
          HttpResponse<String> other = service.post("{\"default\":7}\n" + read(9, "7"));
          assertThat(other.statusCode()).isEqualTo(400);
          assertThat(other.body()).contains("found initial value 7; expected ", "began");
        }
      }
      try (RunningService service = RunningService.start(data)) {
        service.post(read(5, value));
        service.post(read(6, "666"));
        assertThat(service.finish().body())
            .contains("\"counts\":{\"External\":1}", "\"transactions\":6");
      }
    }
  }

  @Test
  void withoutAnOptionAndAStatementItIsNil() throws Exception {
    try (RunningService service = RunningService.start(directory.resolve("run"))) {
      assertThat(service.post(read(1, "null")).statusCode()).isEqualTo(200);
      assertThat(service.post("{\"default\":0}\n" + read(2, "0")).body())
          .contains("found initial value 0; expected nil");
      assertThat(service.post("{\"init\":[[\"x\",1]]}\n" + read(2, "null")).body())
          .contains("found the initial value of a key or a version order");
      assertThat(service.post("{\"default\":\"5\"}\n" + read(2, "null")).body())
          .contains("a string that is neither");
      assertThat(service.finish().body()).contains("\"verdict\":\"satisfied\"");
    }
  }

  @Test
  void checkTakesItAsAnOption() throws Exception {
    Path file = directory.resolve("history.jsonl");
    Files.writeString(file, read(1, "0") + "\n".repeat(400), UTF_8);
    String[] check = {"check", "--order", "timestamps", "--level", "si", file.toString()};
    assertThat(isogauge(check).exitCode()).isEqualTo(1);
    assertThat(with(check, "--initial", "0").exitCode()).isZero();
    assertThat(with(check, "--initial", "0", "--memory", "1k").exitCode()).isZero();
    assertThat(with(check, "--initial", "").exitCode()).isEqualTo(2);
    Files.writeString(file, "{\"default\":0}\n" + read(1, "0"), UTF_8);
    assertThat(isogauge(check).exitCode()).isZero();
    CommandRun other = with(check, "--initial", "1");
    assertThat(other.exitCode()).isEqualTo(4);
    assertThat(other.out() + other.err())
        .contains("found initial value 0, which the history or its format states; expected 1");
  }

  private static CommandRun with(String[] command, String... more) {
    String[] all = new String[command.length + more.length];
    System.arraycopy(command, 0, all, 0, command.length);
    System.arraycopy(more, 0, all, command.length, more.length);
    return isogauge(all);
  }
}
