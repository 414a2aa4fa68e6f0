package dev.isogauge.app.test;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.app.watch.OnlineCheck;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.Input;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.OnlineChecker;
import dev.isogauge.online.host.OnlineSettings;
import dev.isogauge.online.kernel.OnlineListener;
import dev.isogauge.report.StreamAnomaly;
import dev.isogauge.text.Words;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Judges transactions by a checker in this process. */
final class CheckerJudge implements OnlineCheck.Judge {
  /** No transaction is older: sessions deliver each one as it ends. */
  static final Duration DELAY = Duration.ofMillis(500);

  private final IsolationLevel level;
  private final Path directory;
  private final Consumer<String> notices;
  private final Atoms atoms = new Atoms();
  private final OnlineChecker checker;
  private final AtomicLong standing = new AtomicLong();
  private final AtomicReference<String> first = new AtomicReference<>("");
  private final AtomicReference<String> failure = new AtomicReference<>("");
  private final long begin = System.nanoTime();

  /**
   * Begins to judge.
   *
   * @param directory for state that leaves memory
   * @param delay how much later than its reader a transaction may come
   * @param notices receives the first violation when it is found
   */
  CheckerJudge(IsolationLevel level, Path directory, Duration delay, Consumer<String> notices) {
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
  }

  private final class Findings implements OnlineListener {
    @Override
    public void found(TimestampFinding finding) {
      standing.incrementAndGet();
      if (first.compareAndSet("", StreamAnomaly.sentence(finding))) {
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

  @Override
  public void check(List<String> lines) throws IOException, InterruptedException {
    for (RawBlock block : HistoryFormat.JSONL.read(new Lines(lines), atoms).blocks()) {
      checker.submit(block);
    }
    requireJudged();
  }

  private void requireJudged() throws IOException {
    if (!failure.get().isEmpty()) {
      throw new IOException(failure.get());
    }
  }

  @Override
  public String verdict() throws IOException, InterruptedException {
    checker.drain();
    requireJudged();
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
    checker.close();
    directory.toFile().delete();
  }
}
