package dev.isogauge.check.known;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.ShortestPath;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Orders appends that no read shows. Serializability does not care about them, but under snapshot
 * isolation two transactions that append to one list must not overlap, whichever comes first.
 *
 * <ol>
 *   <li>A transaction that saw all of the list before its unread appends comes before all others
 *       with such; two of them exclude each other.
 *   <li>Take any order of starts and commits, and demand that the appends follow one another in the
 *       order of its commits. Usually that works.
 *   <li>If not, look at pairs in the cycles that this made: where one starts before the other
 *       commits in every order, it must come first. Where that holds both ways, no order exists.
 *   <li>Try again with what was forced. A cycle of what was forced means that no order exists.
 *   <li>Where nothing is forced, guess the order of a pair, and turn it round if that fails; give
 *       up after a bounded number of tries.
 * </ol>
 */
final class UnreadAppends {
  private static final int MOST_TRIES = 200;

  private final History history;
  private final Versions versions;
  private final EdgeList given = new EdgeList();
  private final int nodes;
  private final Budget budget;

  /** Writers of unread appends of one key each. */
  private final List<int[]> groups = new ArrayList<>();

  /** The pairs of what was forced. */
  private final List<Conflict> forcedPairs = new ArrayList<>();

  private final ShortestPath paths;

  /** Two writes, neither of whose transactions can come first. */
  record Conflict(int key, int first, int second) {}

  /** What came of it: an order, a conflict, or neither. */
  record Result(Optional<StrongComponents> order, Optional<Conflict> conflict) {}

  /**
   * Prepares.
   *
   * @param events starts and commits: of transaction t, t and half the number of nodes + t
   */
  UnreadAppends(History history, Versions versions, Digraph events, Budget budget) {
    this.history = history;
    this.versions = versions;
    this.nodes = events.nodeCount();
    this.paths = new ShortestPath(nodes);
    this.budget = budget;
    for (int v = 0; v < nodes; v++) {
      for (int e = events.firstEdge(v); e < events.endEdge(v); e++) {
        given.add(v, events.target(e));
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

  Result order() {
    // Step 1.
    Optional<Conflict> contradiction = putFirstThoseThatSawAll();
    Deque<Guess> guesses = new ArrayDeque<>();
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      budget.checkTime();
      Attempt attempt = contradiction.isPresent() ? new Attempt() : attempt();
      if (attempt.order.isPresent()) {
        return new Result(attempt.order, Optional.empty());
      }
      contradiction = contradiction.or(() -> attempt.conflict);
      if (contradiction.isPresent()) {
        if (guesses.isEmpty()) {
          return new Result(Optional.empty(), contradiction);
        }
        // Step 5: the guess was wrong.
        Guess guess = guesses.pop();
        forcedPairs.subList(guess.known(), forcedPairs.size()).clear();
        force(guess.pair().second(), guess.pair().first());
        contradiction = Optional.empty();
      } else if (attempt.open.isPresent()) {
        guesses.push(new Guess(forcedPairs.size(), attempt.open.get()));
        force(attempt.open.get().first(), attempt.open.get().second());
      }
    }
    return new Result(Optional.empty(), Optional.empty());
  }

  /** A pair that was put into an order for a try, and how many were forced before. */
  private record Guess(int known, Conflict pair) {}

  /** An order, a contradiction, or a pair whose order is open; none where more was forced. */
  private static final class Attempt {
    private Optional<StrongComponents> order = Optional.empty();
    private Optional<Conflict> conflict = Optional.empty();
    private Optional<Conflict> open = Optional.empty();
  }

  private Attempt attempt() {
    Attempt attempt = new Attempt();
    EdgeList forced = forced();
    StrongComponents order = StrongComponents.of(Digraph.of(nodes, List.of(given, forced)));
    if (order.count() < nodes) {
      attempt.conflict =
          forcedPairs.stream()
              .filter(pair -> order.isInCycle(history.transactionOf(pair.second())))
              .findFirst();
      return attempt;
    }
    // Step 2.
    StrongComponents tried =
        StrongComponents.of(Digraph.of(nodes, List.of(given, forced, chosen(order))));
    if (tried.count() == nodes) {
      attempt.order = Optional.of(tried);
      return attempt;
    }
    // Steps 3 and 4.
    int known = forcedPairs.size();
    attempt.conflict = force(tried, Digraph.of(nodes, List.of(given, forced)), attempt);
    if (forcedPairs.size() > known) {
      attempt.open = Optional.empty();
    }
    return attempt;
  }

  private EdgeList forced() {
    EdgeList edges = new EdgeList();
    for (Conflict pair : forcedPairs) {
      edges.add(commit(history.transactionOf(pair.first())), history.transactionOf(pair.second()));
    }
    return edges;
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
          force(first, write);
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

  private void force(int earlier, int later) {
    forcedPairs.add(new Conflict(history.keyOf(earlier), earlier, later));
  }

  private EdgeList chosen(StrongComponents order) {
    EdgeList chosen = new EdgeList();
    for (int[] group : groups) {
      int[] writers = writers(group);
      // Components are numbered backwards.
      IntArrays.quickSort(
          writers, (a, b) -> Integer.compare(order.of(commit(b)), order.of(commit(a))));
      for (int i = 1; i < writers.length; i++) {
        chosen.add(commit(writers[i - 1]), writers[i]);
      }
    }
    return chosen;
  }

  private int[] writers(int[] group) {
    int[] writers = new int[group.length];
    for (int i = 0; i < group.length; i++) {
      writers[i] = history.transactionOf(group[i]);
    }
    return writers;
  }

  private int commit(int transaction) {
    return nodes / 2 + transaction;
  }

  /** Step 3, for pairs in one cycle. */
  private Optional<Conflict> force(StrongComponents cycles, Digraph graph, Attempt attempt) {
    for (int[] group : groups) {
      int[] writers = writers(group);
      for (int i = 0; i < writers.length; i++) {
        for (int j = i + 1; j < writers.length; j++) {
          int u = writers[i];
          int v = writers[j];
          if (!inOneCycle(cycles, u, v)) {
            continue;
          }
          boolean uFirst = reaches(graph, u, commit(v));
          boolean vFirst = reaches(graph, v, commit(u));
          if (uFirst && vFirst) {
            return Optional.of(new Conflict(history.keyOf(group[i]), group[i], group[j]));
          }
          boolean ordered = reaches(graph, commit(u), v) || reaches(graph, commit(v), u);
          if (uFirst && !ordered) {
            force(group[i], group[j]);
          } else if (vFirst && !ordered) {
            force(group[j], group[i]);
          } else if (!ordered && attempt.open.isEmpty()) {
            attempt.open = Optional.of(new Conflict(history.keyOf(group[i]), group[i], group[j]));
          }
        }
      }
    }
    return Optional.empty();
  }

  private boolean inOneCycle(StrongComponents cycles, int u, int v) {
    return cycles.same(u, v)
        || cycles.same(commit(u), v)
        || cycles.same(u, commit(v))
        || cycles.same(commit(u), commit(v));
  }

  private boolean reaches(Digraph graph, int from, int to) {
    budget.checkTime();
    return paths.find(from, to, graph).isPresent();
  }
}
