package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import dev.isogauge.text.Printable;

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
}
