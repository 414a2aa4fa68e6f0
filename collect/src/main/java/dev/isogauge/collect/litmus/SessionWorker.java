package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Session;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A session of a schedule with the thread that runs its steps, one at a time. */
final class SessionWorker implements AutoCloseable {
  private final Session session;
  private final ExecutorService thread;
  private final Deque<Step> due = new ArrayDeque<>();
  private String name = "";
  private Step running;
  private Future<String> result;
  private boolean blocked;

  SessionWorker(Session session) {
    this.session = session;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread created = new Thread(task, "isogauge-session");
              created.setDaemon(true);
              return created;
            });
  }

  String name() {
    return name;
  }

  /** Calls it as the schedule does. */
  void name(String newName) {
    name = newName;
  }

  Session session() {
    return session;
  }

  /** Steps whose turn has come and that wait for the one before them. */
  Deque<Step> due() {
    return due;
  }

  boolean isRunning() {
    return running != null;
  }

  Step running() {
    return running;
  }

  /** Whether the running step was found waiting for another session. */
  boolean isBlocked() {
    return blocked;
  }

  void blocked(boolean isBlocked) {
    blocked = isBlocked;
  }

  void begin(Step step, Supplier<String> work) {
    running = step;
    blocked = false;
    result = thread.submit(work::get);
  }

  /** Waits this long at most; true if the step has returned. */
  boolean hasReturned(long millis) throws InterruptedException {
    try {
      result.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    }
  }

  /** What came of the step that has returned; the session is free again. */
  String take() {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("step " + running + " of " + name + " failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      running = null;
      blocked = false;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    session.close();
  }
}
