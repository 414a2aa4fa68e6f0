package dev.isogauge.explain;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Says why one transaction comes before another: edges in, clauses out. What a clause mentions
 * enters the cast.
 */
final class Reasons {
  /** Chains up to this length are explained step by step. */
  private static final int TOLD_WHOLE = 7;

  private static final int STEPS_IN_FRONT = 3;
  private static final int STEPS_AT_END = 2;

  private final Telling telling;
  private final History history;
  private final Names names;

  Reasons(Telling telling) {
    this.telling = telling;
    this.history = telling.history();
    this.names = telling.names();
  }

  /** {@code T1 < T2, because …}, one sentence per edge, without full stops. */
  List<String> steps(List<Edge> path) {
    List<String> steps = new ArrayList<>();
    for (Edge edge : front(path)) {
      steps.add(step(edge));
    }
    List<Edge> hidden = hidden(path);
    if (!hidden.isEmpty()) {
      int from = hidden.get(0).from();
      int to = hidden.get(hidden.size() - 1).to();
      telling.cast().enter(from);
      telling.cast().enter(to);
      steps.add(
          names.about(
              new Subject.OfPath(hidden),
              precedes(from, to)
                  + ", by "
                  + hidden.size()
                  + " more such steps that are left out here"));
    }
    for (Edge edge : end(path)) {
      steps.add(step(edge));
    }
    return steps;
  }

  /** {@code T2 < T1, because …}, of the edge that contradicts others. */
  String closing(Edge edge) {
    return names.about(new Subject.OfEdge(edge), claim(edge) + ", because " + reason(edge));
  }

  private String step(Edge edge) {
    telling.cast().enter(edge.from());
    telling.cast().enter(edge.to());
    return names.about(
        new Subject.OfEdge(edge),
        claim(edge)
            + (edge.isInferred() ? " in every commit order, because " : ", because ")
            + reason(edge));
  }

  String precedes(int from, int to) {
    return Marks.capital(names.transaction(from)) + " < " + names.transaction(to);
  }

  /** {@code T1 < T2}, about an edge. */
  String claim(Edge edge) {
    return names.about(new Subject.OfClaim(edge), precedes(edge.from(), edge.to()));
  }

  private String clause(Edge edge) {
    return names.about(new Subject.OfEdge(edge), reason(edge));
  }

  private String reason(Edge edge) {
    List<Part> parts = edge.parts(history);
    parts.stream().filter(part -> !part.place().isWhole()).forEach(telling.cast()::introduce);
    Justification why = edge.why();
    Map<String, Supplier<Optional<String>>> others =
        Map.of(
            "?matches", () -> PartNames.holds(why.matches()),
            "under", () -> Optional.of(history.hasRecordedLevels() ? under(why) : ""),
            "visible", () -> Optional.of(visibility(why.operation(), why.edges())));
    String reason =
        new PartNames(telling, parts, others).fill(edge.relation().sentence()).orElseThrow();
    return edge.relation() == Relation.READ_OVERWRITTEN && !why.edges().isEmpty()
        ? reason + since(why.edges().get(0), history.keyOf(why.operation()))
        : reason;
  }

  private static String under(Justification why) {
    return " under " + why.level().orElseThrow().id();
  }

  /** {@code (T0 wrote x = 1, and T2 follows T0 in session s1)}: why that is the earlier version. */
  private String since(Edge order, int key) {
    Part earlier = new Part(Role.VERSION, Place.ofLastWrite(history, order.from(), key));
    telling.cast().introduce(earlier);
    boolean isGiven =
        order.relation() == Relation.OVERWRITES && history.keyOf(order.why().operation()) == key;
    return new PartNames(
            telling, List.of(earlier), Map.of("order", () -> Optional.of(clause(order))))
        .fill(
            isGiven
                ? " (by [{version?append}what reads of the list show|the recorded order of"
                    + " versions])"
                : " ({version} [{version?append}appended {version#}|wrote {version=}], and"
                    + " {order})")
        .orElseThrow();
  }

  private String visibility(int read, List<Edge> visible) {
    if (visible.size() != 1 || visible.get(0).relation() != Relation.READS_FROM) {
      return chain(visible);
    }
    Edge first = visible.get(0);
    int other = first.why().operation();
    String verb = other < read ? "had read" : "also read";
    return names.about(
        new Subject.OfEdge(first),
        names.transactionOf(other)
            + " "
            + telling.what(verb, other, first.source(history))
            + (other < read ? ", before that" : ""));
  }

  private String chain(List<Edge> path) {
    List<String> clauses = new ArrayList<>();
    for (Edge edge : front(path)) {
      clauses.add(clause(edge));
    }
    if (!hidden(path).isEmpty()) {
      clauses.add(
          names.about(
              new Subject.OfPath(hidden(path)), "… " + hidden(path).size() + " more such steps …"));
    }
    for (Edge edge : end(path)) {
      clauses.add(clause(edge));
    }
    return String.join("; ", clauses);
  }

  private static List<Edge> front(List<Edge> path) {
    return path.size() <= TOLD_WHOLE ? path : path.subList(0, STEPS_IN_FRONT);
  }

  private static List<Edge> hidden(List<Edge> path) {
    return path.size() <= TOLD_WHOLE
        ? List.of()
        : path.subList(STEPS_IN_FRONT, path.size() - STEPS_AT_END);
  }

  private static List<Edge> end(List<Edge> path) {
    return path.size() <= TOLD_WHOLE
        ? List.of()
        : path.subList(path.size() - STEPS_AT_END, path.size());
  }
}
