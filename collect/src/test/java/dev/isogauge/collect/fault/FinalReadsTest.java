package dev.isogauge.collect.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.SessionPlace;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.recorder.Recorder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that looks like three servers, some of which stay away. */
@Timeout(60)
class FinalReadsTest {
  private static final Duration PATIENCE = Duration.ofMillis(300);

  @TempDir private Path directory;

  @Test
  void serversThatAreThereAreAsked() throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults());
        Recorder recorder = Recorder.create(directory.resolve("history.jsonl"))) {
      append(database, recorder, 1, 10);
      Durability durability =
          FinalReads.of(
              servers(database, Set.of(1)),
              database.capabilities().defaultLevel(),
              recorder,
              PATIENCE);
      assertThat(durability)
          .isEqualTo(
              new Durability(
                  1,
                  List.of("node1", "node2", "node3"),
                  Map.of("node2", "node2 did not answer (away)"),
                  0,
                  List.of()));
    }
  }

  @Test
  void nothingIsKnownIfNoServerAnswers() throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults());
        Recorder recorder = Recorder.create(directory.resolve("history.jsonl"))) {
      append(database, recorder, 1, 10);
      Level level = database.capabilities().defaultLevel();
      Database away = servers(database, Set.of(0, 1, 2));
      assertThatThrownBy(() -> FinalReads.of(away, level, recorder, PATIENCE))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("no server shows");
    }
  }

  private static void append(Database database, Recorder recorder, long list, long element)
      throws Exception {
    try (Session session =
        new RecordedSession(
            database.open(database.capabilities().defaultLevel()), recorder, "s1")) {
      session.begin();
      session.append(list, element);
      session.commit();
    }
  }

  private static Database servers(Database database, Set<Integer> away) {
    return (Database)
        Proxy.newProxyInstance(
            FinalReadsTest.class.getClassLoader(),
            new Class<?>[] {Database.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("places")) {
                return 3;
              } else if (method.getName().equals("place")) {
                return new SessionPlace("node" + ((int) arguments[0] + 1), false);
              } else if (method.getName().equals("open")
                  && arguments.length == 2
                  && away.contains((int) arguments[1])) {
                throw new DatabaseException("away");
              }
              try {
                return method.invoke(database, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
