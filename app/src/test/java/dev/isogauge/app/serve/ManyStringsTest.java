package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strings that are new with every transaction come without end, and never fill the memory. */
@Timeout(180)
class ManyStringsTest {
  private static final int BATCHES = 40;
  private static final int BATCH = 500;
  private static final long MEMORY = 2 << 20;

  @TempDir Path directory;

  private ServeSettings settings() {
    ServeSettings usual = RunningService.settings(directory.resolve("data"));
    return new ServeSettings(
        usual.level(),
        usual.host(),
        0,
        usual.data(),
        usual.delay(),
        usual.clock(),
        MEMORY,
        usual.token(),
        usual.initial(),
        usual.maxRequest(),
        usual.retention());
  }

  /** Each writes a key of its own, and reads one from long ago. */
  private static String batch(int number) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < BATCH; i++) {
      int id = BATCH * number + i;
      lines.append(
          String.format(
              Locale.ROOT,
              "{\"session\":\"s%d\",\"sno\":%d,\"txn\":\"t%d\",\"ts\":[%d,%d],\"ops\":[%s[\"w\",\"k%d\",\"v%d\"]]}%n",
              id % 10,
              id / 10 + 1,
              id,
              2 * id,
              2 * id + 1,
              id == 0 ? "" : String.format(Locale.ROOT, "[\"r\",\"k%d\",\"v%d\"],", id / 2, id / 2),
              id,
              id));
    }
    return lines.toString();
  }

  @Test
  void theyLeaveWithTheirState() throws Exception {
    for (int run = 0; run < 2; run++) {
      try (RunningService service = RunningService.start(settings())) {
        int end = BATCHES / 2 * (run + 1);
        for (int number = BATCHES / 2 * run; number < end; number++) {
          while (service.post("b" + number, batch(number)).statusCode() == 429) {
            Thread.sleep(10);
          }
        }
        service.await("judged", (long) BATCH * end);
        assertThat(service.status("memoryBytes")).isLessThan(MEMORY);
        if (run == 1) {
          assertThat(service.finish().body())
              .contains("\"verdict\":\"satisfied\"", "\"transactions\":" + BATCH * BATCHES);
        }
      }
    }
  }
}
