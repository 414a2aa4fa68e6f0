package dev.isogauge.collect.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.BrokenDatabaseException;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sessions of an adapter, and how they end when it does. */
@EnabledIf(value = "hasPython", disabledReason = "there is no python3 on the PATH")
@Timeout(60)
class AdapterDatabaseTest {
  private static final DatabaseOptions HASTY =
      DatabaseOptions.defaults()
          .withLockTimeout(Duration.ofMillis(100))
          .withAnswerTimeout(Duration.ofMillis(1900));

  @TempDir private Path directory;

  static boolean hasPython() {
    return Commands.find("python3").isPresent();
  }

  static String hostile(String mode) {
    return "exec:python3 "
        + Path.of("src/test/resources/dev/isogauge/collect/adapter/hostile.py").toAbsolutePath()
        + " "
        + mode;
  }

  private Database open(String mode) throws DatabaseException {
    return Databases.open(hostile(mode), HASTY);
  }

  private static Session session(Database database) throws DatabaseException {
    return database.open(database.capabilities().defaultLevel());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          silence | did not answer within 2.0 s
          death | ended with exit code 3 instead of answering
          float | answered read with 1.5; expected a whole number
          unknown | answered read with who knows; expected an outcome
          """)
  void whatBreaksTheProtocolEndsTheSessionsInTime(String mode, String reason) throws Exception {
    try (Database database = open(mode + " read");
        Session session = session(database);
        Session other = session(database)) {
      session.begin();
      assertThatThrownBy(() -> session.read(1))
          .isInstanceOf(Failure.Broken.class)
          .hasMessageContaining(reason);
      session.rollback();
      assertThatThrownBy(other::begin)
          .isInstanceOf(Failure.Broken.class)
          .hasMessageContaining(reason);
      assertThatThrownBy(database::clear)
          .isInstanceOf(BrokenDatabaseException.class)
          .hasMessageContaining(reason);
    }
  }

  /** The commit may have happened. */
  @Test
  void aCommitWithoutAnswerIsOfUnknownOutcome() throws Exception {
    try (Database database = open("death commit");
        Session session = session(database)) {
      session.begin();
      session.write(1, 10);
      assertThatThrownBy(session::commit).isInstanceOf(Failure.CommitUnknown.class);
      session.rollback();
      assertThatThrownBy(session::begin).isInstanceOf(Failure.Broken.class);
    }
  }

  @Test
  void aCommitThatForgetsItsTimestampsIsOfUnknownOutcomeAndEndsTheRun() throws Exception {
    try (Database database = open("timestamps forgotten");
        Session session = session(database)) {
      session.begin();
      assertThatThrownBy(session::commit)
          .isInstanceOf(Failure.CommitUnknown.class)
          .hasMessageContaining("expected timestamps or a position");
      session.rollback();
      assertThatThrownBy(session::begin).isInstanceOf(Failure.Broken.class);
    }
  }

  @Test
  void aPositionIsAStartAndACommitWithNothingBetween() throws Exception {
    try (Database database = open("timestamps");
        Session session = session(database)) {
      session.begin();
      session.commit();
      session.begin();
      session.commit();
      assertThat(session.timestamps()).contains(new Timestamps(3, 4));
    }
  }

  @Test
  void aFloodOnStandardErrorKeepsNothingWaiting() throws Exception {
    try (Database database = open("flood");
        Session session = session(database)) {
      session.begin();
      session.write(1, 10);
      session.commit();
    }
  }

  @Test
  void theEndOfTheProcessIsALostConnectionWhereFaultsAskForIt() throws Exception {
    Path data = directory.resolve("test.db");
    String python = "exec:python3 " + Path.of("../examples/adapters/sqlite.py").toAbsolutePath();
    DatabaseOptions options = HASTY.withSettings(Map.of("path", data.toString()));
    try (Database database =
            Databases.open(python, Topology.USUAL.withFaults(Set.of(FaultKind.KILL)), options);
        Session session = session(database)) {
      session.begin();
      session.write(1, 10);
      session.commit();
      session.begin();
      session.write(1, 11);
      database.servers().get(0).kill();
      assertThatThrownBy(() -> session.read(1)).isInstanceOf(Failure.ConnectionLost.class);
      session.rollback();
      database.servers().get(0).start();
      session.begin();
      assertThat(session.read(1)).hasValue(10);
      session.commit();
    }
  }

  @Test
  void anAdapterOfSeveralServersIsAskedForTheirFaults() throws Exception {
    Path log = directory.resolve("faults.txt");
    String cluster =
        "exec:python3 "
            + Path.of("src/test/resources/dev/isogauge/collect/adapter/cluster.py")
                .toAbsolutePath();
    Set<FaultKind> faults = Set.of(FaultKind.KILL, FaultKind.PARTITION, FaultKind.CLOCK);
    try (Database database =
            Databases.open(
                cluster,
                Topology.USUAL.withFaults(faults),
                HASTY.withSettings(Map.of("log", log.toString())));
        Session onA = database.open(database.capabilities().defaultLevel(), 0);
        Session onB = database.open(database.capabilities().defaultLevel(), 1)) {
      assertThat(database.servers()).extracting(ServerNode::name).containsExactly("a", "b");
      assertThat(database.place(1).node()).isEqualTo("b");
      ServerNode b = database.servers().get(1);
      b.kill();
      assertThatThrownBy(onB::begin).isInstanceOf(Failure.Aborted.class);
      onB.rollback();
      onA.begin();
      onA.write(1, 10);
      onA.commit();
      b.start();
      onB.begin();
      assertThat(onB.read(1)).hasValue(10);
      onB.commit();
      b.cutFrom(0);
      b.joinTo(0);
      b.skewClock(Duration.ofSeconds(-3));
      b.skewClock(Duration.ZERO);
    }
    assertThat(log)
        .hasContent(
            """
            {"kind": "kill", "node": 1}
            {"kind": "kill", "node": 1, "end": true}
            {"kind": "partition", "node": 1, "from": 0}
            {"kind": "partition", "node": 1, "from": 0, "end": true}
            {"kind": "clock", "node": 1, "seconds": -3}
            {"kind": "clock", "node": 1, "end": true}
            """);
  }

  @Test
  void aNetworkFaultIsRefusedBeforeTheRun() {
    assertThatThrownBy(
            () ->
                Databases.capabilities(
                    hostile(""), Topology.USUAL.withFaults(Set.of(FaultKind.PARTITION)), Map.of()))
        .hasMessageContaining("cannot make partition happen; expected kill, pause, restart");
  }

  /** Other keys take the place of an emptied database. */
  @Test
  void anAdapterMayLackSetupOpenAndClose() throws Exception {
    Path adapter =
        script(
            """
            for line in sys.stdin:
                r = json.loads(line)
                if "hello" in r:
                    a = {"ok": {"name": "Tiny 1.0", "levels": [{"name": "read-uncommitted"}],
                                "can": ["read", "write"], "initial": 0}}
                elif "read" in r:
                    a = {"ok": values.get(r["read"], 0)}
                elif "write" in r:
                    values[r["write"][0]] = r["write"][1]
                    a = {"ok": None}
                elif "begin" in r or "commit" in r:
                    a = {"ok": None}
                else:
                    a = {"unsupported": None}
                print(json.dumps({"id": r["id"], **a}), flush=True)
            """);
    try (Database database = Databases.open("exec:python3 " + adapter, HASTY);
        Session session = session(database)) {
      session.begin();
      assertThat(session.read(1)).isEmpty();
      session.write(1, 10);
      assertThat(session.read(1)).hasValue(10);
      session.commit();
      database.clear();
      session.begin();
      assertThat(session.read(1)).isEmpty();
      assertThatThrownBy(() -> session.append(1, 1))
          .isInstanceOf(Failure.Rejected.class)
          .hasMessageContaining("append");
      session.rollback();
    }
  }

  private Path script(String text) throws IOException {
    return Files.writeString(
        directory.resolve("tiny.py"), "import json, sys\nvalues = {}\n" + text.stripIndent());
  }
}
