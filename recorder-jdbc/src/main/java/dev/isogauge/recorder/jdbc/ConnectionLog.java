package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.RecordedOutcome;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.TransactionRecorder;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;

/**
 * Follows the transactions of a connection. A session is a thread: what one client does, one after
 * the other, whatever connections it borrows.
 *
 * <p>A transaction begins with its first statement. What it did is recorded before its commit is
 * sent, or, where each statement commits by itself, before the statement is sent.
 */
final class ConnectionLog {
  private final Recorder recorder;
  private boolean autoCommit;

  /** Null while no transaction is under way. */
  private TransactionRecorder transaction;

  private TransactionObservations observations = new TransactionObservations();

  /** What was recorded before a statement was sent that commits by itself. */
  private List<Observation> ahead = List.of();

  ConnectionLog(Recorder recorder, boolean autoCommit) {
    this.recorder = recorder;
    this.autoCommit = autoCommit;
  }

  private static String session() {
    Thread thread = Thread.currentThread();
    return thread.getName().isBlank() ? "thread-" + thread.getId() : thread.getName();
  }

  /** Before a statement is sent that will do this if all goes well. */
  synchronized void sending(List<Observation> intended) {
    if (autoCommit) {
      finishQuery();
    }
    if (transaction == null) {
      transaction = recorder.session(session()).begin();
      observations = new TransactionObservations();
    }
    if (autoCommit && intended.stream().anyMatch(Observation::isWrite)) {
      ahead = List.copyOf(intended);
      ahead.forEach(each -> each.giveTo(transaction));
      transaction.committing();
    }
  }

  /** After a statement did this; a query goes on while its result is read. */
  synchronized void done(List<Observation> actual, boolean isQuery) {
    if (transaction != null) {
      actual.forEach(observations::add);
      if (!isQuery) {
        finishQuery();
      }
    }
  }

  synchronized void failed(List<Observation> intended, SQLException e) {
    if (transaction == null) {
      return;
    }
    if (autoCommit) {
      boolean isOpen = !ahead.isEmpty() && Outcomes.isOpen(e);
      end(isOpen ? RecordedOutcome.INDETERMINATE : RecordedOutcome.ABORTED);
    } else {
      observations.addAttempt(intended);
    }
  }

  /** What a result showed. */
  synchronized void observed(Observation observation) {
    if (transaction != null) {
      observations.add(observation);
    }
  }

  /** The end of a statement or its result, which commits by itself in this mode. */
  synchronized void finishQuery() {
    if (autoCommit && transaction != null) {
      if (!observations.equalsAll(ahead)) {
        transaction.forget();
        observations.giveTo(transaction);
      }
      end(RecordedOutcome.COMMITTED);
    }
  }

  /** Before a commit is sent. */
  synchronized void committing() {
    if (transaction != null) {
      observations.giveTo(transaction);
      transaction.committing();
    }
  }

  synchronized void committed() {
    end(RecordedOutcome.COMMITTED);
  }

  synchronized void commitFailed(SQLException e) {
    end(Outcomes.isOpen(e) ? RecordedOutcome.INDETERMINATE : RecordedOutcome.ABORTED);
  }

  synchronized void rolledBack() {
    if (transaction != null) {
      observations.giveTo(transaction);
      observations.giveAttemptsTo(transaction.failed());
      end(RecordedOutcome.ABORTED);
    }
  }

  synchronized void savepoint(Savepoint savepoint) {
    observations.savepoint(savepoint);
  }

  synchronized void rolledBackTo(Savepoint savepoint) {
    observations.rollBackTo(savepoint);
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

  /** What becomes of an open transaction then is up to the driver or the pool. */
  synchronized void closed() {
    finishQuery();
    if (transaction != null) {
      observations.giveTo(transaction);
      end(RecordedOutcome.INDETERMINATE);
    }
  }

  private void end(RecordedOutcome outcome) {
    if (transaction != null) {
      TransactionRecorder ended = transaction;
      transaction = null;
      observations = new TransactionObservations();
      ahead = List.of();
      if (!ended.hasEnded()) {
        ended.ended(outcome);
      }
    }
  }
}
