package dev.isogauge.explain;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Place;
import java.util.List;

/** What a sentence, or a part of one, is about. Numbers are those of the history. */
public sealed interface Subject {

  /** A transaction, {@code History.INITIAL} being the initial state, or one of its operations. */
  record OfPlace(Place place) implements Subject {}

  /** Why one transaction comes before another. */
  record OfEdge(Edge edge) implements Subject {}

  /** That one transaction comes before another, without the reason. */
  record OfClaim(Edge edge) implements Subject {}

  /** A chain of which the sentence says only that it is there. */
  record OfPath(List<Edge> edges) implements Subject {
    public OfPath {
      edges = List.copyOf(edges);
    }
  }
}
