package dev.isogauge.check.replica;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.solver.AcyclicSolver;
import dev.isogauge.solver.ConflictDrivenSolver;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Looks for an order of commits that shows prefix consistency or parallel snapshot isolation. The
 * versions of each key come in the order of their writers' commits. If t3 reads x from t1, no other
 * writer of x that is visible to t3 comes after t1. Visible are
 *
 * <ul>
 *   <li>for prefix consistency, all up to the last transaction that t3 follows in its session or
 *       reads from;
 *   <li>for parallel snapshot isolation, all from which a chain of session order, reads-from and
 *       the order of versions leads to t3.
 * </ul>
 *
 * <ol>
 *   <li>Put the transactions into an order along what is known, and what the solver chose.
 *   <li>Where the order makes a writer visible that comes after the one read, hand that over: not
 *       all of the pairs that make it visible come in this order, or it comes before the one read.
 *       For each of these pairs the solver has to choose an order.
 *   <li>Nothing to hand over: the order is a proof. No choice left: there is none.
 * </ol>
 *
 * <p>The question is NP-complete. A round takes O(reads · log writers), and for parallel snapshot
 * isolation a bit for each pair of transactions.
 */
final class ReplicaSearch {
  private final ReplicaIndex index;
  private final boolean prefix;
  private final Budget budget;
  private final int transactions;

  /** By two transactions: the literal for "the one comes before the other". */
  private final Long2IntOpenHashMap before = new Long2IntOpenHashMap();

  /** Edges that literals bring: literal, from, to. */
  private final IntArrayList brought = new IntArrayList();

  private AcyclicSolver solver = new ConflictDrivenSolver(new int[0]);
  private int[] order = {};
  private final int[] position;

  /** By key: its writers in the present order. */
  private final int[][] writers;

  ReplicaSearch(ReplicaIndex index, IsolationLevel level, Budget budget) {
    this.index = index;
    this.prefix = level == IsolationLevel.PREFIX_CONSISTENCY;
    this.budget = budget;
    this.transactions = index.transactionCount();
    this.position = new int[transactions];
    this.writers = new int[index.history.keyCount()][];
    before.defaultReturnValue(NONE);
    if (!prefix) {
      budget.reserve((long) transactions * transactions / 8, "what happens before what");
    }
  }

  /** The transactions that count in an order that proves the level; empty if there is none. */
  Optional<int[]> run() {
    StrongComponents components =
        StrongComponents.of(Digraph.of(transactions, List.of(index.known)));
    if (!components.isAcyclic()) {
      return Optional.empty();
    }
    solver = new ConflictDrivenSolver(components.topologicalOrder());
    for (int e = 0; e < index.known.size(); e++) {
      solver.addEdge(AcyclicSolver.ALWAYS, index.known.from(e), index.known.to(e));
    }
    while (true) {
      budget.checkTime();
      if (!solver.solve(budget::checkTime)) {
        return Optional.empty();
      }
      // Step 1.
      arrange();
      // Step 2.
      boolean isNew = prefix ? handOverPrefixes() : handOverPasts();
      // Step 3.
      if (!isNew) {
        return Optional.of(Arrays.stream(order).filter(index.history::counts).toArray());
      }
    }
  }

  private void arrange() {
    EdgeList chosen = new EdgeList();
    for (int i = 0; i < brought.size(); i += 3) {
      if (solver.isTrue(brought.getInt(i))) {
        chosen.add(brought.getInt(i + 1), brought.getInt(i + 2));
      }
    }
    order =
        StrongComponents.of(Digraph.of(transactions, List.of(index.known, chosen)))
            .topologicalOrder();
    for (int i = 0; i < order.length; i++) {
      position[order[i]] = i;
    }
    for (int key = 0; key < writers.length; key++) {
      writers[key] =
          index
              .writers(key)
              .intStream()
              .map(t -> position[t])
              .sorted()
              .map(i -> order[i])
              .toArray();
    }
  }

  /** The writer of a key that comes next after another one, the reader aside; or NONE. */
  private int nextWriter(int key, int source, int reader) {
    int[] ofKey = writers[key];
    int low = 0;
    int high = ofKey.length;
    int place = source == History.INITIAL ? -1 : position[source];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (position[ofKey[middle]] <= place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low < ofKey.length && ofKey[low] == reader) {
      low++;
    }
    return low < ofKey.length ? ofKey[low] : NONE;
  }

  private boolean handOverPrefixes() {
    boolean isNew = false;
    for (int t3 : order) {
      int last = NONE;
      for (int p : index.predecessors(t3)) {
        last = last == NONE || position[p] > position[last] ? p : last;
      }
      for (int r = index.firstRead(t3); last != NONE && r < index.endRead(t3); r++) {
        int t1 = index.readSource(r);
        int t2 = nextWriter(index.readKey(r), t1, t3);
        if (t2 != NONE && position[t2] <= position[last]) {
          IntArrayList clause = new IntArrayList();
          if (t2 != last) {
            clause.add(AcyclicSolver.not(before(t2, last)));
          }
          force(clause, t2, t1);
          isNew = true;
        }
      }
      budget.checkTime();
    }
    return isNew;
  }

  private void force(IntArrayList clause, int t2, int t1) {
    if (t1 != History.INITIAL) {
      clause.add(before(t2, t1));
    }
    solver.addClause(clause.toIntArray());
  }

  private boolean handOverPasts() {
    boolean isNew = false;
    int[][] earlierWriters = earlierWriters();
    BitSet[] past = new BitSet[transactions];
    for (int t : order) {
      past[t] = new BitSet(transactions);
      for (int p : index.predecessors(t)) {
        past[t].or(past[p]);
        past[t].set(p);
      }
      for (int p : earlierWriters[t]) {
        past[t].or(past[p]);
        past[t].set(p);
      }
      budget.checkTime();
      for (int r = index.firstRead(t); r < index.endRead(t); r++) {
        int t1 = index.readSource(r);
        int t2 = nextWriter(index.readKey(r), t1, t);
        if (t2 != NONE && past[t].get(t2)) {
          force(way(t2, t, past, earlierWriters), t2, t1);
          isNew = true;
        }
      }
    }
    return isNew;
  }

  /** By transaction: for each key that it writes, the writer before it. */
  private int[][] earlierWriters() {
    IntArrayList[] earlier = new IntArrayList[transactions];
    for (int t = 0; t < transactions; t++) {
      earlier[t] = new IntArrayList(0);
    }
    for (int[] ofKey : writers) {
      for (int i = 1; i < ofKey.length; i++) {
        earlier[ofKey[i]].add(ofKey[i - 1]);
      }
    }
    return Arrays.stream(earlier).map(IntArrayList::toIntArray).toArray(int[][]::new);
  }

  /** The negations of the choices on a way from one transaction to another. */
  private IntArrayList way(int from, int to, BitSet[] past, int[][] earlierWriters) {
    IntArrayList clause = new IntArrayList();
    int at = to;
    while (at != from) {
      int next = NONE;
      for (int p : index.predecessors(at)) {
        next = p == from || past[p].get(from) ? p : next;
      }
      for (int p : earlierWriters[at]) {
        if (next == NONE && (p == from || past[p].get(from))) {
          next = p;
          if (!index.isShown(p, at)) {
            clause.add(AcyclicSolver.not(before(p, at)));
          }
        }
      }
      at = next;
    }
    return clause;
  }

  /** The literal for an order of two transactions; the solver has to choose it or the other one. */
  private int before(int earlier, int later) {
    long pair = (long) earlier << 32 | later;
    if (before.get(pair) == NONE) {
      boolean isSo = position[earlier] < position[later];
      int literal = add(earlier, later, isSo);
      int opposite = add(later, earlier, !isSo);
      solver.addClause(literal, opposite);
    }
    return before.get(pair);
  }

  private int add(int earlier, int later, boolean phase) {
    int literal = solver.newLiteral(phase);
    before.put((long) earlier << 32 | later, literal);
    solver.addEdge(literal, earlier, later);
    brought.add(literal);
    brought.add(earlier);
    brought.add(later);
    return literal;
  }
}
