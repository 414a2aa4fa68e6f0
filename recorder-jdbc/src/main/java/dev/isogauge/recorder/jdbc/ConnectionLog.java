package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.RecordedOutcome;
import dev.isogauge.recorder.TransactionRecorder;
import dev.isogauge.recorder.UnknownScope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows the transactions of a connection. A session is a thread: what one client does, one after
 * the other, whatever connections it borrows.
 *
 * <p>A transaction begins with its first statement. What it did is recorded before its commit is
 * sent, or, where each statement commits by itself, before the statement is sent. Transactions that
 * did nothing that counts are not recorded.
 *
 * <p>Nothing is thrown here, whatever happens: what cannot be recorded is recorded as unknown, and
 * if that fails too the recording ends.
 */
final class ConnectionLog {
  private final Engine engine;
  private boolean autoCommit;

  /** Null while no transaction is under way. */
  private OpenTransaction transaction;

  /** The transaction's line, from the moment it is in the file. */
  private TransactionRecorder line;

  /** What was recorded before a statement was sent that commits by itself. */
  private List<Observation> ahead = List.of();

  /** Results of this transaction that may have more rows. */
  private final List<ObservedResultSet> open = new ArrayList<>();

  private boolean hasDefined;

  ConnectionLog(Engine engine, boolean autoCommit) {
    this.engine = engine;
    this.autoCommit = autoCommit;
  }

  private static String session() {
    Thread thread = Thread.currentThread();
    return thread.getName().isBlank() ? "thread-" + thread.getId() : thread.getName();
  }

  /** Does something for the recording; nothing that goes wrong there is the application's. */
  private synchronized void safely(Runnable work) {
    if (engine.isRecording()) {
      try {
        work.run();
      } catch (Throwable e) {
        wrong(e);
      }
    }
  }

  private void wrong(Throwable e) {
    engine.failed(e);
    confuse(e);
  }

  /** What this transaction did is not known. */
  private void confuse(Throwable e) {
    try {
      if (transaction != null) {
        Origin origin = new Origin("(inside the recorder)", "internal error: " + e);
        for (boolean isWrite : new boolean[] {false, true}) {
          transaction.add(Observation.unknown(isWrite, UnknownScope.everything(), origin));
        }
      }
    } catch (Throwable again) {
      engine.stop(again);
    }
  }

  /** Before a statement is sent that will do this if all goes well. */
  synchronized void sending(List<Observation> intended) {
    if (!engine.isRecording()) {
      return;
    }
    try {
      if (autoCommit) {
        finish();
      }
      if (transaction == null) {
        transaction = new OpenTransaction(engine.cells());
      }
      boolean writes = false;
      for (Observation each : intended) {
        writes |= each.isWrite();
        if (each.isOneWay()) {
          announce(each);
        } else {
          each.possible().forEach(this::announce);
        }
      }
      if (autoCommit && writes) {
        ahead = intended;
        begin();
        intended.forEach(each -> each.giveTo(line, engine.recorder()));
        line.committing();
      }
    } catch (Throwable e) {
      wrong(e);
    }
  }

  private void announce(Observation each) {
    if (each.isWrite() && each.isOfCell()) {
      boolean isClear = engine.cells().sending(each, autoCommit);
      if (!isClear && !each.isNewRow()) {
        transaction.add(each.doubt(Origin.ROW_BEFORE));
      }
    }
  }

  private void begin() {
    line = engine.recorder().session(session()).begin(transaction.begin()).announcingCommit();
  }

  private void returned(List<Observation> intended) {
    if (!autoCommit) {
      return;
    }
    for (Observation one : intended) {
      for (Observation each : one.possible()) {
        if (each.isWrite() && each.isOfCell()) {
          engine.cells().returned(each);
        }
      }
    }
  }

  /** After a statement did this; a query goes on while its result is read. */
  synchronized void done(List<Observation> intended, List<Observation> actual, boolean isQuery) {
    if (!engine.isRecording()) {
      return;
    }
    try {
      returned(intended);
      if (transaction != null) {
        for (Observation each : actual) {
          transaction.add(each);
        }
        if (!isQuery) {
          finish();
        }
      }
    } catch (Throwable e) {
      wrong(e);
    }
  }

  void failed(List<Observation> intended, SQLException e) {
    safely(
        () -> {
          returned(intended);
          if (transaction == null) {
            return;
          }
          if (autoCommit) {
            transaction.addAttempt(intended);
            boolean isOpen = line != null && Outcomes.isOpen(e);
            end(isOpen ? RecordedOutcome.INDETERMINATE : RecordedOutcome.ABORTED);
          } else if (engine.catalog().dialect().failuresAbort()) {
            transaction.addAttempt(intended);
            if (!engine.savesBeforeStatements()) {
              transaction.fail();
            }
          } else if (Outcomes.endsTransaction(e)) {
            transaction.addAttempt(intended);
            end(RecordedOutcome.ABORTED);
          } else if (Outcomes.mayEndTransaction(e, engine.catalog().dialect())
              || intended.stream().anyMatch(each -> each.origin().rollsBackOnConflict())) {
            end(RecordedOutcome.INDETERMINATE);
          } else {
            transaction.addAttempt(intended);
          }
        });
  }

  /** After an error that does not say whether this was done. */
  void perhapsDone(List<Observation> intended, SQLException e) {
    if (!autoCommit && engine.catalog().dialect().failuresAbort()) {
      failed(intended, e);
      return;
    }
    safely(
        () -> {
          returned(intended);
          if (transaction != null && autoCommit) {
            end(RecordedOutcome.INDETERMINATE);
          } else if (transaction != null) {
            for (Observation each : intended) {
              each.doubted(Origin.BATCH).forEach(transaction::add);
            }
          }
        });
  }

  /** What a result showed, of the transaction that asked for it. */
  synchronized void observed(OpenTransaction by, Observation observation) {
    if (transaction != by || by == null || !engine.isRecording()) {
      return;
    }
    try {
      transaction.add(observation);
    } catch (Throwable e) {
      wrong(e);
    }
  }

  /** Rows whose keys are known only now. */
  void replaced(OpenTransaction by, List<Observation> before, List<Observation> after) {
    safely(
        () -> {
          if (transaction == by && by != null) {
            after.forEach(this::announceLate);
            transaction.replace(before, after);
          }
        });
  }

  private void announceLate(Observation each) {
    if (each.isWrite() && each.isOfCell()) {
      engine.cells().sending(each, false);
    }
  }

  /** For a statement that commits by itself beside others. */
  ConnectionLog beside() {
    return new ConnectionLog(engine, true);
  }

  synchronized OpenTransaction current() {
    return transaction;
  }

  synchronized void opened(ObservedResultSet result) {
    open.add(result);
  }

  synchronized void closed(ObservedResultSet result) {
    open.remove(result);
    if (autoCommit) {
      finishQuery();
    }
  }

  /** Rows that may be read later were read by this transaction. */
  private void leaveResults() {
    for (ObservedResultSet result : open) {
      result.remainder().ifPresent(transaction::add);
    }
    open.clear();
  }

  /** The end of a statement or its result, which commits by itself in this mode. */
  void finishQuery() {
    safely(this::finish);
  }

  private void finish() {
    if (autoCommit && transaction != null) {
      leaveResults();
      end(RecordedOutcome.COMMITTED);
    }
  }

  /** Before a commit is sent. */
  void committing() {
    safely(
        () -> {
          if (transaction != null) {
            leaveResults();
            transaction.identity().state = Cells.State.COMMITTING;
            if (transaction.isWorthTelling(false)) {
              begin();
              transaction.giveTo(line, engine.recorder());
              line.committing();
            }
          }
        });
  }

  /** Before something is sent that commits in some databases. */
  void perhapsCommitting() {
    safely(
        () -> {
          if (transaction != null) {
            Origin origin = new Origin("(what follows)", Origin.PERHAPS_COMMIT);
            transaction.add(Observation.unknown(false, UnknownScope.everything(), origin));
          }
        });
    committing();
  }

  /** Some databases answer so even where they roll back. */
  void committed() {
    safely(
        () ->
            end(
                transaction != null && transaction.isFailed()
                    ? RecordedOutcome.ABORTED
                    : RecordedOutcome.COMMITTED));
  }

  void commitFailed(SQLException e) {
    safely(() -> end(Outcomes.isOpen(e) ? RecordedOutcome.INDETERMINATE : RecordedOutcome.ABORTED));
  }

  void rolledBack() {
    safely(() -> end(RecordedOutcome.ABORTED));
  }

  /** A statement that commits on its way failed: perhaps after that. */
  void commitUnknown() {
    safely(() -> end(RecordedOutcome.INDETERMINATE));
  }

  void savepoint(Object savepoint) {
    safely(
        () -> {
          if (transaction == null && !autoCommit) {
            transaction = new OpenTransaction(engine.cells());
          }
          if (transaction != null) {
            transaction.savepoint(savepoint);
          }
        });
  }

  void rolledBackTo(Object savepoint) {
    safely(
        () -> {
          if (transaction != null) {
            transaction.rollBackTo(savepoint);
          }
        });
  }

  synchronized boolean isUnderWay() {
    return transaction != null;
  }

  synchronized void autoCommit(boolean on) {
    autoCommit = on;
  }

  synchronized boolean isAutoCommit() {
    return autoCommit;
  }

  /** This transaction defined something, which a rollback takes back. */
  synchronized void defined() {
    hasDefined = !autoCommit;
  }

  /** Whether what was defined may be gone; asked once. */
  synchronized boolean takesBackDefinitions() {
    boolean had = hasDefined;
    hasDefined = false;
    return had;
  }

  /** What becomes of an open transaction then is up to the driver or the pool. */
  void closed() {
    safely(
        () -> {
          finish();
          if (transaction != null) {
            leaveResults();
            end(RecordedOutcome.INDETERMINATE);
          }
        });
  }

  private void end(RecordedOutcome outcome) {
    if (transaction == null) {
      return;
    }
    OpenTransaction ended = transaction;
    TransactionRecorder written = line;
    try {
      if (outcome == RecordedOutcome.INDETERMINATE) {
        // Later statements may find what was sent, or what was there before.
        ahead.forEach(each -> each.doubted(Origin.BATCH).forEach(ended::add));
      }
      ended.identity().state =
          switch (outcome) {
            case COMMITTED -> Cells.State.COMMITTED;
            case ABORTED -> Cells.State.ABORTED;
            case INDETERMINATE -> Cells.State.OPEN;
          };
      if (written == null && ended.isWorthTelling(outcome == RecordedOutcome.ABORTED)) {
        begin();
        written = line;
        ended.giveTo(written, engine.recorder());
      } else if (written != null && autoCommit && !ended.isLike(ahead)) {
        written.forget();
        if (outcome == RecordedOutcome.INDETERMINATE) {
          ahead.forEach(each -> each.giveTo(line, engine.recorder()));
        } else {
          ended.giveTo(written, engine.recorder());
        }
      }
      if (written != null) {
        if (outcome == RecordedOutcome.ABORTED) {
          ended.giveAttemptsTo(written.failed(), engine.recorder());
        }
        written.ended(outcome);
      }
    } finally {
      transaction = null;
      line = null;
      ahead = List.of();
      open.clear();
    }
  }
}
