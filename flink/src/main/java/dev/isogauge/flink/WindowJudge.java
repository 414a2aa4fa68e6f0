package dev.isogauge.flink;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.check.Checks;
import dev.isogauge.explain.Explainer;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Checks the history of a window as {@code isogauge check} does. It has the transactions of the
 * window, those that read from them, and of whatever else these read the writes alone: all of it
 * happened, so what it violates is violated, and no cycle that lies in the window is missed.
 */
final class WindowJudge extends KeyedProcessFunction<String, TimelinePart, Event> {
  private static final long serialVersionUID = 1;
  private static final int MOST_ANOMALIES = 100;

  private final String level;
  private final String initialValue;
  private final int mostTransactions;
  private transient List<WeakTransaction> transactions;

  /**
   * Makes a judge.
   *
   * @param mostTransactions of a window; one with more is not judged
   */
  WindowJudge(IsolationLevel level, String initialValue, int mostTransactions) {
    this.level = level.id();
    this.initialValue = initialValue;
    this.mostTransactions = mostTransactions;
  }

  @Override
  public void processElement(TimelinePart part, Context context, Collector<Event> out)
      throws IOException {
    if (transactions == null) {
      transactions = new ArrayList<>();
    }
    if (transactions.isEmpty()) {
      context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    }
    if (transactions.size() <= mostTransactions) {
      transactions.add(WeakTransaction.decode(part.bytes()));
    }
  }

  /** A batch has brought the last transaction of a window. */
  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Event> out)
      throws IOException {
    List<WeakTransaction> all = transactions;
    transactions = new ArrayList<>();
    if (all.size() > mostTransactions) {
      unknown(
          all.get(0),
          "it is one of more than "
              + mostTransactions
              + " whose order of commits is not that of their timestamps; check them in one"
              + " process",
          out);
      return;
    }
    History history = new WindowHistory(all).history(initialValue);
    IsolationLevel asked = IsolationLevel.byName(level).orElseThrow();
    Verdict verdict = Checks.check(history, asked, Limits.DEFAULT.withMaxAnomalies(MOST_ANOMALIES));
    if (verdict instanceof Verdict.Violated violated) {
      Explainer explainer = new Explainer(history);
      for (Anomaly anomaly : violated.anomalies()) {
        out.collect(new Event.Explained(anomaly.kind(), explainer.explain(anomaly).text()));
      }
    } else if (verdict instanceof Verdict.Unknown unknown) {
      unknown(all.get(0), unknown.reason(), out);
    }
  }

  private static void unknown(WeakTransaction transaction, String why, Collector<Event> out) {
    out.collect(
        new Event.Unjudged(
            TimestampedTransaction.of(transaction.place().id(), transaction.session()), why));
  }
}
