package dev.isogauge.app.proxy;

import dev.isogauge.recorder.RecordedOutcome;
import dev.isogauge.recorder.jdbc.PostgresRecording;
import dev.isogauge.recorder.jdbc.RecordedStatement;
import dev.isogauge.recorder.jdbc.RecordedStatement.Effect;
import dev.isogauge.recorder.rows.PostgresSnapshot;
import dev.isogauge.recorder.rows.RowTransaction;
import dev.isogauge.recorder.rows.StatementEffect;
import java.util.List;

/**
 * Follows the transactions of a connection by the server's answers.
 *
 * <ol>
 *   <li>A transaction begins with its first statement, and ends where the server says so: by the
 *       tag of a command, or when it is ready for the next one outside of a transaction.
 *   <li>A probe behind a statement tells its snapshot and the transaction's number.
 *   <li>A statement without a probe may have read anything.
 * </ol>
 *
 * For the thread that reads the server's answers; what is volatile others read too.
 */
final class WireSession {
  /** Where names are looked for is not known. */
  static final String UNKNOWN_SCHEMA = "?";

  private final PostgresRecording recording;
  private final SessionNames names;
  private RowTransaction transaction;
  private boolean isExplicit;
  private boolean hasFailed;
  private boolean hasDefined;
  private boolean hasAltered;
  private volatile String schema = UNKNOWN_SCHEMA;
  private volatile String baseName;

  /** What was executed before this one may have been in another schema. */
  private volatile int schemaFrom;

  /** Whether this transaction defined something that no other connection sees yet. */
  private volatile boolean hasOwnDefinitions;

  WireSession(PostgresRecording recording, SessionNames names, String baseName) {
    this.recording = recording;
    this.names = names;
    this.baseName = baseName;
  }

  /** What its transactions are recorded under from now on. */
  void name(String name) {
    baseName = name;
  }

  String schema() {
    return schema;
  }

  boolean hasOwnDefinitions() {
    return hasOwnDefinitions;
  }

  /** A statement that is being sent may change where names are looked for. */
  void changesSchema(int number) {
    schemaFrom = number;
    schema = UNKNOWN_SCHEMA;
  }

  private void begin(long sentAt) {
    if (transaction == null) {
      transaction = new RowTransaction(names.taken(baseName), sentAt);
      recording.begun(transaction);
    }
  }

  /**
   * A statement was executed.
   *
   * @param statement null if it is not understood
   * @param text as the application sent it
   * @param before a snapshot that it has from before; null if it has its own
   * @param probe null if there was none
   * @return the snapshot that it had; null if not known
   */
  PostgresSnapshot executed(
      RecordedStatement statement,
      String text,
      List<Object> parameters,
      int number,
      long sentAt,
      PostgresSnapshot before,
      Probe probe) {
    if (!recording.isRecording()) {
      return null;
    }
    try {
      return executedUnguarded(statement, text, parameters, number, sentAt, before, probe);
    } catch (RuntimeException e) {
      recording.failed(e);
      begin(sentAt);
      transaction.next(number);
      transaction.add(recording.anything(text), null, null, false);
      return null;
    }
  }

  private PostgresSnapshot executedUnguarded(
      RecordedStatement statement,
      String text,
      List<Object> parameters,
      int number,
      long sentAt,
      PostgresSnapshot before,
      Probe probe) {
    Effect effect = statement == null ? Effect.ROWS : statement.effect();
    if (statement != null && statement.isDefinition()) {
      hasDefined = true;
      hasAltered |= statement.alters();
      hasOwnDefinitions = isExplicit;
    }
    if (probe == null) {
      if (effect == Effect.ROWS && (statement == null || !statement.readsNothing())) {
        begin(sentAt);
        transaction.next(number);
        transaction.add(recording.anything(text), null, null, false);
      }
      return null;
    }
    if (probe.number() != null
        && transaction != null
        && transaction.id() != 0
        && transaction.id() != Long.parseLong(probe.number())) {
      // A text that was not understood ended it.
      ended(RecordedOutcome.INDETERMINATE);
    }
    begin(sentAt);
    transaction.next(number);
    PostgresSnapshot after = PostgresSnapshot.of(probe.snapshot());
    boolean isFixed = !probe.isolation().startsWith("read");
    boolean isNoted = probe.noted() != null && !probe.noted().isEmpty();
    PostgresSnapshot seen = isFixed ? after : isNoted ? PostgresSnapshot.of(probe.noted()) : before;
    if (probe.number() != null && transaction.id() == 0) {
      transaction.id(Long.parseLong(probe.number()));
      recording.numbered(transaction);
    }
    if (number > schemaFrom && probe.schema() != null) {
      schema = probe.schema();
    }
    if (effect == Effect.ROWS) {
      StatementEffect access = statement.access(parameters, isFixed, isNoted);
      if (!access.dropped().isEmpty() && transaction.id() != 0) {
        recording.dropped(transaction, number, access.dropped());
      }
      if (before == null || access.locks()) {
        transaction.add(access, seen, after, isFixed);
      }
    }
    return seen;
  }

  /** A command that is about the transaction was carried out, as its tag says. */
  void control(RecordedStatement statement, String tag, long sentAt) {
    switch (statement.effect()) {
      case BEGIN -> isExplicit = true;
      case COMMIT, ROLLBACK -> {
        if (!tag.equals("PREPARE TRANSACTION")) {
          ended(tag.equals("COMMIT") ? RecordedOutcome.COMMITTED : RecordedOutcome.ABORTED);
        }
      }
      case SAVEPOINT -> {
        if (isExplicit) {
          begin(sentAt);
          transaction.savepoint(statement.savepoint());
        }
      }
      case ROLLBACK_TO -> {
        hasFailed = false;
        if (transaction != null) {
          transaction.rollBackTo(statement.savepoint());
        }
      }
      default -> {}
    }
  }

  /** The server reported an error. */
  void failed() {
    hasFailed = true;
  }

  /** The server is ready: idle, in a transaction, or in one that failed. */
  void ready(char status) {
    if (status == 'I') {
      ended(hasFailed ? RecordedOutcome.ABORTED : RecordedOutcome.COMMITTED);
      isExplicit = false;
      hasFailed = false;
    } else {
      isExplicit = true;
      if (status == 'E' && transaction != null) {
        transaction.fail();
      }
    }
  }

  /**
   * The connection is gone.
   *
   * @param isAsked whether the server had something to do
   */
  void lost(boolean isAsked) {
    ended(isAsked ? RecordedOutcome.INDETERMINATE : RecordedOutcome.ABORTED);
  }

  private void ended(RecordedOutcome outcome) {
    if (hasDefined) {
      hasDefined = false;
      hasOwnDefinitions = false;
      recording.defined(hasAltered);
    }
    if (outcome != RecordedOutcome.COMMITTED) {
      // Settings of the transaction are taken back.
      schema = UNKNOWN_SCHEMA;
    }
    RowTransaction over = transaction;
    transaction = null;
    if (over != null) {
      over.ended(outcome);
      recording.ended(over);
      names.free(over.session());
    }
  }
}
