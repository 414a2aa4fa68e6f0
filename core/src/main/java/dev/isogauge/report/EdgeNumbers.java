package dev.isogauge.report;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Place;
import dev.isogauge.evidence.EdgeEnds;
import dev.isogauge.explain.Names;
import dev.isogauge.history.History;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the edges of an anomaly from 1, with those that justify others; equal ones alike. Knows
 * their ends, too, which all that is written of them needs.
 */
final class EdgeNumbers {
  private record Numbered(int number, EdgeEnds ends) {}

  private final History history;
  private final Map<Edge, Numbered> numbers = new LinkedHashMap<>();

  EdgeNumbers(History history, List<Edge> edges) {
    this.history = history;
    for (Edge edge : edges) {
      add(edge);
    }
    Deque<Edge> waiting = new ArrayDeque<>(edges);
    while (!waiting.isEmpty()) {
      for (Edge inner : behind(waiting.pop())) {
        if (add(inner)) {
          waiting.add(inner);
        }
      }
    }
  }

  private boolean add(Edge edge) {
    if (numbers.containsKey(edge)) {
      return false;
    }
    numbers.put(edge, new Numbered(numbers.size() + 1, EdgeEnds.of(history, edge)));
    return true;
  }

  /** The number of an edge; 0 if it is not among them. */
  int of(Edge edge) {
    Numbered numbered = numbers.get(edge);
    return numbered == null ? 0 : numbered.number;
  }

  EdgeEnds ends(Edge edge) {
    Numbered numbered = numbers.get(edge);
    return numbered == null ? EdgeEnds.of(history, edge) : numbered.ends;
  }

  /** All edges, in the order of their numbers. */
  Collection<Edge> all() {
    return Collections.unmodifiableSet(numbers.keySet());
  }

  /** What an edge is about, in short: {@code x = 1}, or {@code x: nil → 1}. */
  String label(Edge edge, Names names) {
    EdgeEnds ends = ends(edge);
    return switch (edge.relation()) {
      case READS_FROM -> names.version(ends.target().operation());
      case OVERWRITES, READ_OVERWRITTEN ->
          names.bareKey(ends.target().key())
              + ": "
              + value(ends.source(), names)
              + " → "
              + value(ends.target(), names);
      case COMMIT_ORDER -> names.bareKey(ends.source().key());
      case PREDICATE_READS_FROM -> names.condition(ends.target().predicate());
      case PREDICATE_OVERWRITTEN -> names.condition(ends.source().predicate());
      case SESSION_ORDER, REAL_TIME, START, INITIAL_FIRST -> "";
    };
  }

  private static String value(Place place, Names names) {
    return place.operation() >= 0
        ? names.value(place.operation())
        : names.initialValue(place.key());
  }

  /** The edges that justify an edge. */
  static List<Edge> behind(Edge edge) {
    if (edge.why() instanceof Justification.Forced why) {
      List<Edge> inner = new ArrayList<>(List.of(shown(edge, why)));
      inner.addAll(why.visible());
      return inner;
    }
    return edge.why() instanceof Justification.ReadOverwritten why && why.order().isPresent()
        ? List.of(why.order().get())
        : List.of();
  }

  /** The reads-from by which a level forces an edge. */
  static Edge shown(Edge edge, Justification.Forced why) {
    return new Edge(edge.to(), why.reader(), new Justification.ReadsFrom(why.read()));
  }
}
