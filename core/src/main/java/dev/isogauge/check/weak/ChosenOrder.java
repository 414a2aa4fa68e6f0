package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.checker.Budget;
import dev.isogauge.graph.ShortestPath;
import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** The commit order of some transactions that follows from a choice of writers for their reads. */
final class ChosenOrder {
  private final History history;
  private final PossibleReads possible;
  private final IntFunction<Visibility> visibility;
  private final Budget budget;
  private final int[] transactions;

  // Of the choice that was made last.

  /** By read: which of its sources it saw, or {@code NONE} if that is open. */
  private int[] taken;

  /** By index of two transactions: why the first one comes before the second, if it does. */
  private Edge[][] edges;

  /** Transactions are ascending, and the initial one comes first. */
  ChosenOrder(
      PossibleReads possible,
      IntFunction<Visibility> visibility,
      Budget budget,
      int[] transactions) {
    this.history = possible.history;
    this.possible = possible;
    this.visibility = visibility;
    this.budget = budget;
    this.transactions = transactions;
  }

  /**
   * Makes a choice and finds a shortest cycle in the order that follows.
   *
   * @param chosen by read: which of its sources it saw, or {@code NONE}
   */
  Optional<List<Edge>> shortestCycle(int[] chosen) {
    take(chosen);
    List<Edge> ordered = new ArrayList<>();
    int n = transactions.length;
    edges = new Edge[n][n];
    for (int i = 1; i < n; i++) {
      edges[0][i] = new Edge(INITIAL, transactions[i], new Justification.InitialFirst());
      for (int j = i + 1; j < n; j++) {
        if (possible.isBefore(transactions[i], transactions[j])) {
          edges[i][j] =
              new Edge(transactions[i], transactions[j], new Justification.SessionOrder());
        }
      }
    }
    for (int o = 0; o < taken.length; o++) {
      if (taken[o] != NONE && possible.source(o, taken[o]) != INITIAL) {
        Justification why = new Justification.ReadsFrom(possible.read(o));
        add(source(o), possible.reader(o), why);
        boolean isTransitive = visibility.apply(possible.reader(o)).isTransitive();
        for (int appender : isTransitive ? possible.alsoShown(o) : new int[0]) {
          if (isMember(appender)) {
            add(appender, possible.reader(o), why);
          }
        }
      }
    }
    possible.forEachListOrder(
        (earlier, later) -> {
          int first = history.transactionOf(earlier);
          int second = history.transactionOf(later);
          if (first != second && isMember(first) && isMember(second)) {
            ordered.add(new Edge(first, second, new Justification.Overwrites(later)));
          }
        });
    ordered.forEach(edge -> add(edge.from(), edge.to(), edge.why()));
    addForced();
    return cycle();
  }

  /** What is chosen, and what transactions that happen then can have read from one only. */
  private void take(int[] chosen) {
    taken = chosen.clone();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int o = 0; o < taken.length; o++) {
        if (taken[o] == NONE && possible.sourceCount(o) == 1 && happens(possible.reader(o))) {
          taken[o] = 0;
          changed = true;
        }
      }
    }
  }

  /** Whether a transaction happens by the last choice: optional ones do where they were seen. */
  boolean happens(int t) {
    boolean happens = !possible.optional[t];
    for (int o = 0; !happens && o < taken.length; o++) {
      happens = taken[o] != NONE && possible.source(o, taken[o]) == t;
    }
    return happens;
  }

  private void addForced() {
    VisibleWriters visible =
        new VisibleWriters(possible, o -> taken[o] == NONE ? NONE : source(o), null, budget);
    for (int reader : transactions) {
      if (reader != INITIAL) {
        visible.forEach(
            reader,
            visibility.apply(reader),
            (o, writer, by, unused) -> {
              if (taken[o] != NONE && isMember(writer)) {
                List<Edge> path = visible.path(o, writer, by);
                add(
                    writer,
                    source(o),
                    new Justification.Forced(
                        visibility.apply(reader).level(), reader, possible.read(o), path));
              }
            });
      }
    }
  }

  private boolean isMember(int transaction) {
    return Arrays.binarySearch(transactions, transaction) >= 0;
  }

  private int source(int o) {
    return possible.source(o, taken[o]);
  }

  private void add(int from, int to, Justification why) {
    int i = Arrays.binarySearch(transactions, from);
    int j = Arrays.binarySearch(transactions, to);
    if (edges[i][j] == null) {
      edges[i][j] = new Edge(from, to, why);
    }
  }

  private static void leave(Edge[][] graph, int v, ShortestPath search) {
    for (int w = 0; w < graph.length; w++) {
      if (graph[v][w] != null) {
        search.reach(w, v * graph.length + w);
      }
    }
  }

  private Optional<List<Edge>> cycle() {
    int n = transactions.length;
    ShortestPath paths = new ShortestPath(n);
    Optional<int[]> best = Optional.empty();
    for (int v = 0; v < n; v++) {
      Optional<int[]> found = paths.find(v, v, (u, search) -> leave(edges, u, search));
      if (found.isPresent() && (best.isEmpty() || found.get().length < best.get().length)) {
        best = found;
      }
    }
    return best.map(path -> Arrays.stream(path).mapToObj(e -> edges[e / n][e % n]).toList());
  }
}
