package dev.isogauge.check.known;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.ShortestPath;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * PL-1 of lists with dirty reads. PL-1 allows these, and they show the order of appends as well as
 * others do: without the elements of aborted transactions, which are gone.
 *
 * <ol>
 *   <li>The longest read of a list, without aborted elements, is the order of its appends.
 *   <li>Every other read of it must be a beginning of that.
 *   <li>Appends that no read shows come after the order, in any order among themselves.
 *   <li>If the writers of all lists then form no cycle, PL-1 holds.
 * </ol>
 *
 * A cycle of what reads agree on is a G0, also if other reads of these lists contradict each other.
 *
 * <p>O(operations + elements).
 */
final class DirtyLists {
  private static final Set<AnomalyKind> DIRTY =
      EnumSet.of(AnomalyKind.ABORTED_READ, AnomalyKind.INTERMEDIATE_READ);

  private final History history;

  /** By key: the appends of its longest read, in order. */
  private final IntArrayList[] longest;

  private final IntArrayList read = new IntArrayList();

  /** Keys of which reads contradict each other. */
  private final IntOpenHashSet isCut = new IntOpenHashSet();

  private DirtyLists(History history) {
    this.history = history;
    this.longest = new IntArrayList[history.keyCount()];
  }

  /** An order of transactions that shows that PL-1 holds, if dirty reads are all that was found. */
  static Optional<Witness> order(History history, List<Anomaly> findings) {
    boolean onlyDirty = findings.stream().allMatch(finding -> DIRTY.contains(finding.kind()));
    return onlyDirty ? new DirtyLists(history).order() : Optional.empty();
  }

  /** Writes that overwrite each other in a circle, as reads of lists show them. */
  static Optional<Anomaly> cycle(History history) {
    return new DirtyLists(history).cycle();
  }

  private Optional<Anomaly> cycle() {
    for (boolean compare : new boolean[] {false, true}) {
      for (int i = 0; i < history.operationCount(); i++) {
        if (history.isListRead(i) && history.counts(history.transactionOf(i)) && project(i, true)) {
          if (compare) {
            cut(history.keyOf(i));
          } else {
            keepLonger(history.keyOf(i));
          }
        }
      }
    }
    Digraph overwrites = overwrites();
    StrongComponents components = StrongComponents.of(overwrites);
    if (components.isAcyclic()) {
      return Optional.empty();
    }
    int first = components.cyclic()[0][0];
    int[] path =
        new ShortestPath(history.transactionCount()).find(first, first, overwrites).orElseThrow();
    List<Edge> cycle = new ArrayList<>();
    int from = first;
    for (int e : path) {
      int to = overwrites.target(e);
      cycle.add(new Edge(from, to, Justification.overwrites(overwriting(from, to))));
      from = to;
    }
    return Optional.of(Anomaly.ofCycle(AnomalyKind.G0, cycle));
  }

  /** Cuts a key's order to what a read agrees with. */
  private void cut(int key) {
    IntArrayList order = longest[key];
    int common = 0;
    while (common < Math.min(order.size(), read.size())
        && order.getInt(common) == read.getInt(common)) {
      common++;
    }
    if (common < Math.min(order.size(), read.size())) {
      order.size(common);
      isCut.add(key);
    }
  }

  /** An append of a transaction that follows one of another. */
  private int overwriting(int from, int to) {
    for (IntArrayList order : longest) {
      for (int e = 1; order != null && e < order.size(); e++) {
        if (history.transactionOf(order.getInt(e - 1)) == from
            && history.transactionOf(order.getInt(e)) == to) {
          return order.getInt(e);
        }
      }
    }
    for (int i = history.firstOperation(to); i < history.endOperation(to); i++) {
      IntArrayList order = longest[history.keyOf(i)];
      if (history.isAppend(i)
          && order != null
          && !order.isEmpty()
          && !order.contains(i)
          && history.transactionOf(order.getInt(order.size() - 1)) == from) {
        return i;
      }
    }
    throw new IllegalStateException("no append follows another");
  }

  private Optional<Witness> order() {
    // Steps 1 and 2.
    for (boolean compare : new boolean[] {false, true}) {
      for (int i = 0; i < history.operationCount(); i++) {
        if (history.isListRead(i) && history.counts(history.transactionOf(i))) {
          if (!project(i, false) || (compare && !isBeginning(history.keyOf(i)))) {
            return Optional.empty();
          }
          keepLonger(history.keyOf(i));
        }
      }
    }
    // Step 4.
    Digraph overwrites = overwrites();
    StrongComponents components = StrongComponents.of(overwrites);
    if (!components.isAcyclic()) {
      return Optional.empty();
    }
    int[] order = Arrays.stream(components.topologicalOrder()).filter(history::counts).toArray();
    return Optional.of(Witness.serial(order));
  }

  /**
   * The appends of others that a read shows and that counted, or with own ones that another's
   * follow; false if one is not known, or in that case is shown twice.
   */
  private boolean project(int listRead, boolean withOwn) {
    read.clear();
    int t = history.transactionOf(listRead);
    int others = 0;
    IntOpenHashSet met = new IntOpenHashSet();
    for (int e = 0; e < history.listSize(listRead); e++) {
      int append = history.writeOf(history.keyOf(listRead), history.listElement(listRead, e));
      if (append < 0 || (withOwn && !met.add(append))) {
        return false;
      }
      int writer = history.transactionOf(append);
      if (history.counts(writer) && (withOwn || writer != t)) {
        read.add(append);
        others = writer == t ? others : read.size();
      }
    }
    read.size(others);
    return true;
  }

  private void keepLonger(int key) {
    if (longest[key] == null || longest[key].size() < read.size()) {
      longest[key] = new IntArrayList(read);
    }
  }

  private boolean isBeginning(int key) {
    return longest[key].subList(0, read.size()).equals(read);
  }

  private Digraph overwrites() {
    EdgeList edges = new EdgeList();
    boolean[] shown = new boolean[history.operationCount()];
    for (IntArrayList order : longest) {
      for (int e = 0; order != null && e < order.size(); e++) {
        shown[order.getInt(e)] = true;
        if (e > 0) {
          add(edges, order.getInt(e - 1), order.getInt(e));
        }
      }
    }
    // Step 3.
    for (int i = 0; i < history.operationCount(); i++) {
      IntArrayList order = longest[history.keyOf(i)];
      if (history.isAppend(i)
          && !shown[i]
          && history.counts(history.transactionOf(i))
          && order != null
          && !order.isEmpty()
          && !isCut.contains(history.keyOf(i))) {
        add(edges, order.getInt(order.size() - 1), i);
      }
    }
    return Digraph.of(history.transactionCount(), List.of(edges));
  }

  private void add(EdgeList edges, int earlier, int later) {
    int from = history.transactionOf(earlier);
    int to = history.transactionOf(later);
    if (from != to) {
      edges.add(from, to);
    }
  }
}
