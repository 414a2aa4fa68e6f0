package dev.isogauge.collect.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are killed and stand still, and what is lost by it. */
@Timeout(120)
class FaultsTest {
  private static final Topology FAILING =
      Topology.USUAL.withFaults(Set.of(FaultKind.KILL, FaultKind.PAUSE));

  @TempDir private Path directory;

  /**
   * Commits that are acknowledged before they are written are lost; the next ones are not. The
   * process that writes them later is told to wait as long as it can.
   */
  @Test
  void whatAKillLosesIsFoundAndNamed() throws Exception {
    DatabaseOptions options =
        DatabaseOptions.defaults()
            .withSettings(Map.of("wal_writer_delay", "10s", "wal_writer_flush_after", "1GB"))
            .withSessionSettings(Map.of("synchronous_commit", List.of("on", "off")));
    try (Database database = Databases.open("postgres", FAILING, options);
        Recorder recorder = Recorder.create(directory.resolve("history.jsonl"))) {
      ServerNode server = database.servers().get(0);
      append(database, recorder, "durable", 0, 1, 10);
      write(database, recorder, "durable", 0, 1, 100);
      write(database, recorder, "durable", 0, 1, 101);
      append(database, recorder, "hasty", 1, 1, 11);
      append(database, recorder, "hasty", 1, 2, 20);
      write(database, recorder, "hasty", 1, 1, 102);
      write(database, recorder, "hasty", 1, 2, 200);
      server.kill();
      server.start();
      Durability durability =
          FinalReads.of(database, database.capabilities().defaultLevel(), recorder);
      assertThat(durability.acknowledged()).isEqualTo(7);
      assertThat(durability.lost())
          .containsExactlyInAnyOrder(
              new Durability.Lost("", "hasty.1", true, 1, 11),
              new Durability.Lost("", "hasty.2", true, 2, 20),
              new Durability.Lost("", "hasty.3", false, 1, 102),
              new Durability.Lost("", "hasty.4", false, 2, 200));
      server.pause();
      CompletableFuture<Void> blocked =
          CompletableFuture.runAsync(
              () -> {
                try {
                  append(database, recorder, "patient", 0, 3, 30);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThatThrownBy(() -> blocked.get(1, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
      server.resume();
      blocked.get(60, TimeUnit.SECONDS);
    }
  }

  /** Sessions of even numbers wait until their commits are written. */
  private static void append(
      Database database, Recorder recorder, String name, int number, long list, long element)
      throws Exception {
    try (Session session =
        new RecordedSession(
            database.open(database.capabilities().defaultLevel(), number), recorder, name)) {
      session.begin();
      session.append(list, element);
      session.commit();
    }
  }

  private static void write(
      Database database, Recorder recorder, String name, int number, long item, long value)
      throws Exception {
    try (Session session =
        new RecordedSession(
            database.open(database.capabilities().defaultLevel(), number), recorder, name)) {
      session.begin();
      session.write(item, value);
      session.commit();
    }
  }

  @Test
  void whatCannotFailIsRefused() {
    Topology clocks = Topology.USUAL.withFaults(Set.of(FaultKind.CLOCK));
    assertThatThrownBy(() -> Databases.systems("h2", clocks, Map.of()))
        .hasMessageContaining("h2 with faults; expected a server that Isogauge starts: postgres");
    assertThatThrownBy(() -> Databases.systems("etcd", clocks, Map.of()))
        .hasMessageContaining("other than clock");
    assertThatThrownBy(() -> Databases.systems("zookeeper", clocks, Map.of()))
        .hasMessageContaining("a Java process hardly runs");
  }
}
