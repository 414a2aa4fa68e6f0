package dev.isogauge.recorder.junit;

import dev.isogauge.recorder.Recorder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What an {@link IsolationTest} gets: a recorder, and a way to run sessions at the same time.
 *
 * <pre>{@code
 * @IsolationTest
 * void transfers(IsolationRun run) throws Exception {
 *   Bank bank = new Bank(IsogaugeDataSource.wrap(dataSource, run.recorder(), mapping));
 *   run.sessions(session -> bank.transfer(session.random()));
 * }
 * }</pre>
 */
public final class IsolationRun {
  private final Recorder recorder;
  private final IsolationTest test;
  private final FailureCounts failures;

  IsolationRun(Recorder recorder, IsolationTest test) {
    this.recorder = recorder;
    this.test = test;
    this.failures = new FailureCounts(test.expected());
  }

  FailureCounts failures() {
    return failures;
  }

  /** Runs one transaction of a session. */
  @FunctionalInterface
  public interface Transaction {
    /** Runs it: {@code session -> bank.transfer(session.random())}. */
    void run(IsolationSession session) throws Exception;
  }

  /** Where to record: {@code IsogaugeDataSource.wrap(source, run.recorder(), mapping)}. */
  public Recorder recorder() {
    return recorder;
  }

  /**
   * How many transactions failed by an error of the database or an expected exception, each try
   * counted: {@code run.failedTransactions()}.
   */
  public long failedTransactions() {
    return failures.total();
  }

  /**
   * Runs transactions in all sessions at the same time and returns when they have ended: {@code
   * run.sessions(session -> bank.transfer(session.random()))}. Of several kinds, the first session
   * runs the first, and so on. A transaction that fails by an {@link SQLException}, by optimistic
   * locking, by an exception that the test expects, or by what was caused by one of these, is
   * counted, and repeated as often as the test says; any other exception ends the run.
   *
   * @throws IllegalArgumentException if there is no transaction, or the test has no session
   * @throws Exception what a transaction threw that was not an error of the database
   */
  public void sessions(Transaction... transactions) throws Exception {
    if (transactions.length == 0) {
      throw new IllegalArgumentException(
          "run.sessions() has nothing to run; expected a transaction, such as"
              + " run.sessions(session -> bank.transfer(session.random()))");
    }
    if (test.sessions() < 1 || test.transactions() < 1) {
      throw new IllegalArgumentException(
          "@IsolationTest has sessions = "
              + test.sessions()
              + " and transactions = "
              + test.transactions()
              + "; expected at least 1 of each");
    }
    AtomicLong begun = new AtomicLong();
    AtomicReference<Throwable> fault = new AtomicReference<>();
    long deadline = System.nanoTime() + test.seconds() * 1_000_000_000L;
    List<Thread> threads = new ArrayList<>();
    for (int s = 1; s <= test.sessions(); s++) {
      String name = "session-" + s;
      IsolationSession session =
          new IsolationSession(s, new Random(31 * test.seed() + s), recorder.session(name));
      Transaction transaction = transactions[(s - 1) % transactions.length];
      Thread thread =
          new Thread(
              () -> {
                while (fault.get() == null
                    && begun.getAndIncrement() < test.transactions()
                    && (test.seconds() == 0 || System.nanoTime() - deadline < 0)) {
                  run(transaction, session, fault);
                }
              },
              name);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    if (fault.get() instanceof Exception e) {
      throw e;
    } else if (fault.get() instanceof Error e) {
      throw e;
    }
  }

  private void run(
      Transaction transaction, IsolationSession session, AtomicReference<Throwable> fault) {
    for (int tries = 0; ; tries++) {
      try {
        transaction.run(session);
        failures.succeeded();
        return;
      } catch (Exception | Error e) {
        Optional<String> kind = failures.kind(e);
        if (kind.isEmpty()) {
          fault.compareAndSet(null, e);
          return;
        }
        failures.add(kind.get(), e);
        if (tries >= test.retries() || !FailureCounts.isWorthARetry(kind.get())) {
          failures.gaveUp(kind.get());
          return;
        }
      }
    }
  }
}
