package dev.isogauge.app.trial;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.explain.TimestampStory;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.Input;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.OnlineChecker;
import dev.isogauge.online.host.OnlineSettings;
import dev.isogauge.online.kernel.OnlineListener;
import dev.isogauge.text.Words;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Checks by timestamps what a database does while it does it: takes the lines of a recording as
 * transactions end. Sessions wait when checking cannot keep up.
 */
final class OnlineCheck implements AutoCloseable {
  private static final int WAITING_LINES = 10_000;
  private static final int LINES_AT_ONCE = 500;

  /** No transaction is older: sessions deliver each one as it ends. */
  static final Duration DELAY = Duration.ofMillis(500);

  /** Ends the work; no line of a recording is empty. */
  private static final String END = "";

  private final IsolationLevel level;
  private final Path directory;
  private final Consumer<String> notices;
  private final Atoms atoms = new Atoms();
  private final OnlineChecker checker;
  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(WAITING_LINES);
  private final AtomicLong standing = new AtomicLong();
  private final AtomicReference<String> first = new AtomicReference<>("");
  private final AtomicReference<String> failure = new AtomicReference<>("");
  private final Thread worker = new Thread(this::work, "isogauge-online");
  private final long begin = System.nanoTime();

  /**
   * Begins to check.
   *
   * @param directory for state that leaves memory
   * @param delay how much later than its reader a transaction may come
   * @param notices receives the first violation when it is found
   */
  OnlineCheck(IsolationLevel level, Path directory, Duration delay, Consumer<String> notices) {
    this.level = level;
    this.directory = directory;
    this.notices = notices;
    OnlineSettings usual = OnlineSettings.of(level, directory);
    this.checker =
        new OnlineChecker(
            new OnlineSettings(
                level,
                usual.shards(),
                delay,
                usual.clock(),
                usual.idle(),
                usual.memoryBytes(),
                directory,
                Atoms.NIL),
            atoms,
            new Findings());
    worker.setDaemon(true);
    worker.start();
  }

  private final class Findings implements OnlineListener {
    @Override
    public void found(TimestampFinding finding) {
      standing.incrementAndGet();
      if (first.compareAndSet("", TimestampStory.sentence(finding))) {
        notices.accept(
            String.format(
                Locale.ROOT,
                "online, after %.1f s: %s",
                (System.nanoTime() - begin) / 1e9,
                first.get()));
      }
    }

    @Override
    public void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
      standing.decrementAndGet();
    }

    @Override
    public void counted(AnomalyKind kind) {
      standing.incrementAndGet();
    }

    @Override
    public void late(TimestampedTransaction transaction) {}

    @Override
    public void unjudged(TimestampedTransaction transaction, String why) {
      failure.compareAndSet("", "transaction " + transaction.name() + ": " + why);
    }
  }

  /** Lines of a recording as they are, not compressed. */
  private record Lines(List<String> lines) implements Input {
    @Override
    public String name() {
      return "the recording";
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Takes a transaction that has ended, as it is recorded. */
  void accept(String line) {
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
        if (failure.get().isEmpty()) {
          check(taken);
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

  private void check(List<String> taken) throws IOException, InterruptedException {
    for (RawBlock block : HistoryFormat.JSONL.read(new Lines(taken), atoms).blocks()) {
      checker.submit(block);
    }
  }

  /** Waits until everything is judged, and says in one line what was found. */
  String finish() throws IOException {
    try {
      accept(END);
      worker.join();
      if (failure.get().isEmpty()) {
        checker.drain();
      }
      if (failure.get().isEmpty()) {
        return verdict();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.compareAndSet("", "interrupted");
    } catch (IllegalStateException e) {
      failure.compareAndSet("", String.valueOf(e.getMessage()));
    }
    throw new IOException("online checking failed: " + failure.get());
  }

  private String verdict() {
    long violations = standing.get();
    return "Checked online, as they ended: "
        + Words.count(checker.statistics().judged(), "transaction")
        + ", "
        + level.id()
        + " by timestamps "
        + (checker.statistics().judged() == 0
            ? "undecided: there was nothing to judge."
            : violations == 0
                ? "satisfied."
                : "violated: " + Words.count(violations, "finding") + ". First: " + first.get());
  }

  @Override
  public void close() {
    worker.interrupt();
    checker.close();
    directory.toFile().delete();
  }
}
