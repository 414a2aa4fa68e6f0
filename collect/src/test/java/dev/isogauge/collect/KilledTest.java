package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.record.Nil;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.record.Recorder;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that dies leaves no server, no directory, and a recording that can be read. */
@Timeout(120)
class KilledTest {
  @TempDir Path directory;
  private Path temporary;

  @BeforeEach
  void makeEnterable() throws IOException {
    // The server runs as another user where we are root.
    temporary = Files.createDirectory(directory.resolve("temporary"));
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
      Recorder recorder = Recorder.create(Path.of(arguments[1]), Nil.NIL, Map.of());
      for (int i = 1; i <= 3; i++) {
        Session session =
            new RecordedSession(
                database.open(database.capabilities().defaultLevel()), recorder, "s" + i);
        long first = i * 1_000_000L;
        new Thread(() -> transactions(session, first)).start();
      }
      while (recorder.count(Outcome.COMMITTED) < 50) {
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

  @Test
  void killedWhileTheServerStarts() throws Exception {
    try (SpawnedJava victim =
        SpawnedJava.start(
            Victim.class, temporary, "postgres", directory.resolve("unused").toString())) {
      while (isEmpty(temporary)) {
        Thread.sleep(10);
      }
      Thread.sleep(1500);
      victim.kill();
      assertNothingIsLeft(List.of());
      assertThat(servers()).isEmpty();
    }
  }

  private List<ProcessHandle> servers() {
    return ProcessHandle.allProcesses()
        .filter(
            process -> process.info().commandLine().orElse("").contains(temporary + "/isogauge"))
        .filter(process -> process.info().command().orElse("").endsWith("/postgres"))
        .toList();
  }

  private void assertNothingIsLeft(List<ProcessHandle> servers) throws Exception {
    for (int i = 0; i < 200 && (!isEmpty(temporary) || isAnyAlive(servers)); i++) {
      Thread.sleep(100);
    }
    assertThat(isAnyAlive(servers)).isFalse();
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }

  private static boolean isAnyAlive(List<ProcessHandle> servers) {
    return servers.stream().anyMatch(ProcessHandle::isAlive);
  }

  /** The JVM's own performance data stays behind by design of the JVM. */
  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  /** Nobody can have seen what is not in the file. */
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
