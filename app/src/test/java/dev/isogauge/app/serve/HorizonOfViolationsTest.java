package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.kernel.Horizon;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a horizon events about violations are kept for one horizon at least and two at most. */
class HorizonOfViolationsTest {
  private static final int BATCH = 50;
  private static final int BATCHES = TestSize.pick(12, 2_000);

  @TempDir Path directory;

  private ServeSettings settings() {
    ServeSettings usual = RunningService.settings(directory, Duration.ofMillis(1));
    return new ServeSettings(
        usual.level(),
        usual.host(),
        0,
        directory,
        usual.delay(),
        usual.clock(),
        usual.memoryBytes(),
        usual.token(),
        usual.initial(),
        usual.maxRequest(),
        new Retention(
            Duration.ofHours(1), Optional.empty(), new Horizon(2L * BATCH, Long.MAX_VALUE)));
  }

  /** Each reads a value of a key of its own that was never written. */
  private static void post(RunningService service, int number) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i <= BATCH; i++) {
      int id = BATCH * number + i;
      lines.append(
          String.format(
              Locale.ROOT,
              "{\"session\":1,\"sno\":%d,\"ts\":[%d,%d],\"ops\":[[\"r\",%d,666]]}%n",
              id,
              2 * id,
              2 * id + 1,
              id));
    }
    assertThat(service.post(lines.toString()).statusCode()).isEqualTo(200);
    service.await("violations", BATCH * (number + 1L));
    service.await("events", BATCH * (number + 1L));
    service.send(service.request("checkpoint").POST(BodyPublishers.noBody()));
  }

  /** How many events are on disk. */
  private long kept() throws IOException {
    DiskSpace space = DiskSpace.impatient(directory);
    long[] count = {0};
    try (Records records = Records.open(directory.resolve("records"), 1 << 20, space)) {
      records
          .store()
          .forEach(
              Records.EVENTS,
              Records.key(0),
              (key, value) -> {
                count[0]++;
                return true;
              });
    }
    return count[0];
  }

  @Test
  void oldEventsAreDroppedAndAllAreCounted() throws Exception {
    for (int run = 0; run < 2; run++) {
      try (RunningService service = RunningService.start(settings())) {
        for (int i = BATCHES / 2 * run; i < BATCHES / 2 * (run + 1); i++) {
          post(service, i);
        }
        long events = service.status("events");
        assertThat(events).isEqualTo((long) BATCH * (BATCHES / 2) * (run + 1));
        String answer = service.get("violations?limit=10000").body();
        long dropped = RunningService.number(answer, "dropped");
        assertThat(events - dropped).isBetween(2L * BATCH, 7L * BATCH);
        assertThat(answer)
            .contains("\"seq\":" + (dropped + 1) + ",", "\"next\":" + events)
            .doesNotContain("\"seq\":" + dropped + ",");
        assertThat(service.get("violations?limit=2&since=" + (events - 2)).body())
            .contains("\"seq\":" + (events - 1) + ",", "\"seq\":" + events + ",");
        if (run == 1) {
          assertThat(service.finish().body())
              .contains(
                  "\"counts\":{\"External\":" + BATCH * BATCHES + "}", "\"verdict\":\"violated\"")
              .contains("\"countedOnly\":" + dropped);
        }
      }
    }
    assertThat(kept()).isBetween(2L * BATCH, 12L * BATCH);
  }
}
