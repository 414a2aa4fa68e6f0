package dev.isogauge.solver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Conflict-driven search with the check for cycles inside.
 *
 * <ol>
 *   <li>Propagate: a clause with one literal left makes it true; a literal that became true brings
 *       its edges into an {@link OrderedGraph}.
 *   <li>A clause without a literal left, or a cycle, is a conflict. The literals of the cycle's
 *       edges cannot all be true: that is the clause it stands for. Resolve it with reasons until
 *       one literal of the latest level is left, learn the result, and go back to where it says
 *       something new. Where that is far back, take back one decision only: most of the others
 *       would be made again as they were. What follows then still has the level of what it follows
 *       from, and stays when later decisions are taken back (A. Nadel, V. Ryvchin: Chronological
 *       backtracking, 2018).
 *   <li>Without a conflict, decide the most active open variable: as it was decided before, at
 *       first as {@link #newLiteral} was told, unless only the opposite goes with the graph's order
 *       and so closes no cycle. Conflicts make variables active only after as many of them as there
 *       are variables: until then those go first whose edges end early in the order that the graph
 *       had when the search began. Contradictions are mostly between neighbours.
 *   <li>Begin again from time to time, keeping what was learnt.
 * </ol>
 */
public final class ConflictDrivenSolver implements AcyclicSolver {
  private static final int NONE = Trail.NO_REASON;

  private static final int RESTART_UNIT = 64;

  /** A conflict that would take back more decisions than this takes back one. */
  private static final int FAR_BACK = 20;

  private static final int LEARNT_AT_FIRST = 8_000;

  /** Time is checked when these bits of the number of literals propagated are 0. */
  private static final int TIME_MASK = 255;

  private final OrderedGraph graph;
  private final Clauses clauses = new Clauses();
  private final ActivityHeap heap = new ActivityHeap();

  private final Trail trail = new Trail();

  // By variable.
  private boolean[] seen = new boolean[16];
  private int variables;

  /** Whether a clause that was given names it. */
  private boolean[] inClause = new boolean[16];

  private final BroughtEdges edges;

  /** By decision level: the size of the graph where it begins. */
  private final IntArrayList graphBegin = new IntArrayList();

  /** Whether activities are left as they are, so that variables are decided by their places. */
  private boolean inPlaceOrder;

  private boolean contradiction;
  private int propagated;
  private int learntLimit = LEARNT_AT_FIRST;
  private boolean[] model = new boolean[0];

  // The current conflict, as literals that are all false.
  private int[] conflict = new int[16];
  private int conflictSize;
  private final IntArrayList learnt = new IntArrayList();

  /** A solver over nodes in a first order, which all permanent edges should follow. */
  public ConflictDrivenSolver(int[] order) {
    graph = new OrderedGraph(order);
    edges = new BroughtEdges(graph);
  }

  @Override
  public int newLiteral(boolean firstPhase) {
    if (variables == seen.length) {
      seen = Arrays.copyOf(seen, 2 * variables);
      inClause = Arrays.copyOf(inClause, 2 * variables);
    }
    trail.addVariable(firstPhase);
    clauses.addVariable();
    heap.addVariable();
    return 2 * variables++;
  }

  @Override
  public void addClause(int... literals) {
    backTo(0);
    int[] open = new int[literals.length];
    int size = 0;
    for (int literal : literals) {
      inClause[literal >> 1] = true;
      if (trail.isTrue(literal)) {
        return;
      }
      if (!trail.isFalse(literal)) {
        open[size++] = literal;
      }
    }
    if (size == 0) {
      contradiction = true;
    } else if (size == 1) {
      trail.assign(open[0], NONE, 0);
    } else {
      clauses.add(open, size, 0);
    }
  }

  @Override
  public void addEdge(int literal, int from, int to) {
    backTo(0);
    if (literal != ALWAYS) {
      edges.add(literal, from, to);
    }
    // A literal that waits to be propagated brings its edges then.
    if (literal == ALWAYS || (trail.isTrue(literal) && trail.isPropagated(literal))) {
      contradiction |= !graph.add(from, to, ALWAYS);
    }
  }

  @Override
  public boolean solve(Runnable checkTime) {
    backTo(0);
    int round = 1;
    inPlaceOrder = true;
    for (int v = 0; v < variables; v++) {
      heap.setPlace(v, Math.max(edges.latestPlace(2 * v), edges.latestPlace(2 * v + 1)));
    }
    heap.sort();
    while (!contradiction) {
      int conflicts = inPlaceOrder ? RESTART_UNIT + variables : RESTART_UNIT * Luby.length(round++);
      boolean found = search(conflicts, checkTime);
      inPlaceOrder = false;
      if (found) {
        model = new boolean[2 * variables];
        for (int i = 0; i < trail.size(); i++) {
          model[trail.literal(i)] = true;
        }
        return true;
      }
      backTo(0);
      if (!contradiction && clauses.learntCount() > learntLimit) {
        // A conflict now needs no decision; it would not be met again.
        contradiction = !propagate(checkTime);
        trail.forgetReasons();
        clauses.forgetHalf();
        learntLimit += learntLimit / 10;
      }
    }
    return false;
  }

  @Override
  public boolean isTrue(int literal) {
    return literal < model.length && model[literal];
  }

  @Override
  public int openCount() {
    int open = 0;
    for (int v = 0; v < variables; v++) {
      open += trail.isOpen(v) || trail.level(2 * v) > 0 ? 1 : 0;
    }
    return open;
  }

  @Override
  public long[] edgesInCycles() {
    return graph.edgesInCycles();
  }

  /**
   * Whether a choice was found within some number of conflicts; not, if there is a contradiction.
   */
  private boolean search(int conflicts, Runnable checkTime) {
    int left = conflicts;
    while (true) {
      if (!propagate(checkTime)) {
        // Step 2.
        if (!backToConflict()) {
          contradiction = true;
          return false;
        }
        learn();
        heap.decay();
        if (--left == 0) {
          return false;
        }
        continue;
      }
      // Step 3.
      int variable = nextToDecide();
      if (variable == NONE) {
        return true;
      }
      graphBegin.add(graph.edgeCount());
      trail.decide(literalToDecide(variable));
    }
  }

  private int nextToDecide() {
    while (!heap.isEmpty()) {
      int next = heap.removeMostActive();
      if (trail.isOpen(next)) {
        return next;
      }
    }
    return NONE;
  }

  /**
   * As it was before, unless that contradicts the graph's order and the opposite does not. What a
   * clause names is not up to the order alone.
   */
  private int literalToDecide(int variable) {
    int literal = 2 * variable + (trail.phase(variable) ? 0 : 1);
    boolean turn =
        !inClause[variable] && !edges.followOrder(literal) && edges.followOrder(literal ^ 1);
    return turn ? literal ^ 1 : literal;
  }

  /** Step 1. Returns false on a conflict. */
  private boolean propagate(Runnable checkTime) {
    checkTime.run();
    while (trail.hasNext()) {
      if ((++propagated & TIME_MASK) == 0) {
        checkTime.run();
      }
      int literal = trail.next();
      if (!propagateClauses(literal ^ 1) || !addEdges(literal)) {
        return false;
      }
    }
    return true;
  }

  private boolean propagateClauses(int falseLiteral) {
    IntArrayList watching = clauses.watchers(falseLiteral);
    int kept = 0;
    for (int i = 0; i < watching.size(); i++) {
      int clause = watching.getInt(i);
      if (clauses.literal(clause, 0) == falseLiteral) {
        clauses.swap(clause, 0, 1);
      }
      int other = clauses.literal(clause, 0);
      if (trail.isTrue(other)) {
        watching.set(kept++, clause);
        continue;
      }
      int next = 2;
      int size = clauses.size(clause);
      while (next < size && trail.isFalse(clauses.literal(clause, next))) {
        next++;
      }
      if (next < size) {
        clauses.swap(clause, 1, next);
        clauses.watchers(clauses.literal(clause, 1)).add(clause);
        continue;
      }
      watching.set(kept++, clause);
      if (trail.isFalse(other)) {
        for (i++; i < watching.size(); i++) {
          watching.set(kept++, watching.getInt(i));
        }
        watching.size(kept);
        takeConflict(clause, 0);
        return false;
      }
      trail.assign(other, clause, levelOf(clause));
    }
    watching.size(kept);
    return true;
  }

  private boolean addEdges(int literal) {
    int note = trail.level(literal) == 0 ? ALWAYS : literal;
    for (int i = 0; i < edges.count(literal); i++) {
      if (!graph.add(edges.from(literal, i), edges.to(literal, i), note)) {
        conflictSize = 0;
        for (int k = 0; k < graph.cycleSize(); k++) {
          addToConflict(graph.cycleLiteral(k) ^ 1);
        }
        return false;
      }
    }
    return true;
  }

  private void takeConflict(int clause, int first) {
    conflictSize = 0;
    for (int k = first; k < clauses.size(clause); k++) {
      addToConflict(clauses.literal(clause, k));
    }
  }

  private void addToConflict(int literal) {
    if (conflictSize == conflict.length) {
      conflict = Arrays.copyOf(conflict, 2 * conflictSize);
    }
    conflict[conflictSize++] = literal;
  }

  /** The level at which all literals but the first became false. */
  private int levelOf(int clause) {
    int highest = 0;
    for (int k = 1; k < clauses.size(clause); k++) {
      highest = Math.max(highest, trail.level(clauses.literal(clause, k)));
    }
    return highest;
  }

  /** Goes back to the level of the current conflict; false if it needs no decision. */
  private boolean backToConflict() {
    int highest = 0;
    for (int k = 0; k < conflictSize; k++) {
      highest = Math.max(highest, trail.level(conflict[k]));
    }
    backTo(highest);
    return highest > 0;
  }

  /** Step 2: learns a clause from the conflict and goes back. */
  private void learn() {
    learnt.clear();
    learnt.add(NONE);
    int current = trail.level();
    int open = 0;
    int at = trail.size() - 1;
    int backLevel = 0;
    IntArrayList marked = new IntArrayList();
    while (true) {
      for (int k = 0; k < conflictSize; k++) {
        int variable = conflict[k] >> 1;
        int level = trail.level(conflict[k]);
        if (!seen[variable] && level > 0) {
          seen[variable] = true;
          marked.add(variable);
          if (!inPlaceOrder) {
            heap.bump(variable);
          }
          if (level == current) {
            open++;
          } else {
            learnt.add(conflict[k]);
            backLevel = Math.max(backLevel, level);
          }
        }
      }
      while (!seen[trail.literal(at) >> 1] || trail.level(trail.literal(at)) < current) {
        at--;
      }
      int literal = trail.literal(at--);
      if (--open == 0) {
        learnt.set(0, literal ^ 1);
        break;
      }
      // The reason's first literal is the one that it made true.
      takeConflict(trail.reason(literal), 1);
    }
    for (int variable : marked) {
      seen[variable] = false;
    }
    backTo(current - backLevel > FAR_BACK ? current - 1 : backLevel);
    keepLearnt();
  }

  private void keepLearnt() {
    int[] literals = learnt.toIntArray();
    if (literals.length == 1) {
      trail.assign(literals[0], NONE, 0);
      return;
    }
    int second = 1;
    for (int k = 2; k < literals.length; k++) {
      if (trail.level(literals[k]) > trail.level(literals[second])) {
        second = k;
      }
    }
    int moved = literals[1];
    literals[1] = literals[second];
    literals[second] = moved;
    int levels = 1 + (int) Arrays.stream(literals).skip(1).map(trail::level).distinct().count();
    int clause = clauses.add(literals, literals.length, levels);
    trail.assign(literals[0], clause, trail.level(literals[1]));
  }

  private void backTo(int target) {
    if (trail.level() > target) {
      trail.backTo(target, heap::insert);
      graph.shrinkTo(graphBegin.getInt(target));
      graphBegin.size(target);
    }
  }
}
