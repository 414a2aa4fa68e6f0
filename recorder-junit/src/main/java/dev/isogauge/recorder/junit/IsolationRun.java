package dev.isogauge.recorder.junit;

import dev.isogauge.recorder.Recorder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
  private final AtomicLong failed = new AtomicLong();

  IsolationRun(Recorder recorder, IsolationTest test) {
    this.recorder = recorder;
    this.test = test;
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

  /** How many transactions failed by an error of the database: {@code run.failedTransactions()}. */
  public long failedTransactions() {
    return failed.get();
  }

  /**
   * Runs transactions in all sessions at the same time and returns when they have ended: {@code
   * run.sessions(session -> bank.transfer(session.random()))}. Of several kinds, the first session
   * runs the first, and so on. A transaction that fails by an {@link SQLException}, or by what was
   * caused by one, is counted and not repeated; any other exception ends the run.
   *
   * @throws Exception what a transaction threw that was not an error of the database
   */
  public void sessions(Transaction... transactions) throws Exception {
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
    try {
      transaction.run(session);
    } catch (Exception | Error e) {
      if (isOfDatabase(e)) {
        failed.incrementAndGet();
      } else {
        fault.compareAndSet(null, e);
      }
    }
  }

  private static boolean isOfDatabase(Throwable e) {
    Throwable cause = e;
    while (cause != null && !(cause instanceof SQLException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }
}
