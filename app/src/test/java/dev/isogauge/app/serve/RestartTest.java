package dev.isogauge.app.serve;

import static dev.isogauge.app.serve.RunningService.BAD_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.DiskSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {
  @TempDir Path directory;

  @Test
  void violationsKeepTheirNumbersAndAreNotLoggedTwice() throws Exception {
    String before;
    try (RunningService service = RunningService.start(directory)) {
      service.post(BAD_READ);
      service.await("events", 1);
      before = service.get("violations").body();
    }
    for (int i = 0; i < 3; i++) {
      try (RunningService service = RunningService.start(directory)) {
        assertThat(service.get("violations").body()).isEqualTo(before);
        service.await("judged", 1);
        assertThat(service.status("transactions")).isEqualTo(1);
      }
    }
    try (RunningService service = RunningService.start(directory)) {
      service.post(BAD_READ.replace("bad", "worse").replace("s9", "s8"));
      String report = service.finish().body();
      assertThat(report).contains("\"counts\":{\"External\":2}", "\"seq\":1,", "\"seq\":2,");
    }
  }

  @Test
  void whatIsNotFoundAgainIsWithdrawn() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      service.post(BAD_READ);
      service.await("events", 1);
    }
    DiskSpace space = DiskSpace.impatient(directory);
    try (Records records = Records.open(directory.resolve("records"), 1 << 20, space)) {
      ViolationLog log =
          new ViolationLog(records, ViolationLog.Position.BEGINNING, space, event -> {});
      log.append(
          List.of(
              new ViolationEvent(
                  2, Instant.now(), 0, EventCodecTest.finding("gone"), Optional.empty())));
    }
    // Before the delay is over no verdict is final.
    try (RunningService service =
        RunningService.start(RunningService.settings(directory, Duration.ofHours(1)))) {
      assertThat(service.status("violations")).isEqualTo(2);
    }
    try (RunningService service = RunningService.start(directory)) {
      service.await("events", 3);
      assertThat(service.get("violations?since=2").body())
          .contains("\"event\":\"withdrawn\"", "\"withdraws\":2", "\"because\":null");
      assertThat(service.status("violations")).isEqualTo(1);
    }
  }

  /** So that all is replayed, as after a crash before the first one. */
  private void forgetCheckpoints() throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith("checkpoint-")) {
          Files.delete(file);
        }
      }
    }
  }

  /** RocksDB's log that was written to last. */
  private Path log() throws IOException {
    try (var files = Files.list(directory.resolve("records"))) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  @Test
  void aTornJournalIsCut() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      service.post(BAD_READ);
    }
    forgetCheckpoints();
    Files.write(log(), new byte[] {0, 0, 1, 0, 7}, StandardOpenOption.APPEND);
    try (RunningService service = RunningService.start(directory)) {
      assertThat(service.status("transactions")).isEqualTo(1);
      assertThat(service.post(BAD_READ.replace("bad", "worse")).statusCode()).isEqualTo(200);
    }
    try (RunningService service = RunningService.start(directory)) {
      assertThat(service.status("transactions")).isEqualTo(2);
    }
  }

  @Test
  void whatWasAcknowledgedOrSeenIsNeverLost() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      service.post(BAD_READ);
      service.await("events", 1);
    }
    forgetCheckpoints();
    byte[] whole = Files.readAllBytes(log());
    for (int at = 0; at < whole.length; at += 7) {
      byte[] changed = whole.clone();
      changed[at] ^= 8;
      Files.write(log(), changed);
      assertThatThrownBy(
              () ->
                  Service.start(
                      RunningService.settings(directory), RunningService.console(List.of())))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining(directory.resolve("records").toString());
      Files.write(log(), whole);
    }
  }

  @Test
  void oneServiceADirectory() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      assertThatThrownBy(() -> RunningService.start(directory))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("another service is running on this directory");
      assertThat(service.get("status").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void otherSettingsAreRefused() throws Exception {
    RunningService.start(directory).close();
    ServeSettings other = ServeSettings.of(IsolationLevel.SERIALIZABILITY, 0, directory);

    assertThatThrownBy(() -> RunningService.start(other))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("it was begun with level=snapshot-isolation");
  }

  @Test
  void aPortThatIsTakenIsSaid() throws Exception {
    try (RunningService service = RunningService.start(directory.resolve("one"))) {
      ServeSettings same =
          ServeSettings.of(
              IsolationLevel.SNAPSHOT_ISOLATION,
              service.service().port(),
              directory.resolve("two"));
      assertThatThrownBy(() -> RunningService.start(same))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + service.service().port());
    }
  }

  @Test
  void stoppingAcknowledgesWhatIsOnItsWay() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      assertThat(service.post(BAD_READ).statusCode()).isEqualTo(200);
      service.service().stop();
      assertThat(service.service().awaitEnd()).isEqualTo(Service.Ending.STOPPED);
    }
    try (RunningService service = RunningService.start(directory)) {
      assertThat(service.status("transactions")).isEqualTo(1);
    }
  }
}
