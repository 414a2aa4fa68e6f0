package dev.isogauge.search;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.solver.AcyclicSolver;
import dev.isogauge.solver.ConflictDrivenSolver;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A search by counterexample over the solver.
 *
 * <ol>
 *   <li>Let the solver choose such that all edges, known and chosen, form no cycle. If it cannot,
 *       there is no proof.
 *   <li>Let the theory build a candidate along these edges. If it finds nothing wrong, that is a
 *       proof. Else it has added clauses, and the search goes on at step 1.
 * </ol>
 *
 * <p>The choices are which of several sources a read saw, which of two transactions comes first,
 * and whether an optional transaction happens. Each becomes a variable when a theory asks for it: a
 * history leaves far more choices open than a candidate gets wrong. The question is NP-complete;
 * each round adds a clause, of which there are finitely many.
 */
public final class Choices {
  /** What a search that has not begun says of its progress. */
  public static final String NOT_BEGUN = "the search for an order had not begun";

  private static final int STRIDE = 4;

  private final Theory theory;
  private final Observations observations;
  private final Function<int[], AcyclicSolver> solvers;
  private final int nodes;
  private final EdgeList known;

  /** Null until a candidate was refuted or variables were asked for. */
  private AcyclicSolver solver;

  /** How many of the known edges the solver has. */
  private long given;

  /** By node: its place in the last candidate, or in a first guess. */
  private final int[] rank;

  /** Edges that literals bring, four ints each: literal, from, to, and the operation behind. */
  private final IntArrayList brought = new IntArrayList();

  /** By read: the literal of its first source; {@code NONE} if it was not asked for. */
  private final int[] firstSource;

  /** By transaction: the literal for "it happens". */
  private final Long2IntOpenHashMap happens = map();

  /** By two transactions, the one with the lower number first: the literal for "it is first". */
  private final Long2IntOpenHashMap before = map();

  private int rounds;

  /**
   * No choices yet.
   *
   * @param known edges that no choice brings; the theory may add more
   * @param rank by node: its place in an order that candidates should follow where they can
   */
  public Choices(Theory theory, EdgeList known, int[] rank) {
    this(theory, known, rank, ConflictDrivenSolver::new);
  }

  /** The same with another solver, which is given the order of the first candidate. */
  public Choices(
      Theory theory, EdgeList known, int[] rank, Function<int[], AcyclicSolver> solvers) {
    this.theory = theory;
    this.observations = theory.observations();
    this.known = known;
    this.rank = rank;
    this.solvers = solvers;
    nodes = rank.length;
    firstSource = new int[observations.count()];
    Arrays.fill(firstSource, NONE);
  }

  private static Long2IntOpenHashMap map() {
    Long2IntOpenHashMap map = new Long2IntOpenHashMap();
    map.defaultReturnValue(NONE);
    return map;
  }

  /** Whether there is a proof; then the theory's last candidate is one. */
  public boolean search(Budget budget) {
    while (solve(budget)) {
      rounds++;
      if (!theory.refutes(this)) {
        return true;
      }
    }
    return false;
  }

  private boolean solve(Budget budget) {
    budget.checkTime();
    if (solver == null) {
      return true;
    }
    for (; given < known.size(); given++) {
      solver.addEdge(AcyclicSolver.ALWAYS, known.from(given), known.to(given));
    }
    return solver.solve(budget::checkTime);
  }

  /** How many candidates were built. */
  public int rounds() {
    return rounds;
  }

  /** The order of a candidate, before anything is asked for because of it. */
  public void setOrder(int[] order) {
    for (int i = 0; i < order.length; i++) {
      rank[order[i]] = i;
    }
    if (solver == null) {
      solver = solvers.apply(order);
    }
  }

  /** By node: its place in the last order. */
  public int[] rank() {
    return rank;
  }

  /** All that is known and chosen, and more edges. */
  public Digraph edges(EdgeList more) {
    EdgeList chosen = new EdgeList();
    for (int i = 0; i < brought.size(); i += STRIDE) {
      if (solver.isTrue(brought.getInt(i))) {
        chosen.add(brought.getInt(i + 1), brought.getInt(i + 2));
      }
    }
    return Digraph.of(nodes, List.of(known, chosen, more));
  }

  /** Adds an edge that no choice brings. */
  public void addKnown(int from, int to) {
    known.add(from, to);
  }

  /** Lets a literal bring an edge, because of an operation or none. */
  public void addEdge(int literal, int from, int to, int operation) {
    solver.addEdge(literal, from, to);
    brought.add(literal);
    brought.add(from);
    brought.add(to);
    brought.add(operation);
  }

  /** One of the literals must be true. */
  public void addClause(int... literals) {
    solver.addClause(literals);
  }

  /** Whether a literal is chosen. */
  public boolean isChosen(int literal) {
    return solver.isTrue(literal);
  }

  /** A literal for nothing but the edges that a theory lets it bring. */
  public int newLiteral() {
    return solver.newLiteral(false);
  }

  /** The literal for "an optional transaction happens". */
  public int happens(int transaction) {
    int literal = happens.get(transaction);
    if (literal == NONE) {
      literal = solver.newLiteral(false);
      happens.put(transaction, literal);
    }
    return literal;
  }

  /** Whether a transaction happens by what was chosen. */
  public boolean isHappening(int transaction) {
    if (!observations.isOptional(transaction)) {
      return true;
    }
    int literal = happens.get(transaction);
    return literal != NONE && solver.isTrue(literal);
  }

  /** Whether the sources of a read were asked for. */
  public boolean isAsked(int read) {
    return firstSource[read] != NONE;
  }

  /** The literal for "the read saw this of its sources", which were asked for. */
  public int source(int read, int index) {
    return firstSource[read] + 2 * index;
  }

  /** Which of its sources a read saw by what was chosen; the only one, if it was not asked for. */
  public int chosenSource(int read) {
    int index = 0;
    while (isAsked(read)
        && index + 1 < observations.candidateCount(read)
        && !solver.isTrue(firstSource[read] + 2 * index)) {
      index++;
    }
    return index;
  }

  /**
   * Asks for the source of a read, which may have none: one of them holds, if the reader happens,
   * and it happens then.
   */
  public void ask(int read) {
    int count = observations.candidateCount(read);
    int reader = observations.reader(read);
    int likely = likely(read, theory.start(reader));
    int[] clause = new int[observations.isOptional(reader) ? count + 1 : count];
    for (int i = 0; i < count; i++) {
      clause[i] = solver.newLiteral(i == likely);
    }
    firstSource[read] = count == 0 ? 0 : clause[0];
    for (int i = 0; i < count; i++) {
      int writer = observations.source(read, i);
      if (writer != INITIAL) {
        addEdge(clause[i], theory.commit(writer), theory.start(reader), observations.read(read));
        if (observations.isOptional(writer)) {
          solver.addClause(AcyclicSolver.not(clause[i]), happens(writer));
        }
      }
    }
    if (observations.isOptional(reader)) {
      clause[count] = AcyclicSolver.not(happens(reader));
    }
    solver.addClause(clause);
  }

  /** The source that comes last before the reader. */
  private int likely(int read, int start) {
    int likely = NONE;
    int latest = Integer.MIN_VALUE;
    for (int i = 0; i < observations.candidateCount(read); i++) {
      int writer = observations.source(read, i);
      int place = writer == INITIAL ? -1 : rank[theory.commit(writer)];
      if (place < rank[start] && place > latest) {
        latest = place;
        likely = i;
      }
    }
    return likely;
  }

  /** The literal for "the first comes before the second"; its negation is the opposite. */
  public int before(int first, int second) {
    int low = Math.min(first, second);
    int high = Math.max(first, second);
    long pair = (long) low << 32 | high;
    int literal = before.get(pair);
    if (literal == NONE) {
      literal = solver.newLiteral(rank[theory.commit(low)] < rank[theory.commit(high)]);
      before.put(pair, literal);
      theory.addOrder(this, literal, low, high);
      theory.addOrder(this, AcyclicSolver.not(literal), high, low);
    }
    return first == low ? literal : AcyclicSolver.not(literal);
  }

  /** Pairs of transactions, and reads, that were asked for. */
  public int count() {
    return before.size() + (int) Arrays.stream(firstSource).filter(read -> read != NONE).count();
  }

  /** How far it came, for a check that ran out of time or memory. */
  public String progress() {
    if (rounds == 0) {
      return NOT_BEGUN;
    }
    return solver == null
        ? "the search was at its first order, and nothing was left to the solver yet"
        : String.format(
            "the search was at order %d, and %d choices were left to the solver",
            rounds, solver.openCount());
  }

  /** All edges of cycles that the solver ran into, from and to in the halves of a long. */
  public long[] edgesInCycles() {
    return solver == null ? new long[0] : solver.edgesInCycles();
  }

  /** Takes an edge and the operation behind it. */
  public interface EdgeAction {
    void accept(int from, int to, int operation);
  }

  /** The edges that choices brought and that are in these cycles. */
  public void forEachChoiceInCycles(EdgeAction action) {
    LongOpenHashSet inCycles = new LongOpenHashSet(edgesInCycles());
    for (int i = 0; i < brought.size(); i += STRIDE) {
      int from = brought.getInt(i + 1);
      int to = brought.getInt(i + 2);
      if (inCycles.contains((long) from << 32 | to)) {
        action.accept(from, to, brought.getInt(i + 3));
      }
    }
  }
}
