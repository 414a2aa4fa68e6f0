package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import java.util.List;

/** Makes sentences of evidence. */
public final class Explainer {
  private final History history;

  public Explainer(History history) {
    this.history = history;
  }

  public Explanation explain(Anomaly anomaly) {
    return new Explanation(
        anomaly.kind().title() + " in " + history.transactionCount() + " transactions",
        List.of(),
        List.of(anomaly.kind().meaning()));
  }
}
