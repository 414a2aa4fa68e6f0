package dev.isogauge.collect.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.DebianPackages;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Schedules;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs for stores of keys and values, run by the commands in their first comments. */
@Tag("extras")
@EnabledIfSystemProperty(named = BugReportTest.SIZE, matches = BugReportTest.THOROUGH)
class StoreProgramTest {
  /** The second transaction has read what the third changes. */
  private static final String CONFLICT =
      """
      shows: G2-item
      T1 write x 5
      T1 append y 1
      T1 commit
      T2 read x
      T2 read y
      T3 append y 2
      T3 commit
      T2 write x 6
      T2 commit
      T4 read x
      T4 read y
      T4 delete x
      T4 commit
      T5 read x
      T5 commit
      """;

  /** Nothing waits for a lock. */
  private static final String ONE_AFTER_THE_OTHER =
      """
      shows: G2-item
      T1 write x 5
      T1 append y 1
      T1 commit
      T2 read x
      T2 append y 2
      T2 rollback
      T3 append y 3
      T3 delete x
      T3 commit
      T4 read x
      T4 read y
      T4 commit
      """;

  @TempDir private Path directory;

  /** Below what is asked, so that a program has something to show. */
  private String reproduced(String name, String level) throws Exception {
    try (Database database = Databases.open(name, DatabaseOptions.defaults())) {
      Level asked =
          new Level(
              database.capabilities().level(level).name(), Set.of(IsolationLevel.SERIALIZABILITY));
      FindingSource scene =
          database.servers().isEmpty() ? FindingSource.ONE_SERVER : FindingSource.SEVERAL_SERVERS;
      Path report =
          new BugReport(database, Map.of(), "isogauge test")
              .write(
                  asked,
                  BugReportTest.recordedSkew(BugReportTest.RECORDED_SKEW),
                  scene,
                  "isogauge test " + name,
                  directory);
      assertThat(report.resolve("schedule.litmus")).content().contains("append x 5", "read y");
      assertThat(report.resolve("report.txt"))
          .content()
          .contains("--level asks for serializability, which this history violates");
      return run(report, Databases.program(name, asked, Map.of()).orElseThrow(), "");
    }
  }

  /** What stores do right they do in programs, too: what the store did is what the program sees. */
  private String repeated(Database database, String level, String schedule, String argument)
      throws Exception {
    Level wanted = database.capabilities().level(level);
    Path text = Files.writeString(directory.resolve("mine.litmus"), schedule);
    Cell cell =
        new Litmus(List.of(), LitmusSettings.defaults(), what -> {})
            .cell(database, wanted, Schedules.read(text));
    assertThat(cell.breaksClaim()).isFalse();
    Path report = new BugReport(database, Map.of(), "isogauge test").write(wanted, cell, directory);
    return run(
        report, Databases.program(database.name(), wanted, Map.of()).orElseThrow(), argument);
  }

  /** On one node, as in the program, and a busy machine. */
  private String repeated(String name, String level, String schedule) throws Exception {
    DatabaseOptions patient = DatabaseOptions.defaults().withLockTimeout(Duration.ofSeconds(40));
    try (Database database = Databases.open(name, Topology.USUAL.withNodes(1), patient)) {
      return repeated(database, level, schedule, "");
    }
  }

  private static String run(Path report, ClientProgram program, String argument) throws Exception {
    if (program.bringsOthers()) {
      ReportedProgram.fetch(report);
    } else if (!program.jars().isEmpty()) {
      Files.copy(
          new Artifacts(notice -> {}).jar(program.jars().get(0)),
          report.resolve(new Connecting(program).jarName()));
    }
    return ReportedProgram.run(report, program, argument);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb:locks", "rocksdb:optimistic"})
  void rocksDb(String name) throws Exception {
    assertThat(reproduced(name, Level.SNAPSHOT))
        .contains("T1 read y -> []", "T2 read x -> []", "in the end -> x=[5] y=[6]", "write skew");
  }

  @Test
  void hazelcast() throws Exception {
    assertThat(reproduced("hazelcast", Level.READ_COMMITTED))
        .contains("in the end -> x=[5] y=[6]", "G2-item");
  }

  @Test
  void infinispan() throws Exception {
    assertThat(reproduced("infinispan", Level.REPEATABLE_READ))
        .contains("in the end -> x=[5] y=[6]", "G2-item");
  }

  @ParameterizedTest
  @ValueSource(strings = {Level.LINEARIZABLE, Level.SERIALIZABLE})
  void zooKeeper(String level) throws Exception {
    assertThat(repeated("zookeeper", level, CONFLICT))
        .contains("T2 commit -> error", "T4 read y -> [1,2]", "in the end -> y=[1,2]");
  }

  @Test
  void igniteOptimistic() throws Exception {
    assertThat(repeated("ignite", Level.SERIALIZABLE, CONFLICT))
        .contains("T2 commit -> error", "T4 read y -> [1,2]", "in the end -> y=[1,2]");
  }

  @Test
  void ignitePessimistic() throws Exception {
    assertThat(repeated("ignite", Level.REPEATABLE_READ, ONE_AFTER_THE_OTHER))
        .contains("T2 read x -> 5", "T4 read x -> none", "in the end -> y=[1,3]");
  }

  /** Against a server that is started by the program's first comment, but at other ports. */
  @Test
  void etcd() throws Exception {
    String client = "http://127.0.0.1:" + freePort();
    String peer = "http://127.0.0.1:" + freePort();
    Path program =
        Commands.find("etcd")
            .orElse(
                DebianPackages.unpacked("etcd", "etcd-server", List.of(), notice -> {})
                    .resolve("usr/bin/etcd"));
    Process server =
        new ProcessBuilder(
                program.toString(),
                "--data-dir=" + directory.resolve("data"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("etcd.log").toFile())
            .start();
    try (Database database = Databases.open("etcd", DatabaseOptions.defaults())) {
      assertThat(repeated(database, Level.LINEARIZABLE, CONFLICT, client))
          .contains("T2 commit -> error", "T4 read y -> [1,2]", "in the end -> y=[1,2]");
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void cassandra() throws Exception {
    int port = freePort();
    DatabaseOptions options =
        DatabaseOptions.defaults()
            .withSettings(
                Map.of(
                    "start_native_transport", "true",
                    "rpc_address", "127.0.0.1",
                    "native_transport_port", Integer.toString(port)));
    try (Database database = Databases.open("cassandra", Topology.USUAL.withNodes(1), options)) {
      assertThat(repeated(database, Level.LINEARIZABLE, CONFLICT, "127.0.0.1:" + port))
          .contains("T2 commit -> error", "T4 read y -> [1,2]", "in the end -> y=[1,2]");
    }
  }
}
