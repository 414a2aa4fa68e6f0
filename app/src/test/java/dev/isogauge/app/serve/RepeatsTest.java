package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.kernel.Horizon;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that are sent again in other batches. */
class RepeatsTest {
  private static final String ONE =
      "{\"session\":\"s1\",\"sno\":1,\"ts\":[10,20],\"ops\":[[\"w\",\"x\",1]]}\n";
  private static final String TWO =
      "{\"session\":\"s1\",\"sno\":2,\"ts\":[30,40],\"ops\":[[\"r\",\"x\",1],[\"w\",\"x\",2]]}\n";
  private static final String NAMED =
      "{\"session\":\"s2\",\"txn\":\"T7\",\"ts\":[50,60],\"ops\":[[\"w\",\"y\",\"a b\"]]}\n";

  @TempDir Path directory;

  private static void accepted(HttpResponse<String> answer, int transactions, int repeated) {
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo(
            "{\"accepted\":"
                + transactions
                + ",\"duplicate\":false"
                + (repeated > 0 ? ",\"repeated\":" + repeated : "")
                + "}\n");
  }

  @Test
  void theSameAgainCountsOnce() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      accepted(service.post("a", ONE + NAMED), 2, 0);
      accepted(service.post("b", ONE + TWO), 2, 1);
      // Written in another way, and without an id.
      accepted(service.post(NAMED.replace(":", " : ") + TWO), 2, 2);
      assertThat(service.status("transactions")).isEqualTo(3);
      assertThat(service.status("repeated")).isEqualTo(3);
      assertThat(service.finish().body())
          .contains("\"transactions\":3", "\"verdict\":\"satisfied\"");
    }
  }

  @Test
  void otherContentIsRefusedWithBothPlaces() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      accepted(service.post("a", "\n" + ONE + NAMED), 2, 0);
      HttpResponse<String> answer = service.post("b", TWO + ONE.replace("20]", "21]"));
      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(answer.body())
          .contains(
              "\"batch\":\"b\",\"line\":2,\"earlierBatch\":\"a\",\"earlierLine\":2",
              "in batch a, line 2");
      answer = service.post(NAMED.replace("a b", "a c"));
      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(answer.body()).contains("\"batch\":\"\",\"line\":1", "\"earlierLine\":3");
      // Nothing is left of what was refused, and its id can be used.
      accepted(service.post("b", TWO), 1, 0);
      assertThat(service.finish().body()).contains("\"transactions\":3");
    }
  }

  @Test
  void twiceInABatch() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      accepted(service.post("a", ONE + ONE + TWO), 3, 1);
      HttpResponse<String> answer =
          service.post(
              "b", ONE.replace("s1", "s3") + TWO.replace("\"s1\",\"sno\":2", "\"s3\",\"sno\":1"));
      assertThat(answer.body()).contains("\"line\":2,\"earlierBatch\":\"b\",\"earlierLine\":1");
      assertThat(service.status("transactions")).isEqualTo(2);
    }
  }

  /** Names that look alike are not the same. */
  @Test
  void namesAreToldApart() throws Exception {
    String line = "{\"session\":\"s\",\"txn\":%s,\"ts\":[%d,%d],\"ops\":[[\"w\",\"k\",%d]]}%n";
    String[] names = {"\"T1\"", "\"T01\"", "\"T10\"", "\"T\"", "\"T0\"", "\"T00\"", "1", "\"1\""};
    try (RunningService service = RunningService.start(directory)) {
      for (int i = 0; i < names.length; i++) {
        accepted(service.post(String.format(line, names[i], 10 * i, 10 * i + 5, i)), 1, 0);
      }
      accepted(service.post(String.format(line, names[1], 10, 15, 1)), 1, 1);
      assertThat(service.status("transactions")).isEqualTo(names.length);
    }
  }

  /** After a clean stop, from the journal alone, and from a checkpoint with a journal behind it. */
  @Test
  void survivesRestarts() throws Exception {
    Path data = directory.resolve("data");
    Path killed = directory.resolve("killed");
    try (RunningService service = RunningService.start(data)) {
      accepted(service.post("a", ONE), 1, 0);
      service.send(service.request("checkpoint").POST(BodyPublishers.noBody()));
      accepted(service.post("b", ONE + TWO), 2, 1);
      accepted(service.post("c", NAMED + TWO), 2, 1);
      CheckpointTest.directoryCopy(data, killed);
    }
    for (Path each : new Path[] {data, killed}) {
      try (RunningService service = RunningService.start(each)) {
        assertThat(service.status("transactions")).isEqualTo(3);
        assertThat(service.status("repeated")).isEqualTo(2);
        accepted(service.post("d", NAMED + ONE + TWO), 3, 3);
        assertThat(service.post("e", TWO.replace("40", "41")).body())
            .contains("\"earlierBatch\":\"b\",\"earlierLine\":2");
        assertThat(service.finish().body()).contains("\"transactions\":3", "satisfied");
      }
    }
  }

  /** Known for one horizon at least and two at most. */
  @Test
  void isForgottenBeyondTheHorizon() throws Exception {
    ServeSettings usual = RunningService.settings(directory);
    ServeSettings settings =
        new ServeSettings(
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
            new Retention(Duration.ofHours(1), Optional.empty(), new Horizon(100, Long.MAX_VALUE)));
    try (RunningService service = RunningService.start(settings)) {
      for (int i = 0; i < 7; i++) {
        StringBuilder batch = new StringBuilder();
        for (int k = 1; k <= 51; k++) {
          batch.append(
              ONE.replace("10,20", 100 * i + k + ",10000")
                  .replace("\"sno\":1", "\"sno\":" + (51 * i + k)));
        }
        accepted(service.post("b" + i, batch.toString()), 51, 0);
        service.await("judged", 51L * (i + 1));
        accepted(service.post(batch.toString()), 51, 51);
        service.send(service.request("checkpoint").POST(BodyPublishers.noBody()));
      }
      accepted(service.post(ONE.replace("10,20", "1,10000")), 1, 0);
    }
    int[] generations = new int[2];
    DiskSpace space = DiskSpace.impatient(directory);
    try (Records records = Records.open(directory.resolve("records"), 1 << 20, space)) {
      for (int family : new int[] {Records.IDS, Records.SENT}) {
        Set<Integer> found = new TreeSet<>();
        records
            .store()
            .forEach(
                family,
                new byte[0],
                (key, value) -> {
                  found.add(ByteBuffer.wrap(key).getInt());
                  return true;
                });
        generations[family - 1] = found.size();
      }
    }
    assertThat(generations).containsExactly(2, 2);
  }
}
