package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.search.Visibility;
import dev.isogauge.search.Visibility.Step;
import dev.isogauge.search.Visibility.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Turns paths of nodes into edges that say why they hold, with the transactions of the history. */
final class WeakEvidence {
  private final WeakIndex index;
  private final SessionOrder chains;
  private final History history;
  private final HappensBefore before;
  private final OrderGraph graph;
  private final PathFinder observedPaths;

  /**
   * Makes evidence.
   *
   * @param before happens-before; null where it did not fit into memory and paths are searched
   *     without its guidance
   */
  WeakEvidence(WeakIndex index, HappensBefore before, OrderGraph graph, Budget budget) {
    this.index = index;
    this.chains = index.chains();
    this.history = index.history();
    this.before = before;
    this.graph = graph;
    this.observedPaths = PathFinder.fewestForced(graph.withForced(new EdgeList()), budget);
  }

  /** Why {@code from} happens before {@code to}, in few steps; empty if it does not. */
  List<Edge> happensBefore(int from, int to) {
    if (from == WeakIndex.INITIAL) {
      return List.of(initialFirst(to));
    }
    if (from == to || (before != null && !before.before(from, to))) {
      return List.of();
    }
    PathFinder.Path path =
        observedPaths.find(from, to, node -> before == null || before.before(node, to));
    return edges(path.nodes(), Visibility.CAUSAL);
  }

  /** The edges along a path; steps that only a level forces are justified by the rule. */
  List<Edge> edges(int[] path, Visibility rule) {
    List<Edge> edges = new ArrayList<>();
    int at = 0;
    while (at + 1 < path.length) {
      int next = at + 1;
      // Steps along a session are one step.
      while (next + 1 < path.length
          && chains.sessionBefore(path[at], path[next])
          && chains.sessionBefore(path[next], path[next + 1])) {
        next++;
      }
      edges.add(edge(path[at], path[next], rule));
      at = next;
    }
    return edges;
  }

  Edge initialFirst(int to) {
    return new Edge(History.INITIAL, chains.transaction(to), Justification.initialFirst());
  }

  private Edge edge(int from, int to, Visibility rule) {
    if (chains.sessionBefore(from, to)) {
      return sessionOrder(from, to);
    }
    return readsFrom(from, to, key -> true)
        .or(() -> shown(from, to))
        .or(() -> overwrites(from, to))
        .orElseGet(() -> forced(from, to, rule));
  }

  /** A list that the later one reads holds an element of the earlier one. */
  private Optional<Edge> shown(int from, int to) {
    return index
        .lists()
        .map(lists -> lists.firstShowing(from, to))
        .filter(read -> read != History.NONE)
        .map(read -> edge(from, to, Justification.readsFrom(read)));
  }

  /** Lists show that the later one appended after the earlier one. */
  private Optional<Edge> overwrites(int from, int to) {
    return index
        .lists()
        .map(lists -> lists.overwriting(from, to))
        .filter(append -> append != History.NONE)
        .map(append -> edge(from, to, Justification.overwrites(append)));
  }

  /** The same, as far as one list shows it; empty if it does not. */
  List<Edge> overwrites(int x, int from, int to) {
    boolean isShown =
        from != WeakIndex.INITIAL
            && index.lists().isPresent()
            && index.writes(from, x)
            && index.lists().get().isBefore(finalWrite(from, x), finalWrite(to, x));
    return isShown
        ? List.of(edge(from, to, Justification.overwrites(finalWrite(to, x))))
        : List.of();
  }

  private Edge edge(int from, int to, Justification why) {
    return new Edge(chains.transaction(from), chains.transaction(to), why);
  }

  Edge sessionOrder(int from, int to) {
    return new Edge(chains.transaction(from), chains.transaction(to), Justification.sessionOrder());
  }

  /** The first read of {@code to} from {@code from} of a key that fits. */
  Optional<Edge> readsFrom(int from, int to, IntPredicate keys) {
    int read = firstRead(from, to, keys);
    return read < 0
        ? Optional.empty()
        : Optional.of(
            new Edge(
                chains.transaction(from), chains.transaction(to), Justification.readsFrom(read)));
  }

  /** The first read of {@code to} from {@code from}; empty if there is none. */
  List<Edge> anyRead(int from, int to) {
    return readsFrom(from, to, key -> true).stream().toList();
  }

  /**
   * The operation with which a node first reads a fitting key from a source; NONE if it does not.
   */
  int firstRead(int source, int reader, IntPredicate keys) {
    int t = chains.transaction(reader);
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (index.isRead(i) && index.sourceOf(i) == source && keys.test(history.keyOf(i))) {
        return i;
      }
    }
    return History.NONE;
  }

  /** Why a rule forces {@code earlier} before {@code later}; the weakest rule that does. */
  Edge forced(int earlier, int later, Visibility strongest) {
    for (Visibility rule : strongest.included()) {
      Optional<Edge> edge = forcedBy(rule, earlier, later);
      if (edge.isPresent()) {
        return edge.get();
      }
    }
    throw new IllegalStateException(
        "no reader forces "
            + history.transactionName(chains.transaction(earlier))
            + " before "
            + (later < 0 ? "init" : history.transactionName(chains.transaction(later))));
  }

  private Optional<Edge> forcedBy(Visibility rule, int earlier, int later) {
    Digraph readers = graph.readers();
    IntStream candidates =
        later == WeakIndex.INITIAL
            ? IntStream.range(0, index.nodeCount())
            : IntStream.range(readers.firstEdge(later), readers.endEdge(later))
                .map(readers::target);
    return candidates
        .mapToObj(reader -> forcedByReader(rule, earlier, later, reader))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Edge> forcedByReader(Visibility rule, int earlier, int later, int reader) {
    if (reader == earlier) {
      return Optional.empty();
    }
    int t = chains.transaction(reader);
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (index.isRead(i)
          && index.sourceOf(i) == later
          && index.writes(earlier, history.keyOf(i))) {
        List<Edge> visible = visible(rule, earlier, reader, i);
        if (!visible.isEmpty()) {
          int to = later < 0 ? History.INITIAL : chains.transaction(later);
          return Optional.of(
              new Edge(
                  chains.transaction(earlier), to, Justification.forced(rule.level(), i, visible)));
        }
      }
    }
    return Optional.empty();
  }

  /** Why a node is visible to a reader at one of its reads; empty if it is not. */
  List<Edge> visible(Visibility visibility, int node, int reader, int read) {
    if (visibility.isByEarlierReads() && firstRead(node, reader, key -> true) >= read) {
      return List.of();
    }
    return path(visibility.path(), node, reader);
  }

  /** The edges of a path along some steps, taken off from either end; empty if there is none. */
  private List<Edge> path(List<Step> steps, int from, int to) {
    Step first = steps.get(0);
    int last = steps.size() - 1;
    if (first.times() == Times.ONCE_OR_MORE) {
      return happensBefore(from, to);
    }
    if (last == 0) {
      return first.is(Relation.SESSION_ORDER) && chains.sessionBefore(from, to)
          ? List.of(sessionOrder(from, to))
          : first.is(Relation.READS_FROM) ? anyRead(from, to) : List.of();
    }
    if (steps.get(last).is(Relation.READS_FROM)) {
      return throughSource(to, source -> path(steps.subList(0, last), from, source));
    }
    List<Edge> direct =
        steps.get(last).times() == Times.AT_MOST_ONCE
            ? path(steps.subList(0, last), from, to)
            : List.of();
    return direct.isEmpty() ? throughReader(from, to, steps.subList(1, last + 1)) : direct;
  }

  /** Through a transaction that reads from the node. */
  private List<Edge> throughReader(int from, int to, List<Step> fromReader) {
    Digraph readers = graph.readers();
    for (int e = readers.firstEdge(from); e < readers.endEdge(from); e++) {
      List<Edge> path = path(fromReader, readers.target(e), to);
      if (!path.isEmpty()) {
        List<Edge> joined = new ArrayList<>(anyRead(from, readers.target(e)));
        joined.addAll(path);
        return joined;
      }
    }
    return List.of();
  }

  /** Through a transaction that the reader reads from. */
  private List<Edge> throughSource(int reader, IntFunction<List<Edge>> toSource) {
    for (int r = index.firstRead(reader); r < index.endRead(reader); r++) {
      int source = index.readSource(r);
      List<Edge> path = source == WeakIndex.INITIAL ? List.of() : toSource.apply(source);
      if (!path.isEmpty()) {
        List<Edge> joined = new ArrayList<>(path);
        joined.addAll(anyRead(source, reader));
        return joined;
      }
    }
    return List.of();
  }

  /** The operation with which a node last writes a key. */
  int finalWrite(int node, int key) {
    int i = history.endOperation(chains.transaction(node)) - 1;
    while (!(index.isLastWrite(i) && history.keyOf(i) == key)) {
      i--;
    }
    return i;
  }
}
