package dev.isogauge.collect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.postgres.SilentDriver.Fault;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.recover.OrderRecovery;
import dev.isogauge.collect.recover.Recovered;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.recorder.Recorder;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is noticed of a driver that keeps errors to itself, and what is made of it. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SilentDriverTest {
  private static final DatabaseOptions OPTIONS = DatabaseOptions.defaults();

  @TempDir Path directory;
  private PostgresServer server;
  private Database database;
  private SilentDriver driver;
  private Recorder recorder;

  @BeforeAll
  void start() throws DatabaseException {
    server = PostgresServer.start("18.6", Postgres.driver(OPTIONS), OPTIONS);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @BeforeEach
  void open() throws DatabaseException {
    driver = new SilentDriver();
    database =
        JdbcDatabase.connect(
            "silent",
            connection -> new PostgresDialect(Postgres.SYSTEM),
            number -> driver.wrap(server.connect()),
            OPTIONS);
    recorder = RecordedSession.recorder(directory.resolve("history.jsonl"), Map.of());
  }

  @AfterEach
  void close() {
    driver.fault(Fault.NONE);
    recorder.close();
    database.close();
  }

  private RecordedSession session(String name) throws DatabaseException {
    return new RecordedSession(
        database.open(database.capabilities().level(Level.SERIALIZABLE)), recorder, name);
  }

  private Outcome outcomeOfLast() throws Exception {
    History history =
        HistoryFiles.read(HistoryFiles.file(recorder.file()), Optional.empty()).history();
    return history.outcome(history.transactionCount() - 1);
  }

  /** The failure is swallowed, and an answer made up. */
  private static Object quiet(SilentDriver.Call call, Object madeUp) {
    try {
      return call.pass();
    } catch (SQLException e) {
      return madeUp;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 3})
  void aWriteThatDoesNotChangeOneRowIsNotBelieved(int count) throws Exception {
    try (Session session = session("s1")) {
      driver.fault(Fault.of("getUpdateCount", (method, call) -> count));
      session.begin();
      assertThatThrownBy(() -> session.write(1, 10))
          .isInstanceOf(Failure.Rejected.class)
          .hasMessageContaining(
              count < 0 ? "neither rows nor a count" : "the write of one row changed " + count);
      session.rollback();
    }
    assertThat(outcomeOfLast()).isEqualTo(Outcome.ABORTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"prepareStatement", "getResultSet"})
  void anAnswerThatIsMissingIsNotTakenForAnEmptyOne(String method) throws Exception {
    try (Session session = session("s1")) {
      driver.fault(Fault.of(method, (name, call) -> null));
      session.begin();
      assertThatThrownBy(() -> session.read(1))
          .isInstanceOf(Failure.Rejected.class)
          .hasMessageContaining("the driver returned no ")
          .hasMessageContaining("and no error");
      session.rollback();
    }
  }

  /** Such as one that caught the error of a query, and has nothing to show. */
  @Test
  void aQueryWithoutResultIsNotTakenForAnEmptyOne() throws Exception {
    try (Session session = session("s1")) {
      session.begin();
      driver.fault(
          (method, call) ->
              switch (method) {
                case "execute" -> false;
                case "getUpdateCount" -> 0;
                default -> call.pass();
              });
      assertThatThrownBy(() -> session.read(1))
          .isInstanceOf(Failure.Rejected.class)
          .hasMessageContaining("no result of a query");
      session.rollback();
    }
  }

  @Test
  void aConnectionThatIsNotPutIntoTransactionsIsRefused() {
    driver.fault(Fault.of("setAutoCommit", (method, call) -> null));
    assertThatThrownBy(() -> session("s1"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("cannot open a session at SERIALIZABLE")
        .hasMessageContaining("commits every statement by itself");
  }

  /** As a connection of DuckDB after a failed commit. */
  @Test
  void aConnectionThatLeavesItsTransactionIsNoticedAtTheCommit() throws Exception {
    try (Session session = session("s1")) {
      session.begin();
      session.write(1, 10);
      driver.fault(Fault.of("getAutoCommit", (method, call) -> true));
      assertThatThrownBy(session::commit)
          .isInstanceOf(Failure.CommitUnknown.class)
          .hasMessageContaining("commits every statement by itself");
      session.rollback();
      assertThat(outcomeOfLast()).isEqualTo(Outcome.INDETERMINATE);

      driver.fault(Fault.NONE);
      session.begin();
      session.write(1, 11);
      session.commit();
    }
    assertThat(outcomeOfLast()).isEqualTo(Outcome.COMMITTED);
  }

  /**
   * Clients cannot see it: the database says no, and the driver yes. Where the log can be asked,
   * the transaction is known not to be there.
   */
  @Test
  void aCommitThatFailedSilentlyIsNoticedInTheLog() throws Exception {
    try (OrderRecovery recovery = OrderRecovery.open(database)) {
      try (Session first = recovery.observe(session("s1"));
          Session second = recovery.observe(session("s2"))) {
        driver.fault(Fault.of("commit", (method, call) -> quiet(call, null)));
        first.begin();
        second.begin();
        first.read(1);
        second.read(2);
        first.write(2, 10);
        second.write(1, 11);
        first.commit();
        second.commit();
      }
      assertOneIsNotInTheLog(recovery);
    }
  }

  /**
   * PostgreSQL answers the commit of a failed transaction with a rollback, which the driver does
   * not take for an error. The question for the snapshot comes first, and is one too many.
   */
  @Test
  void aStatementThatFailedSilentlyIsNoticedWhereTheSnapshotIsAskedFor() throws Exception {
    try (OrderRecovery recovery = OrderRecovery.open(database);
        Session first = recovery.observe(session("s1"));
        Session second = recovery.observe(session("s2"))) {
      second.begin();
      second.read(1);
      first.begin();
      first.write(1, 10);
      first.commit();
      driver.fault(
          (method, call) ->
              switch (method) {
                case "execute" -> quiet(call, false);
                case "getUpdateCount" -> 1;
                default -> call.pass();
              });
      second.write(1, 11);
      driver.fault(Fault.NONE);
      assertThatThrownBy(second::commit)
          .isInstanceOf(Failure.Rejected.class)
          .hasMessageContaining("current transaction is aborted");
      second.rollback();
    }
    assertThat(outcomeOfLast()).isEqualTo(Outcome.ABORTED);
  }

  private void assertOneIsNotInTheLog(OrderRecovery recovery) throws Exception {
    assertThat(recorder.counts().committed()).isEqualTo(2);
    driver.fault(Fault.NONE);
    Path certificate = directory.resolve("certificate.jsonl");
    try (OutputStream out = Files.newOutputStream(certificate)) {
      Recovered recovered = recovery.recover(recorder.file(), out);
      assertThat(recovered.unlogged()).isEqualTo(1);
      assertThat(recovered.contradiction().orElse(""))
          .contains("the driver reported 1 commit that is not in the database's log");
    }
    History history = HistoryFiles.read(HistoryFiles.file(certificate), Optional.empty()).history();
    assertThat(history.outcome(0)).isEqualTo(Outcome.COMMITTED);
    assertThat(history.outcome(1)).isEqualTo(Outcome.INDETERMINATE);
  }
}
