package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.RecordedOutcome;
import dev.isogauge.recorder.rows.PostgresSnapshot;
import dev.isogauge.recorder.rows.RowTransaction;
import dev.isogauge.recorder.rows.StatementEffect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Follows the transactions of a connection to PostgreSQL. After each statement it asks for the
 * snapshot that the statement noted, for one behind it, and for the transaction's number, and marks
 * the place in the log if there is a number.
 *
 * <p>Nothing is thrown here: what goes wrong leaves reads unknown.
 */
final class RowSession {
  private static final String PROBE =
      "SELECT current_setting('"
          + SnapshotGate.SETTING
          + "', true), set_config('"
          + SnapshotGate.SETTING
          + "', '', false), txid_current_snapshot()::text, current_setting('transaction_isolation'),"
          + " txid_current_if_assigned()::text, CASE WHEN txid_current_if_assigned() IS"
          + " NOT NULL THEN pg_logical_emit_message(true, 'isogauge', ?)::text END";

  private final Connection connection;
  private final Engine engine;
  private final RowRecording recording;
  private boolean autoCommit;
  private RowTransaction transaction;
  private PreparedStatement probe;

  /** A snapshot before a statement that does not note its own. */
  private PostgresSnapshot before;

  RowSession(Connection connection, Engine engine, RowRecording recording, boolean autoCommit) {
    this.connection = connection;
    this.engine = engine;
    this.recording = recording;
    this.autoCommit = autoCommit;
  }

  boolean isAutoCommit() {
    return autoCommit;
  }

  boolean isUnderWay() {
    return transaction != null;
  }

  void autoCommit(boolean on) {
    autoCommit = on;
  }

  private static String session() {
    Thread thread = Thread.currentThread();
    return thread.getName().isBlank() ? "thread-" + thread.getId() : thread.getName();
  }

  /** Before a statement is sent. */
  void sending() {
    if (transaction == null) {
      transaction = new RowTransaction(session());
      if (engine.isRecording()) {
        recording.begun(transaction);
      }
    }
  }

  /** Before a statement is sent that reads something and cannot note its snapshot. */
  void sendingWithout(Reading reading) {
    before = null;
    if (reading.readsNothing() || transaction.hasFailed() || !engine.isRecording()) {
      return;
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT txid_current_snapshot()::text")) {
      row.next();
      before = PostgresSnapshot.of(row.getString(1));
    } catch (SQLException | RuntimeException e) {
      engine.failed(e);
    }
  }

  /**
   * After it has come back.
   *
   * @throws SQLException if the server has just ended the transaction, because of a conflict or a
   *     timeout: the application would learn it from its next statement
   */
  void done(Reading reading, List<Object> parameters, boolean mayHaveSnapshot) throws SQLException {
    // A query of ours would take the transaction's snapshot before LOCK or SET has its effect.
    boolean isNothing = reading.plan() instanceof StatementPlan.Nothing;
    if (transaction == null || isNothing || !engine.isRecording()) {
      return;
    }
    try {
      if (!transaction.hasFailed()) {
        ask(reading, parameters, mayHaveSnapshot);
      }
    } catch (SQLException e) {
      transaction.add(StatementEffect.anything(reading.sql()), null, null, false);
      if (!autoCommit) {
        transaction.fail();
        throw e;
      }
      engine.failed(e);
    } catch (RuntimeException e) {
      engine.failed(e);
      transaction.add(StatementEffect.anything(reading.sql()), null, null, false);
    }
  }

  private void ask(Reading reading, List<Object> parameters, boolean mayHaveSnapshot)
      throws SQLException {
    if (probe == null) {
      probe = connection.prepareStatement(PROBE);
    }
    int number = transaction.next();
    probe.setString(1, Integer.toString(number));
    try (ResultSet row = probe.executeQuery()) {
      row.next();
      String noted = row.getString(1);
      PostgresSnapshot after = PostgresSnapshot.of(row.getString(3));
      boolean isFixed = !autoCommit && !row.getString(4).startsWith("read");
      boolean isNoted = mayHaveSnapshot && noted != null && !noted.isEmpty();
      PostgresSnapshot seen = isFixed ? after : isNoted ? PostgresSnapshot.of(noted) : before;
      String id = row.getString(5);
      if (id != null && transaction.id() == 0) {
        transaction.id(Long.parseLong(id));
        recording.numbered(transaction);
      }
      StatementEffect access =
          (isFixed || isNoted ? reading : reading.between())
              .access(parameters, isFixed, recording.hasAltered());
      if (!access.dropped().isEmpty() && transaction.id() != 0) {
        recording.dropped(transaction, number, access.dropped());
      }
      transaction.add(access, seen, after, isFixed);
    }
  }

  /** A statement failed: nothing but a rollback can follow, unless the driver sets savepoints. */
  void failed() {
    if (transaction != null && !autoCommit && !engine.savesBeforeStatements()) {
      transaction.fail();
    }
  }

  void savepoint(Object savepoint) {
    if (!autoCommit) {
      sending();
      transaction.savepoint(savepoint);
    }
  }

  void rolledBackTo(Object savepoint) {
    if (transaction != null) {
      transaction.rollBackTo(savepoint);
    }
  }

  /** The transaction has ended for its client. */
  void ended(RecordedOutcome outcome) {
    RowTransaction over = transaction;
    transaction = null;
    if (over != null && engine.isRecording()) {
      over.ended(outcome);
      recording.ended(over);
    }
  }
}
