package dev.isogauge.benchmarks;

import dev.isogauge.solver.AcyclicSolver;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.ISolver;
import org.sat4j.specs.TimeoutException;

/**
 * The other way to solve: a satisfiability solver that knows nothing of graphs.
 *
 * <ol>
 *   <li>Ask for values that satisfy the clauses.
 *   <li>Look for cycles among the edges of the true literals, one for each edge by which a
 *       depth-first search comes back to its path.
 *   <li>Without one, the values are the answer. Else add a clause for each cycle: not all of its
 *       literals. A cycle without literals is a contradiction.
 * </ol>
 */
final class LazyCycleSolver implements AcyclicSolver {
  private static final int CONFLICTS_BETWEEN_LOOKS_AT_THE_CLOCK = 10_000;

  /** The depth of a node that the search has left. */
  private static final int DONE = -1;

  private static final int STRIDE = 3;

  private final ISolver solver = SolverFactory.newDefault();
  private final int nodes;

  /** Three ints an edge: literal, from, to. */
  private final IntArrayList edges = new IntArrayList();

  private final LongOpenHashSet inCycles = new LongOpenHashSet();
  private int variables;
  private boolean contradiction;
  private boolean[] model = new boolean[0];

  LazyCycleSolver(int[] order) {
    nodes = order.length;
    solver.setTimeoutOnConflicts(CONFLICTS_BETWEEN_LOOKS_AT_THE_CLOCK);
  }

  /** The library has its own way to choose first values. */
  @Override
  public int newLiteral(boolean phase) {
    solver.nextFreeVarId(true);
    return 2 * variables++;
  }

  @Override
  public void addClause(int... literals) {
    try {
      solver.addClause(new VecInt(Arrays.stream(literals).map(LazyCycleSolver::theirs).toArray()));
    } catch (ContradictionException e) {
      contradiction = true;
    }
  }

  private static int theirs(int literal) {
    int variable = (literal >> 1) + 1;
    return (literal & 1) == 0 ? variable : -variable;
  }

  @Override
  public void addEdge(int literal, int from, int to) {
    edges.add(literal);
    edges.add(from);
    edges.add(to);
  }

  @Override
  public boolean solve(Runnable checkTime) {
    while (!contradiction) {
      checkTime.run();
      // Step 1.
      if (!isSatisfiable(checkTime)) {
        return false;
      }
      readModel();
      // Steps 2 and 3.
      if (!forbidCycles()) {
        return true;
      }
    }
    return false;
  }

  /** A variable that is in no clause has no value there, and is false here. */
  private void readModel() {
    model = new boolean[2 * variables];
    for (int v = 0; v < variables; v++) {
      model[2 * v + 1] = true;
    }
    for (int literal : solver.model()) {
      if (literal > 0 && literal <= variables) {
        model[2 * literal - 2] = true;
        model[2 * literal - 1] = false;
      }
    }
  }

  private boolean isSatisfiable(Runnable checkTime) {
    while (true) {
      try {
        return solver.isSatisfiable();
      } catch (TimeoutException e) {
        checkTime.run();
      }
    }
  }

  /** Whether there was a cycle. */
  private boolean forbidCycles() {
    int[] first = new int[nodes + 2];
    for (int e = 0; e < edges.size(); e += STRIDE) {
      if (isActive(e)) {
        first[edges.getInt(e + 1) + 2]++;
      }
    }
    for (int v = 2; v < first.length; v++) {
      first[v] += first[v - 1];
    }
    int[] outgoing = new int[first[nodes + 1]];
    for (int e = 0; e < edges.size(); e += STRIDE) {
      if (isActive(e)) {
        outgoing[first[edges.getInt(e + 1) + 1]++] = e;
      }
    }
    // Now the edges of v are those from first[v] to first[v + 1].
    int[] next = Arrays.copyOf(first, nodes);
    int[] depth = new int[nodes];
    IntArrayList path = new IntArrayList();
    boolean found = false;
    for (int root = 0; root < nodes; root++) {
      if (depth[root] != 0) {
        continue;
      }
      depth[root] = 1;
      int node = root;
      while (node >= 0) {
        if (next[node] < first[node + 1]) {
          int edge = outgoing[next[node]++];
          int to = edges.getInt(edge + 2);
          if (depth[to] == 0) {
            path.add(edge);
            depth[to] = path.size() + 1;
            node = to;
          } else if (depth[to] != DONE) {
            path.add(edge);
            forbid(path, depth[to] - 1);
            path.popInt();
            found = true;
          }
        } else {
          depth[node] = DONE;
          node = path.isEmpty() ? -1 : edges.getInt(path.popInt() + 1);
        }
      }
    }
    return found;
  }

  private boolean isActive(int edge) {
    int literal = edges.getInt(edge);
    return literal == ALWAYS || isTrue(literal);
  }

  /** Adds a clause for the cycle that the path ends with. */
  private void forbid(IntArrayList path, int begin) {
    IntOpenHashSet clause = new IntOpenHashSet();
    for (int i = begin; i < path.size(); i++) {
      int edge = path.getInt(i);
      inCycles.add((long) edges.getInt(edge + 1) << 32 | edges.getInt(edge + 2));
      if (edges.getInt(edge) != ALWAYS) {
        clause.add(AcyclicSolver.not(edges.getInt(edge)));
      }
    }
    contradiction |= clause.isEmpty();
    if (!clause.isEmpty()) {
      addClause(clause.toIntArray());
    }
  }

  @Override
  public boolean isTrue(int literal) {
    return literal < model.length && model[literal];
  }

  @Override
  public int openCount() {
    return variables;
  }

  @Override
  public long[] edgesInCycles() {
    return inCycles.toLongArray();
  }
}
