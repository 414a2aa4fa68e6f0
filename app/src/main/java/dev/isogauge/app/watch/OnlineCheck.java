package dev.isogauge.app.watch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Checks by timestamps what a database does while it does it: takes the lines of a recording as
 * transactions end. Sessions wait when checking cannot keep up.
 */
public final class OnlineCheck implements AutoCloseable {
  private static final int WAITING_LINES = 10_000;
  private static final int LINES_AT_ONCE = 500;

  /** Ends the work; no line of a recording is empty. */
  private static final String END = "";

  private final Judge judge;
  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(WAITING_LINES);
  private final AtomicReference<String> failure = new AtomicReference<>("");
  private final Thread worker = new Thread(this::work, "isogauge-online");

  /** What judges transactions. */
  public interface Judge extends AutoCloseable {
    /** Takes transactions as they are recorded, a line each. */
    void check(List<String> lines) throws IOException, InterruptedException;

    /** Waits until everything is judged, and says in one line what was found. */
    String verdict() throws IOException, InterruptedException;

    @Override
    void close();
  }

  /** Begins to check. */
  public OnlineCheck(Judge judge) {
    this.judge = judge;
    worker.setDaemon(true);
    worker.start();
  }

  /** Takes a transaction that has ended, as it is recorded. */
  public void accept(String line) {
    try {
      lines.put(line);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.compareAndSet("", "interrupted");
    }
  }

  private void work() {
    List<String> taken = new ArrayList<>();
    boolean ended = false;
    while (!ended) {
      try {
        taken.clear();
        taken.add(lines.take());
        lines.drainTo(taken, LINES_AT_ONCE);
        ended = taken.remove(END);
        if (failure.get().isEmpty() && !taken.isEmpty()) {
          judge.check(taken);
        }
      } catch (InterruptedException e) {
        failure.compareAndSet("", "interrupted");
        ended = true;
      } catch (IOException | RuntimeException e) {
        // Lines are taken all the same, so that the sessions go on.
        failure.compareAndSet("", String.valueOf(e.getMessage()));
      }
    }
  }

  /** Waits until everything is judged, and says in one line what was found. */
  public String finish() throws IOException {
    try {
      accept(END);
      worker.join();
      if (failure.get().isEmpty()) {
        return judge.verdict();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.compareAndSet("", "interrupted");
    } catch (IOException | IllegalStateException e) {
      failure.compareAndSet("", String.valueOf(e.getMessage()));
    }
    throw new IOException("online checking failed: " + failure.get());
  }

  @Override
  public void close() {
    worker.interrupt();
    judge.close();
  }
}
