package dev.isogauge.check.known;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.search.Choices;
import dev.isogauge.search.Observations;
import dev.isogauge.search.Theory;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Orders appends that no read shows. Serializability does not care about them, but under snapshot
 * isolation two transactions that append to one list must not overlap, whichever comes first.
 *
 * <ol>
 *   <li>A transaction that saw all of the list before its unread appends comes before all others
 *       with such; two of them exclude each other.
 *   <li>Take any order of starts and commits that follows what is known and chosen, and demand that
 *       the appends follow one another in the order of its commits. Usually that works.
 *   <li>If not, the order of neighbours in a cycle that this made is a choice of the search.
 * </ol>
 *
 * <p>O(starts and commits, and what orders them) a round.
 */
final class UnreadAppends implements Theory {
  private final History history;
  private final Versions versions;
  private final EdgeList known = new EdgeList();
  private final int nodes;
  private final Observations observations;

  /** Unread appends of one key each, one of each transaction. */
  private final List<int[]> groups = new ArrayList<>();

  /** Those whose order is known by step 1, and then those that step 3 asked for. */
  private final List<Conflict> asked = new ArrayList<>();

  private StrongComponents order;

  /** Two writes, neither of whose transactions can come first. */
  record Conflict(int key, int first, int second) {
    static Conflict of(History history, int write, int other) {
      return new Conflict(history.keyOf(write), Math.min(write, other), Math.max(write, other));
    }
  }

  /**
   * Prepares.
   *
   * @param events starts and commits: of transaction t, t and half the number of nodes + t
   */
  UnreadAppends(History history, Versions versions, Digraph events) {
    this.history = history;
    this.versions = versions;
    this.nodes = events.nodeCount();
    this.observations = Observations.none(history);
    for (int v = 0; v < nodes; v++) {
      for (int e = events.firstEdge(v); e < events.endEdge(v); e++) {
        known.add(v, events.target(e));
      }
    }
    for (int key = 0; key < history.keyCount(); key++) {
      int[] writes = versions.unordered(key);
      if (writes.length > 1) {
        groups.add(writes);
      }
    }
  }

  /** Whether there is anything to order. */
  boolean isNeeded() {
    return !groups.isEmpty();
  }

  /** What stands in the way of every order; empty if one was found, see {@link #order}. */
  Optional<Conflict> conflict(Budget budget) {
    // Step 1.
    Optional<Conflict> exclusive = putFirstThoseThatSawAll();
    if (exclusive.isPresent()) {
      return exclusive;
    }
    order = StrongComponents.of(Digraph.of(nodes, List.of(known)));
    if (!order.isAcyclic()) {
      return asked.stream()
          .filter(pair -> order.isInCycle(history.transactionOf(pair.second())))
          .findFirst();
    }
    return new Choices(this, known, new int[nodes]).search(budget)
        ? Optional.empty()
        : Optional.of(clearest());
  }

  /** Two of which each starts before the other commits in every order, if there are such two. */
  private Conflict clearest() {
    Digraph graph = Digraph.of(nodes, List.of(known));
    return asked.stream()
        .filter(
            pair ->
                overlaps(graph, pair.first(), pair.second())
                    && overlaps(graph, pair.second(), pair.first()))
        .findFirst()
        .orElse(asked.get(asked.size() - 1));
  }

  private boolean overlaps(Digraph graph, int first, int second) {
    return graph.behind(history.transactionOf(first))[commit(history.transactionOf(second))];
  }

  /** The starts and commits in an order without conflicts. */
  StrongComponents order() {
    return order;
  }

  private Optional<Conflict> putFirstThoseThatSawAll() {
    for (int[] group : groups) {
      int first = History.NONE;
      for (int write : group) {
        if (sawTail(write)) {
          if (first >= 0) {
            return Optional.of(new Conflict(history.keyOf(write), first, write));
          }
          first = write;
        }
      }
      for (int write : group) {
        if (first >= 0 && write != first) {
          known.add(commit(history.transactionOf(first)), history.transactionOf(write));
          asked.add(new Conflict(history.keyOf(write), first, write));
        }
      }
    }
    return Optional.empty();
  }

  private boolean sawTail(int write) {
    int key = history.keyOf(write);
    int t = history.transactionOf(write);
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isListRead(i)
          && history.keyOf(i) == key
          && versions.seen(i) == versions.tail(key)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean refutes(Choices choices) {
    // Step 2.
    StrongComponents commits = StrongComponents.of(choices.edges(new EdgeList()));
    EdgeList inOrder = new EdgeList();
    for (int[] group : groups) {
      // Components are numbered backwards.
      IntArrays.quickSort(group, (a, b) -> Integer.compare(place(commits, b), place(commits, a)));
      for (int i = 1; i < group.length; i++) {
        inOrder.add(commit(history.transactionOf(group[i - 1])), history.transactionOf(group[i]));
      }
    }
    order = StrongComponents.of(choices.edges(inOrder));
    if (order.isAcyclic()) {
      return false;
    }
    // Step 3.
    choices.setOrder(commits.topologicalOrder());
    for (int[] group : groups) {
      for (int i = 1; i < group.length; i++) {
        int first = history.transactionOf(group[i - 1]);
        int second = history.transactionOf(group[i]);
        if (order.same(commit(first), second)) {
          choices.before(first, second);
          asked.add(Conflict.of(history, group[i - 1], group[i]));
        }
      }
    }
    return true;
  }

  private int place(StrongComponents commits, int write) {
    return commits.of(commit(history.transactionOf(write)));
  }

  @Override
  public int commit(int transaction) {
    return nodes / 2 + transaction;
  }

  @Override
  public Observations observations() {
    return observations;
  }
}
