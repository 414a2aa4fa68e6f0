package dev.isogauge.anomaly;

import dev.isogauge.level.IsolationLevel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Why no run explains some operations: a contradiction, or one in each case of a choice. */
public sealed interface Refutation {

  /** The edges of all contradictions, each once; those of a case hold in that case only. */
  default Set<Edge> edges() {
    Set<Edge> edges = new LinkedHashSet<>();
    forEach(contradiction -> edges.addAll(contradiction.cycle()));
    return edges;
  }

  /**
   * The weakest of the levels that each contradiction is one of.
   *
   * @param level the level that was asked for
   */
  default IsolationLevel weakest(IsolationLevel level) {
    if (level.isWeak()
        || level.isOfReplicas()
        || level == IsolationLevel.RECORDED
        || this instanceof TooManyCases) {
      return level;
    }
    List<Contradiction> all = new ArrayList<>();
    boolean whole = forEach(all::add);
    if (!whole || all.stream().anyMatch(each -> each.has(Relation.REAL_TIME))) {
      return level;
    }
    return all.stream().anyMatch(each -> each.hasAdjacent(Relation.READ_OVERWRITTEN))
        ? IsolationLevel.SERIALIZABILITY
        : IsolationLevel.SNAPSHOT_ISOLATION;
  }

  /** Visits the contradictions of all cases; whether none was left out. */
  private boolean forEach(Consumer<Contradiction> found) {
    boolean whole = true;
    for (Case each : cases()) {
      if (each.refutation() instanceof Contradiction contradiction) {
        found.accept(contradiction);
      }
      whole &= !(each.refutation() instanceof TooManyCases);
    }
    return whole;
  }

  /** The whole argument, which assumes nothing, and its cases, each before its own. */
  default List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    Deque<Case> waiting = new ArrayDeque<>(List.of(new Case("", Optional.empty(), 0, this)));
    while (!waiting.isEmpty()) {
      Case next = waiting.pop();
      cases.add(next);
      if (next.refutation() instanceof Cases split) {
        String prefix = next.number().isEmpty() ? "" : next.number() + ".";
        for (int i = split.options().size() - 1; i >= 0; i--) {
          waiting.push(
              new Case(prefix + (i + 1), Optional.of(split.choice()), i, split.options().get(i)));
        }
      }
    }
    return cases;
  }

  /**
   * A case of an argument.
   *
   * @param number such as 2.1; empty for the whole argument
   * @param choice of what it is a case
   * @param option which of the choice's options it assumes
   */
  record Case(String number, Optional<Choice> choice, int option, Refutation refutation) {}

  /** Each transaction would come before itself. */
  record Contradiction(List<Edge> cycle) implements Refutation {
    public Contradiction {
      cycle = List.copyOf(cycle);
    }

    /** Whether an edge of the cycle has this relation. */
    public boolean has(Relation relation) {
      return cycle.stream().anyMatch(edge -> edge.relation() == relation);
    }

    /** Whether two edges of a relation follow one another, the last and the first included. */
    public boolean hasAdjacent(Relation relation) {
      return IntStream.range(0, cycle.size())
          .anyMatch(
              i ->
                  cycle.get(i).relation() == relation
                      && cycle.get((i + 1) % cycle.size()).relation() == relation);
    }
  }

  /**
   * Whatever is chosen, nothing explains the operations.
   *
   * @param options why not, for each option of the choice
   */
  record Cases(Choice choice, List<Refutation> options) implements Refutation {
    public Cases {
      options = List.copyOf(options);
    }
  }

  /**
   * More transactions read a value and overwrote it than there were versions with that value. No
   * two of them may have read the same version, since one would have lost the other's update.
   *
   * @param reads the reads, each by a transaction that then writes the key
   * @param writes all writes of the value, {@code History.INITIAL} included
   */
  record Shortage(List<Integer> reads, List<Integer> writes) implements Refutation {
    public Shortage {
      reads = List.copyOf(reads);
      writes = List.copyOf(writes);
    }
  }

  /** More cases than can be listed; all were tried. */
  record TooManyCases() implements Refutation {}

  /** Something that a history leaves open. */
  sealed interface Choice {}

  /**
   * Which of two writes of a key came first: the first one, or the second one.
   *
   * @param firstWrite an operation
   * @param secondWrite an operation of another transaction
   */
  record Order(int firstWrite, int secondWrite) implements Choice {}

  /**
   * Which of several writes a read saw.
   *
   * @param writes operations, or {@code History.INITIAL}
   */
  record Source(int read, List<Integer> writes) implements Choice {
    public Source {
      writes = List.copyOf(writes);
    }
  }
}
