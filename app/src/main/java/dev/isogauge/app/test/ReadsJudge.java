package dev.isogauge.app.test;

import dev.isogauge.app.check.CheckOptions;
import dev.isogauge.app.watch.OnlineCheck;
import dev.isogauge.explain.Explainer;
import dev.isogauge.explain.Explanation;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.reads.Loss;
import dev.isogauge.online.reads.ReadsChecker;
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Judges transactions by what reads show of the order of versions, again and again on a thread of
 * its own, which rests for as long as it works.
 */
final class ReadsJudge implements OnlineCheck.Judge {
  /** Bytes of an operation or an element of a list that is kept, with what a check of it needs. */
  private static final int BYTES = 100;

  /** Which part of the heap they may take before older ones are settled. */
  private static final int HEAP_SHARE = 4;

  private static final List<IsolationLevel> LEVELS =
      List.of(
          IsolationLevel.READ_COMMITTED,
          IsolationLevel.READ_ATOMIC,
          IsolationLevel.CAUSAL,
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  private static final long REST_MILLIS = 200;

  private static final Limits LIMITS =
      Limits.DEFAULT.withTimeout(Duration.ofSeconds(10)).withMaxAnomalies(1);

  private final List<IsolationLevel> levels;
  private final String order;
  private final Consumer<String> notices;
  private final Atoms atoms = new Atoms();
  private final ReadsChecker checker;
  private final AtomicReference<String> failure = new AtomicReference<>("");
  private final long begin = System.nanoTime();
  private final Thread worker = new Thread(this::work, "isogauge-reads");
  private volatile boolean isOver;

  /**
   * The levels to look for: those that were asked for, or else the usual ones.
   *
   * @param isOverwritingShown whether to leave out those that do not count it
   */
  static List<IsolationLevel> levels(CheckOptions checking, boolean isOverwritingShown) {
    return checking.measuring()
        ? LEVELS.stream()
            .filter(level -> !isOverwritingShown || OnlineOrder.countsOverwriting(level))
            .toList()
        : checking.levels();
  }

  /**
   * Begins to judge.
   *
   * @param levels to look for
   * @param order what else shows the order of versions, behind the name of a level
   * @param notices receives each level that is lost, when it is found
   */
  ReadsJudge(List<IsolationLevel> levels, String order, Consumer<String> notices) {
    this.levels = levels;
    this.order = order;
    this.notices = notices;
    long most = Runtime.getRuntime().maxMemory() / HEAP_SHARE / BYTES;
    this.checker = new ReadsChecker(levels, atoms, Atoms.NIL, most);
    worker.setDaemon(true);
    worker.start();
  }

  @Override
  public void check(List<String> lines) throws IOException, InterruptedException {
    byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    long now = System.nanoTime();
    for (RawBlock block :
        HistoryFormat.JSONL.read(HistoryFiles.bytes("the recording", text), atoms).blocks()) {
      checker.submit(block, now);
    }
    while (checker.isFull() && worker.isAlive()) {
      Thread.sleep(REST_MILLIS);
    }
  }

  private void work() {
    try {
      long known = 0;
      while (!isOver) {
        long started = System.nanoTime();
        if (checker.transactions() > known) {
          known = checker.transactions();
          look();
        }
        Thread.sleep(Math.max(REST_MILLIS, (System.nanoTime() - started) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure.compareAndSet("", String.valueOf(e));
    }
  }

  private void look() {
    for (Loss loss : checker.check(LIMITS)) {
      Explanation why = new Explainer(loss.history()).explain(loss.verdict().anomalies().get(0));
      notices.accept(
          "online, "
              + moment(loss)
              + ": "
              + loss.level().id()
              + order
              + " is lost. "
              + why.title());
    }
  }

  private String moment(Loss loss) {
    return String.format(
        Locale.ROOT,
        "after %.1f s, with %s, transaction %,d",
        (loss.time() - begin) / 1e9,
        loss.name(),
        loss.transactions());
  }

  @Override
  public String verdict() throws IOException, InterruptedException {
    isOver = true;
    worker.join();
    look();
    if (!failure.get().isEmpty()) {
      throw new IOException(failure.get());
    }
    List<String> lost = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (IsolationLevel level : levels) {
      Loss loss = checker.lost().get(level);
      if (loss == null) {
        left.add(level.id());
      } else {
        lost.add(level.id() + " lost " + moment(loss));
      }
    }
    return "Checked online, as they ended"
        + order
        + ": "
        + Words.count(checker.transactions(), "transaction")
        + (lost.isEmpty() ? "" : "; " + String.join("; ", lost))
        + (left.isEmpty() ? "" : "; not lost: " + String.join(", ", left))
        + ".";
  }

  @Override
  public void close() {
    isOver = true;
    worker.interrupt();
  }
}
