package dev.isogauge.anomaly;

import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * One transaction comes before another, and why. Transactions are numbers of the history; {@link
 * History#INITIAL} is the initial one.
 */
public record Edge(int from, int to, Justification why) {
  /** Whether the edge was inferred from the level's rule rather than seen in the history. */
  public boolean isInferred() {
    return relation() == Relation.COMMIT_ORDER;
  }

  /** Which relation the edge belongs to. */
  public Relation relation() {
    return why.relation();
  }

  /** The place in the earlier transaction that proves it. */
  public Place source(History history) {
    return relation().source().place(history, this, from);
  }

  /** The place in the later one likewise. */
  public Place target(History history) {
    return relation().target().place(history, this, to);
  }

  /**
   * Its parts, by the roles that its relation's sentence has for them; those that matter come
   * first, in the order in which it mentions them.
   */
  public List<Part> parts(History history) {
    Part first = new Part(Role.FIRST, source(history));
    Part second = new Part(Role.SECOND, target(history));
    List<Part> parts = new ArrayList<>(List.of(first, second));
    if (relation().isWriteRead()) {
      Collections.reverse(parts);
    }
    if (relation().showsRead()) {
      parts.add(1, Part.ofOperation(Role.READER, history, why.operation()));
      parts.add(new Part(Role.VERSION, isInferred() ? second.place() : first.place()));
    }
    parts.add(Part.ofTransaction(Role.EARLIER, from));
    parts.add(Part.ofTransaction(Role.LATER, to));
    return parts;
  }

  /** The edges that it rests on, also what a reader saw where the level forces it. */
  public List<Edge> behind(History history) {
    return isInferred()
        ? Stream.concat(Stream.of(shown(history)), why.edges().stream()).toList()
        : why.edges();
  }

  /** That the reader by whose read a level forces the edge saw the later transaction. */
  public Edge shown(History history) {
    int read = why.operation();
    return new Edge(to, history.transactionOf(read), Justification.readsFrom(read));
  }

  /** Without the reason, which is slow to hash: few edges between two transactions differ in it. */
  @Override
  public int hashCode() {
    return 31 * from + to;
  }
}
