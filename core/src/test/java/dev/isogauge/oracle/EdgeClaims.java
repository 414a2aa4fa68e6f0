package dev.isogauge.oracle;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks the edges of evidence against the history; answers with the first false claim. */
final class EdgeClaims {
  private final Facts facts;
  private final Axioms axioms;

  EdgeClaims(Oracle oracle) {
    facts = oracle.facts();
    axioms = oracle.axioms();
  }

  /** The faultless read of another transaction with this number, by one that counts. */
  Optional<Facts.Seen> seen(int read) {
    return facts.seen().stream().filter(seen -> seen.operation() == read).findFirst();
  }

  /** A closed path; forced edges are allowed up to the level. */
  Optional<String> cycle(List<Edge> cycle, Optional<IsolationLevel> level) {
    if (cycle.isEmpty()) {
      return Optional.of("an empty cycle");
    }
    return path(cycle.get(0).from(), cycle.get(0).from(), cycle, level);
  }

  /** A path between two transactions; forced edges are allowed up to the level. */
  Optional<String> path(int from, int to, List<Edge> path, Optional<IsolationLevel> level) {
    int at = from;
    for (Edge edge : path) {
      if (edge.from() != at) {
        return Optional.of("the path breaks at " + edge + " in " + path);
      }
      Optional<String> wrong = edge(edge, level);
      if (wrong.isPresent()) {
        return wrong;
      }
      at = edge.to();
    }
    return Confirm.check(!path.isEmpty() && at == to, "the path does not arrive: " + path);
  }

  private Optional<String> edge(Edge edge, Optional<IsolationLevel> level) {
    Justification why = edge.why();
    boolean holds;
    if (edge.relation() == Relation.INITIAL_FIRST) {
      holds = edge.from() == History.INITIAL && edge.to() >= 0 && facts.counts(edge.to());
    } else if (edge.relation() == Relation.SESSION_ORDER) {
      holds = facts.sessionOrder().has(edge.from(), edge.to());
    } else if (edge.relation() == Relation.READS_FROM) {
      holds =
          seen(why.operation())
              .filter(s -> s.writer() == edge.from() && s.reader() == edge.to())
              .isPresent();
    } else {
      IsolationLevel forcing = why.level().orElseThrow();
      if (level.isEmpty() || !level.get().implies(forcing)) {
        return Optional.of("a forced edge of another level: " + edge);
      }
      return forced(edge, forcing);
    }
    return Confirm.check(holds, "not so: " + edge);
  }

  private Optional<String> forced(Edge edge, IsolationLevel level) {
    Optional<Facts.Seen> read = seen(edge.why().operation());
    if (read.isEmpty()
        || read.get().writer() != edge.to()
        || !axioms.premise(level, edge.from(), read.get())) {
      return Optional.of("the level does not force " + edge);
    }
    List<Edge> visible = edge.why().edges();
    Optional<String> wrong = path(edge.from(), read.get().reader(), visible, Optional.empty());
    if (wrong.isPresent()) {
      return wrong;
    }
    boolean fits =
        switch (level) {
          case READ_COMMITTED ->
              visible.size() == 1
                  && visible.get(0).relation() == Relation.READS_FROM
                  && visible.get(0).why().operation() < edge.why().operation();
          case READ_ATOMIC -> visible.size() == 1;
          case CAUSAL -> true;
          default -> fitsGuarantee(level, visible);
        };
    return Confirm.check(fits, "visible in another way than the level's: " + edge);
  }

  /** Whether t2 is visible to a read, along a path, as a session guarantee has it. */
  Optional<String> visible(IsolationLevel level, int t2, Facts.Seen read, List<Edge> path) {
    return Confirm.check(
        axioms.premise(level, t2, read) && fitsGuarantee(level, path),
        "not visible by " + level.id() + ": " + path);
  }

  /** The relations along a path, as the table of the guarantees has them: s for so, w for wr. */
  private static boolean fitsGuarantee(IsolationLevel level, List<Edge> path) {
    String relations =
        path.stream()
            .map(edge -> edge.relation() == Relation.SESSION_ORDER ? "s" : "w")
            .collect(Collectors.joining());
    return switch (level) {
      case READ_YOUR_WRITES -> relations.equals("s");
      case MONOTONIC_READS -> relations.equals("ws");
      case MONOTONIC_WRITES -> relations.equals("sw");
      case WRITES_FOLLOW_READS -> relations.equals("ww") || relations.equals("wsw");
      default -> false;
    };
  }
}
