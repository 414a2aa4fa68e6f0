package dev.isogauge.app.serve;

import static dev.isogauge.app.serve.RunningService.BAD_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.online.kernel.Horizon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service goes on from its last checkpoint, whatever happened around it. */
class CheckpointTest {
  @TempDir Path directory;

  private static String line(int i) {
    return String.format(
        Locale.ROOT,
        "{\"session\":\"s%d\",\"sno\":%d,\"ts\":[%d,%d],\"ops\":[[\"r\",\"k%d\",%s],[\"w\",\"k%d\",%d]]}%n",
        i % 3,
        i / 3 + 1,
        10 * i,
        10 * i + 5,
        i % 5,
        i < 5 ? "null" : String.valueOf(i - 5),
        i % 5,
        i);
  }

  private static void post(RunningService service, int from, int to) throws Exception {
    StringBuilder body = new StringBuilder();
    for (int i = from; i < to; i++) {
      body.append(line(i));
    }
    assertThat(service.post("b" + from, body.toString()).statusCode()).isEqualTo(200);
  }

  private static void checkpoint(RunningService service) throws Exception {
    assertThat(service.send(service.request("checkpoint").POST(BodyPublishers.noBody())).body())
        .contains("\"transactions\":" + service.status("transactions"));
  }

  /** The directory as it is at this moment, as a kill would leave it. */
  private Path copy(String name) throws IOException, InterruptedException {
    for (int attempt = 0; ; attempt++) {
      Path to = directory.resolve(name + "-" + attempt);
      try {
        directoryCopy(directory.resolve("data"), to);
        return to;
      } catch (NoSuchFileException | UncheckedIOException e) {
        // What a checkpoint has made superfluous is deleted a moment after it.
        Thread.sleep(20);
      }
    }
  }

  private static List<Path> checkpoints(Path data) throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      return files
          .filter(file -> file.getFileName().toString().matches("checkpoint-[0-9]+"))
          .sorted()
          .toList();
    }
  }

  /** Ends the run with a wrong read, after the rest of 100 transactions. */
  private static void finish(RunningService service, int from) throws Exception {
    post(service, from, 100);
    assertThat(service.post("bad", BAD_READ.replace("500,501", "5000,5001")).statusCode())
        .isEqualTo(200);
    assertThat(service.finish().body())
        .contains("\"transactions\":101", "\"counts\":{\"External\":1}", "\"unjudged\":0");
  }

  @Test
  void whatCameBeforeIsNotReplayedAndStillKnown() throws Exception {
    Path data = directory.resolve("data");
    Path killed;
    try (RunningService service = RunningService.start(data)) {
      post(service, 0, 40);
      checkpoint(service);
      post(service, 40, 60);
      killed = copy("killed");
    }
    try (RunningService service = RunningService.start(killed)) {
      assertThat(service.status("transactions")).isEqualTo(60);
      service.await("judged", 60);
      StringBuilder again = new StringBuilder();
      for (int i = 0; i < 40; i++) {
        again.append(line(i));
      }
      assertThat(service.post("b0", again.toString()).body()).contains("\"duplicate\":true");
      finish(service, 60);
    }
  }

  @Test
  void aDamagedNewestCheckpointFallsBackToTheOneBefore() throws Exception {
    Path data = directory.resolve("data");
    Path killed;
    try (RunningService service = RunningService.start(data)) {
      for (int i = 0; i < 80; i += 20) {
        post(service, i, i + 20);
        checkpoint(service);
      }
      killed = copy("killed");
    }
    assertThat(checkpoints(killed)).hasSize(2);
    Path newest = checkpoints(killed).get(1);
    byte[] whole = Files.readAllBytes(newest);
    for (int at : new int[] {0, 9, 20, whole.length / 2, whole.length - 1}) {
      Path damaged = directory.resolve("damaged" + at);
      directoryCopy(killed, damaged);
      byte[] changed = whole.clone();
      changed[at] ^= 4;
      Files.write(damaged.resolve(newest.getFileName()), changed);
      try (RunningService service = RunningService.start(damaged)) {
        assertThat(service.messages()).singleElement().asString().contains("it is put aside");
        assertThat(service.status("transactions")).isEqualTo(80);
        finish(service, 80);
      }
    }
    // State that only the newest one refers to is damaged.
    Path damaged = directory.resolve("state");
    directoryCopy(killed, damaged);
    Path newestState = latest(damaged.resolve("state"), "checkpoint-([0-9]+)");
    Files.write(latest(newestState, "([0-9]+)\\.sst"), new byte[4096]);
    try (RunningService service = RunningService.start(damaged)) {
      assertThat(service.messages()).singleElement().asString().contains("it is put aside");
      finish(service, 80);
    }
  }

  /** The file with the largest number in its name. */
  private static Path latest(Path directory, String pattern) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches(pattern))
          .max(
              Comparator.comparingInt(
                  file ->
                      Integer.parseInt(file.getFileName().toString().replaceAll(pattern, "$1"))))
          .orElseThrow();
    }
  }

  static void directoryCopy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  @Test
  void withoutAWholeCheckpointItSaysHowToGoOn() throws Exception {
    Path data = directory.resolve("data");
    Path killed;
    try (RunningService service = RunningService.start(data)) {
      for (int i = 0; i < 60; i += 20) {
        post(service, i, i + 20);
        checkpoint(service);
      }
      killed = copy("killed");
    }
    String advice = "; restore the data directory from a copy, or name another one";
    for (String pattern : List.of("MANIFEST-.*", "CURRENT", ".*\\.sst")) {
      Path damaged = directory.resolve("damaged" + pattern.replaceAll("\\W", "-"));
      directoryCopy(killed, damaged);
      try (Stream<Path> files = Files.walk(damaged.resolve("state"))) {
        for (Path file : files.filter(each -> named(each, pattern)).toList()) {
          Files.write(file, new byte[100]);
        }
      }
      Path older = checkpoints(damaged).get(0);
      assertThatThrownBy(() -> RunningService.start(damaged))
          .isInstanceOf(ServiceException.class)
          .hasMessageStartingWith(older + ": its state cannot be used: ")
          .hasMessageEndingWith(advice);
    }
    for (Path file : checkpoints(killed)) {
      Files.write(file, new byte[100]);
    }
    List<String> messages = new CopyOnWriteArrayList<>();
    Service service =
        Service.start(RunningService.settings(killed), RunningService.console(messages));
    assertThat(service.awaitEnd()).isEqualTo(Service.Ending.FAILED);
    assertThat(messages)
        .contains(
            killed.resolve("records")
                + ": found number 2 of the batches and no checkpoint before it; expected number 1"
                + advice);
  }

  private static boolean named(Path file, String pattern) {
    return file.getFileName().toString().matches(pattern);
  }

  /** A life that is killed soon makes the next one no longer. */
  @Test
  void whatWasReplayedIsNotReplayedAgain() throws Exception {
    Path data = directory.resolve("data");
    Path killed;
    try (RunningService service = RunningService.start(data)) {
      post(service, 0, 40);
      killed = copy("killed");
    }
    assertThat(checkpoints(killed)).isEmpty();
    try (RunningService service = RunningService.start(killed)) {
      assertThat(service.replayed()).isEqualTo(40);
      long end = System.nanoTime() + Duration.ofSeconds(8).toNanos();
      while (checkpoints(killed).isEmpty() && System.nanoTime() < end) {
        Thread.sleep(10);
      }
      assertThat(checkpoints(killed)).as("long before the usual interval").hasSize(1);
      Path again = directory.resolve("again");
      directoryCopy(killed, again);
      try (RunningService next = RunningService.start(again)) {
        assertThat(next.replayed()).isZero();
        finish(next, 40);
      }
    }
  }

  /** Killed while it is written, and before what it makes superfluous is gone. */
  @Test
  void anUnfinishedCheckpointIsNone() throws Exception {
    Path data = directory.resolve("data");
    Path before;
    Path after;
    try (RunningService service = RunningService.start(data)) {
      post(service, 0, 40);
      checkpoint(service);
      post(service, 40, 60);
      before = copy("before");
      checkpoint(service);
      checkpoint(service);
      post(service, 60, 70);
      checkpoint(service);
      after = copy("after");
    }
    byte[] whole = Files.readAllBytes(checkpoints(after).get(1));
    for (int length = 0; length < whole.length; length += 1 + whole.length / 7) {
      Path cut = directory.resolve("cut" + length);
      directoryCopy(before, cut);
      Files.write(cut.resolve("checkpoint-000002.tmp"), java.util.Arrays.copyOf(whole, length));
      // State that was written for it.
      Path state = Files.createDirectory(cut.resolve("state").resolve("checkpoint-99"));
      Files.write(state.resolve("000001.sst"), new byte[length]);
      try (RunningService service = RunningService.start(cut)) {
        assertThat(service.messages()).isEmpty();
        finish(service, 60);
      }
      assertThat(state).doesNotExist();
    }
    // The oldest of three was not deleted yet.
    Files.copy(checkpoints(before).get(0), after.resolve("checkpoint-000001"));
    try (RunningService service = RunningService.start(after)) {
      finish(service, 70);
    }
  }

  @Test
  void oldPartsOfTheJournalGoToTheArchive() throws Exception {
    Path archive = directory.resolve("archive");
    Path data = directory.resolve("data");
    ServeSettings usual = RunningService.settings(data);
    ServeSettings settings =
        new ServeSettings(
            usual.level(),
            usual.host(),
            0,
            data,
            usual.delay(),
            usual.clock(),
            usual.memoryBytes(),
            usual.token(),
            usual.initial(),
            usual.maxRequest(),
            new Retention(Duration.ofHours(1), Optional.of(archive), Horizon.NONE));
    try (RunningService service = RunningService.start(settings)) {
      post(service, 0, 6);
      post(service, 6, 8);
      checkpoint(service);
      assertThat(archive).as("one checkpoint is not enough").doesNotExist();
      post(service, 8, 10);
      checkpoint(service);
      assertThat(archive.resolve("batches-000000000001.jsonl")).content().startsWith(line(0));
    }
    try (RunningService service = RunningService.start(settings)) {
      finish(service, 10);
    }
  }

  @Test
  void whatComesFromBeyondTheHorizonMakesTheVerdictUnknown() throws Exception {
    Path data = directory.resolve("data");
    ServeSettings usual = RunningService.settings(data);
    ServeSettings settings =
        new ServeSettings(
            usual.level(),
            usual.host(),
            0,
            data,
            Duration.ofMillis(1),
            usual.clock(),
            usual.memoryBytes(),
            usual.token(),
            usual.initial(),
            usual.maxRequest(),
            new Retention(Duration.ofHours(1), Optional.empty(), new Horizon(100, Long.MAX_VALUE)));
    try (RunningService service = RunningService.start(settings)) {
      for (int i = 0; i < 6_000; i += 1_000) {
        post(service, i, i + 1_000);
        checkpoint(service);
      }
      assertThat(service.status("violations")).isZero();
      assertThat(service.status("unjudged")).isZero();
      String late = "{\"session\":\"late\",\"ts\":[20,25],\"ops\":[[\"w\",\"k1\",7]]}\n";
      assertThat(service.post("late", late).statusCode()).isEqualTo(200);
      assertThat(service.finish().body()).contains("\"verdict\":\"unknown\"", "\"unjudged\":1");
    }
  }

  @Test
  void onlyTheOwnerMayRead() throws Exception {
    Path data = directory.resolve("data");
    try (RunningService service = RunningService.start(data)) {
      post(service, 0, 10);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void aDirectoryOfAnEarlierVersionIsRefused() throws Exception {
    Path data = directory.resolve("data");
    RunningService.start(data).close();
    Files.writeString(
        data.resolve("settings"), "level=snapshot-isolation\nclock=arrival\ninitial=\n");
    assertThatThrownBy(() -> RunningService.start(data))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("it was begun with version=1", "another directory");
  }

  @Test
  void damagedSettingsAreRefusedByTheirName() throws Exception {
    Path data = directory.resolve("data");
    RunningService.start(data).close();
    Path settings = data.resolve("settings");
    byte[] whole = Files.readAllBytes(settings);
    byte[] strange = whole.clone();
    strange[2] = (byte) 0xff;
    for (byte[] damaged : List.of(new byte[0], new byte[whole.length], strange)) {
      Files.write(settings, damaged);
      assertThatThrownBy(() -> RunningService.start(data))
          .isInstanceOf(ServiceException.class)
          .hasMessageStartingWith(settings + ": found no line where version=... is expected");
    }
  }

  @Test
  void aFileIsNoDirectory() throws Exception {
    Path data = Files.writeString(directory.resolve("data"), "mine");
    assertThatThrownBy(() -> RunningService.start(data))
        .isInstanceOf(ServiceException.class)
        .hasMessage(data + " is a file; expected a directory, or nothing yet");
    assertThat(data).hasContent("mine");
  }
}
