package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.history.History;
import dev.isogauge.recorder.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that dies leaves no server, no directory, and a recording that can be read. */
@Timeout(300)
class KilledTest {
  @TempDir Path directory;
  private Path temporary;

  @BeforeEach
  void makeEnterable() throws IOException {
    // The server runs as another user where we are root.
    temporary = Files.createDirectory(directory.toRealPath().resolve("temporary"));
    for (Path each : List.of(directory, temporary)) {
      each.toFile().setExecutable(true, false);
      each.toFile().setReadable(true, false);
    }
  }

  /** Opens a database, records transactions, says so and goes on until it is killed. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) throws Exception {
      Database database = Databases.open(arguments[0], DatabaseOptions.defaults());
      Recorder recorder = RecordedSession.recorder(Path.of(arguments[1]), Map.of());
      for (int i = 1; i <= 3; i++) {
        Session session =
            new RecordedSession(
                database.open(database.capabilities().defaultLevel()), recorder, "s" + i);
        long first = i * 1_000_000L;
        new Thread(() -> transactions(session, first)).start();
      }
      while (recorder.counts().committed() < 50) {
        Thread.sleep(5);
      }
      System.out.println("running");
    }

    private static void transactions(Session session, long first) {
      for (long value = first; ; value++) {
        try {
          session.begin();
          session.read(value % 5);
          session.write(value % 5, value);
          session.commit();
        } catch (Failure e) {
          session.rollback();
        }
      }
    }
  }

  @Test
  void killed() throws Exception {
    Path recording = directory.resolve("history.jsonl");
    try (SpawnedJava victim =
        SpawnedJava.start(Victim.class, temporary, "postgres", recording.toString())) {
      assertThat(victim.readLine()).isEqualTo("running");
      List<ProcessHandle> servers = servers();
      assertThat(servers).isNotEmpty();
      victim.kill();
      assertNothingIsLeft(servers);
    }
    assertReadsAreFromRecordedWrites(recording);
  }

  @Test
  void interrupted() throws Exception {
    Path recording = directory.resolve("history.jsonl");
    try (SpawnedJava victim =
        SpawnedJava.start(Victim.class, temporary, "postgres", recording.toString())) {
      assertThat(victim.readLine()).isEqualTo("running");
      List<ProcessHandle> servers = servers();
      victim.interrupt();
      assertNothingIsLeft(servers);
    }
  }

  /** When this file is there, the server is being unpacked, initialised, started. */
  @ParameterizedTest
  @ValueSource(strings = {"postgres", "data", "log"})
  void killedWhileTheServerStarts(String file) throws Exception {
    try (SpawnedJava victim =
        SpawnedJava.start(
            Victim.class, temporary, "postgres", directory.resolve("unused").toString())) {
      while (!isInServersDirectory(file)) {
        Thread.sleep(1);
      }
      victim.kill();
      assertNothingIsLeft(List.of());
    }
  }

  private boolean isInServersDirectory(String file) throws IOException {
    try (Stream<Path> directories = Files.list(temporary)) {
      return directories.anyMatch(each -> Files.exists(each.resolve(file)));
    }
  }

  private List<ProcessHandle> servers() {
    return ProcessHandle.allProcesses()
        .filter(
            process -> process.info().commandLine().orElse("").contains(temporary + "/isogauge"))
        .filter(process -> process.info().command().orElse("").endsWith("/postgres"))
        .toList();
  }

  /**
   * What unpacks and initialises the server is not told of our end, and notices it by the missing
   * directory.
   */
  private void assertNothingIsLeft(List<ProcessHandle> servers) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while ((!isEmpty(temporary) || isAnyAlive(servers) || !servers().isEmpty())
        && System.nanoTime() - deadline < 0) {
      Thread.sleep(100);
    }
    assertThat(isAnyAlive(servers)).isFalse();
    assertThat(servers()).isEmpty();
    assertThat(temporary).isEmptyDirectory();
  }

  private static boolean isAnyAlive(List<ProcessHandle> servers) {
    return servers.stream().anyMatch(ProcessHandle::isAlive);
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  /** Whatever is not in the file cannot have been seen. */
  private static void assertReadsAreFromRecordedWrites(Path recording) throws IOException {
    LoadedHistory loaded = HistoryFiles.read(HistoryFiles.file(recording), Optional.empty());
    History history = loaded.history();
    assertThat(history.transactionCount()).isGreaterThanOrEqualTo(50);
    for (int operation = 0; operation < history.operationCount(); operation++) {
      if (!history.isWrite(operation)) {
        assertThat(history.readFrom(operation)).isNotEqualTo(History.THIN_AIR);
      }
    }
  }
}
