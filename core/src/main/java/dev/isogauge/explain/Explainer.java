package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.history.History;
import dev.isogauge.text.Printable;
import java.util.Map;

/**
 * Makes sentences of evidence: names the transactions with the operations that matter, says what
 * follows from which of them, and ends in the contradiction. The only place where sentences about
 * anomalies are made; all reports share it.
 *
 * <p>Everything that came from the history is made harmless for terminals ({@link Printable}), long
 * transactions, names and chains are shortened.
 */
public final class Explainer {
  private final History history;
  private final KeyWriters writers;

  /** Explains anomalies that were found in the history. */
  public Explainer(History history) {
    this.history = history;
    this.writers = new KeyWriters(history);
  }

  /** The anomaly in sentences. */
  public Explanation explain(Anomaly anomaly) {
    return new Story(history, writers, anomaly).tell();
  }

  /** What an edge is about, in short: {@code x = 1}, or {@code x: nil → 1}. */
  public String label(Edge edge) {
    Names names = new Names(history);
    Telling telling = new Telling(history, names, new NamedTransactions(history, names), writers);
    return new PartNames(telling, edge.parts(history), Map.of())
        .fill(edge.relation().label())
        .orElseThrow();
  }
}
