package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.check.weak.VisibleWriters.CommitOrder;
import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.solver.AcyclicSolver;
import dev.isogauge.solver.ConflictDrivenSolver;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Decides a level of a history in which reads have several possible writers, or a level by which
 * commits make visible: whether some choice of writers gives a commit order without a cycle.
 *
 * <ol>
 *   <li>A literal for each possible writer of a read brings the edge from that writer to the
 *       reader. One of them is true, if the reader happens. Session order is always there, and so
 *       is the order of appends that lists show.
 *   <li>Let the solver choose, and put the transactions into an order along the edges.
 *   <li>Where a writer is visible to a reader ({@link VisibleWriters}) and the order has it after
 *       the one that was read, learn from that counterexample: the choices that make the writer
 *       visible, the order of the commits that do, and the choice of what was read bring the edge
 *       that the level forces. Before the initial transaction there is no place.
 *   <li>No counterexample: the order is a proof. No choice left: there is none.
 * </ol>
 *
 * <p>Each round learns something new. The question is NP-complete; a round takes O(operations), for
 * causal consistency O(transactions²).
 */
final class ChoiceSearch {
  /** What was found: which writers reads are given to, and the order of what happens then. */
  record Run(int[] order, int[] chosen) {
    Witness witness(PossibleReads possible) {
      Map<Integer, Integer> writers = new LinkedHashMap<>();
      for (int o = 0; o < chosen.length; o++) {
        if (possible.history.readFrom(possible.read(o)) == History.SEVERAL) {
          writers.put(possible.read(o), chosen[o]);
        }
      }
      return Witness.serial(order, writers);
    }
  }

  private final PossibleReads possible;
  private final IntFunction<Visibility> visibility;
  private final Budget budget;
  private final int transactions;
  private final EdgeList known;

  /** Edges that literals bring: literal, from, to. */
  private final IntArrayList brought = new IntArrayList();

  /** By observation: the literal of its first source; {@code NONE} if there is one source. */
  private final int[] literal;

  /** By optional transaction: the literal for "it happens". */
  private final int[] happens;

  /** By two transactions: the literal for "the one comes before the other". */
  private final Long2IntOpenHashMap before = new Long2IntOpenHashMap();

  private AcyclicSolver solver;

  /** Pairs of transactions, the lower first, of which the solver has to choose an order. */
  private final LongOpenHashSet ordered = new LongOpenHashSet();

  private final int[] chosen;
  private final int[] position;
  private final boolean[] isHappening;

  /** How many counterexamples a reader gave. */
  private int learned;

  ChoiceSearch(PossibleReads possible, Visibility visibility, Budget budget) {
    this(possible, reader -> visibility, budget);
  }

  /** With a level for each reader. */
  ChoiceSearch(PossibleReads possible, IntFunction<Visibility> visibility, Budget budget) {
    this.possible = possible;
    this.visibility = visibility;
    this.budget = budget;
    transactions = possible.history.transactionCount();
    known = possible.knownOrder();
    literal = new int[possible.count()];
    happens = new int[transactions];
    chosen = new int[possible.count()];
    position = new int[transactions];
    isHappening = new boolean[transactions];
    before.defaultReturnValue(NONE);
  }

  /** A choice with an order that proves the level; empty if there is none. */
  Optional<Run> run() {
    addKnown();
    StrongComponents components = StrongComponents.of(Digraph.of(transactions, List.of(known)));
    if (!components.isAcyclic()) {
      return Optional.empty();
    }
    int[] order = components.topologicalOrder();
    solver = new ConflictDrivenSolver(order);
    for (int e = 0; e < known.size(); e++) {
      solver.addEdge(AcyclicSolver.ALWAYS, known.from(e), known.to(e));
    }
    // Step 1.
    addChoices(order);
    while (true) {
      budget.checkTime();
      // Step 2.
      if (!solver.solve(budget::checkTime)) {
        return Optional.empty();
      }
      order = order();
      // Step 3.
      boolean isRefuted = isRefuted(order);
      // Step 4.
      if (!isRefuted) {
        return Optional.of(
            new Run(Arrays.stream(order).filter(t -> isHappening[t]).toArray(), chosen));
      }
    }
  }

  /** What reads with one possible writer add to what is known. */
  private void addKnown() {
    for (int o = 0; o < possible.count(); o++) {
      int reader = possible.reader(o);
      // What an optional transaction reads orders nothing unless it happens.
      if (possible.sourceCount(o) == 1
          && possible.source(o, 0) != INITIAL
          && !possible.optional[reader]) {
        known.add(possible.source(o, 0), reader);
      }
    }
  }

  private void addChoices(int[] order) {
    for (int i = 0; i < order.length; i++) {
      position[order[i]] = i;
    }
    for (int t = 0; t < transactions; t++) {
      happens[t] = possible.optional[t] ? solver.newLiteral(false) : NONE;
    }
    for (int o = 0; o < literal.length; o++) {
      budget.checkTime();
      addChoice(o);
    }
  }

  private void addChoice(int o) {
    int count = possible.sourceCount(o);
    int reader = possible.reader(o);
    IntArrayList clause = new IntArrayList();
    if (possible.optional[reader]) {
      clause.add(AcyclicSolver.not(happens[reader]));
    }
    literal[o] = NONE;
    if (count == 1) {
      int writer = possible.source(o, 0);
      if (writer != INITIAL && possible.optional[writer]) {
        clause.add(happens[writer]);
        solver.addClause(clause.toIntArray());
      }
      if (writer != INITIAL && possible.optional[reader]) {
        addEdge(happens[reader], writer, reader);
      }
      return;
    }
    int likely = likely(o, reader);
    for (int i = 0; i < count; i++) {
      int choice = solver.newLiteral(i == likely);
      literal[o] = i == 0 ? choice : literal[o];
      clause.add(choice);
      int writer = possible.source(o, i);
      if (writer != INITIAL) {
        addEdge(choice, writer, reader);
        if (possible.optional[writer]) {
          solver.addClause(AcyclicSolver.not(choice), happens[writer]);
        }
      }
    }
    solver.addClause(clause.toIntArray());
  }

  /** The source that comes last before the reader in an order that follows what is known. */
  private int likely(int o, int reader) {
    int likely = NONE;
    int latest = -2;
    for (int i = 0; i < possible.sourceCount(o); i++) {
      int writer = possible.source(o, i);
      int place = writer == INITIAL ? -1 : position[writer];
      if (place < position[reader] && place > latest) {
        latest = place;
        likely = i;
      }
    }
    return likely;
  }

  private void addEdge(int bringing, int from, int to) {
    solver.addEdge(bringing, from, to);
    brought.add(bringing);
    brought.add(from);
    brought.add(to);
  }

  /** Those that count, and those that a read of one that happens is given to. */
  private void findHappening() {
    IntArrayList waiting = new IntArrayList();
    for (int t = 0; t < transactions; t++) {
      isHappening[t] = possible.present[t] && !possible.optional[t];
      if (isHappening[t]) {
        waiting.add(t);
      }
    }
    while (!waiting.isEmpty()) {
      int t = waiting.popInt();
      for (int o = possible.first(t); o < possible.end(t); o++) {
        if (chosen[o] != INITIAL && !isHappening[chosen[o]]) {
          isHappening[chosen[o]] = true;
          waiting.add(chosen[o]);
        }
      }
    }
  }

  /** The end of step 2. */
  private int[] order() {
    EdgeList edges = new EdgeList();
    for (int i = 0; i < brought.size(); i += 3) {
      if (solver.isTrue(brought.getInt(i))) {
        edges.add(brought.getInt(i + 1), brought.getInt(i + 2));
      }
    }
    int[] order =
        StrongComponents.of(Digraph.of(transactions, List.of(known, edges))).topologicalOrder();
    for (int i = 0; i < order.length; i++) {
      position[order[i]] = i;
    }
    for (int o = 0; o < chosen.length; o++) {
      int index = 0;
      while (literal[o] != NONE
          && index + 1 < possible.sourceCount(o)
          && !solver.isTrue(literal[o] + 2 * index)) {
        index++;
      }
      chosen[o] = possible.sourceCount(o) == 0 ? INITIAL : possible.source(o, index);
    }
    findHappening();
    return order;
  }

  /** Step 3: learns from each counterexample to the order; whether there is one. */
  private boolean isRefuted(int[] order) {
    CommitOrder commits = new CommitOrder(possible, isHappening, position, order);
    VisibleWriters visible = new VisibleWriters(possible, o -> chosen[o], commits, budget);
    Optional<BitSet[]> pasts = pasts(order, commits);
    boolean isRefuted = false;
    for (int reader : order) {
      budget.checkTime();
      Visibility level = visibility.apply(reader);
      if (isHappening[reader]
          && (pasts.isEmpty() || !level.isTransitive() || isStale(reader, pasts.get()[reader]))) {
        learned = 0;
        visible.forEach(reader, level, this::learn);
        isRefuted |= learned > 0;
      }
    }
    pasts.ifPresent(unused -> budget.release(bytesOfPasts()));
    return isRefuted;
  }

  private long bytesOfPasts() {
    return (long) transactions * transactions / 8;
  }

  /**
   * By transaction what is visible to it where that is transitive, which saves most readers a walk;
   * empty where nothing is, or where it takes much memory.
   */
  private Optional<BitSet[]> pasts(int[] order, CommitOrder commits) {
    boolean isTransitive = false;
    boolean byVersions = false;
    for (int t : order) {
      isTransitive |= visibility.apply(t).isTransitive();
      byVersions |= visibility.apply(t).isTransitive() && visibility.apply(t).isByCommits();
    }
    if (!isTransitive || bytesOfPasts() > budget.freeBytes() / 2) {
      return Optional.empty();
    }
    budget.reserve(bytesOfPasts(), "what happens before what");
    BitSet[] pasts = new BitSet[transactions];
    for (int t : order) {
      if (!isHappening[t]) {
        continue;
      }
      budget.checkTime();
      pasts[t] = new BitSet();
      for (int earlier : possible.predecessors(t)) {
        see(pasts, t, earlier);
      }
      for (int o = possible.first(t); o < possible.end(t); o++) {
        if (chosen[o] != INITIAL) {
          see(pasts, t, chosen[o]);
          for (int appender : possible.alsoShown(o)) {
            see(pasts, t, appender);
          }
        }
      }
      for (int earlier : byVersions ? commits.overwritten(t) : new int[0]) {
        see(pasts, t, earlier);
      }
    }
    return Optional.of(pasts);
  }

  private static void see(BitSet[] pasts, int t, int earlier) {
    pasts[t].or(pasts[earlier]);
    pasts[t].set(earlier);
  }

  private boolean isStale(int reader, BitSet past) {
    for (int o = possible.first(reader); o < possible.end(reader); o++) {
      for (int writer : possible.writers(possible.key(o))) {
        if (past.get(writer) && isAgainstOrder(o, writer)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a writer comes after the source of an observation, to whose reader it is visible. */
  private boolean isAgainstOrder(int o, int writer) {
    return writer != chosen[o]
        && writer != possible.reader(o)
        && (chosen[o] == INITIAL || position[writer] > position[chosen[o]]);
  }

  /** If all that makes a writer visible holds, it comes before what was read. */
  private void learn(int o, int writer, IntArrayList by, IntArrayList ordered) {
    if (isAgainstOrder(o, writer)) {
      learned++;
      IntArrayList clause = premises(o, by.toIntArray());
      for (int i = 0; i < ordered.size(); i += 2) {
        clause.add(AcyclicSolver.not(ordered(ordered.getInt(i), ordered.getInt(i + 1))));
      }
      conclude(clause, writer, chosen[o]);
    }
  }

  /** The negations of what an observation's reader needs to happen, and of some choices. */
  private IntArrayList premises(int o, int... by) {
    IntArrayList clause = new IntArrayList();
    if (possible.optional[possible.reader(o)]) {
      clause.add(AcyclicSolver.not(happens[possible.reader(o)]));
    }
    addPremise(clause, o);
    for (int each : by) {
      addPremise(clause, each);
    }
    return clause;
  }

  /** Then the writer comes before the source, or there is a contradiction. */
  private void conclude(IntArrayList clause, int writer, int source) {
    if (source != INITIAL) {
      clause.add(before(writer, source));
    }
    solver.addClause(clause.toIntArray());
  }

  private void addPremise(IntArrayList clause, int o) {
    for (int i = 0; literal[o] != NONE && i < possible.sourceCount(o); i++) {
      int premise = AcyclicSolver.not(literal[o] + 2 * i);
      if (possible.source(o, i) == chosen[o] && !clause.contains(premise)) {
        clause.add(premise);
      }
    }
  }

  private int before(int earlier, int later) {
    long pair = (long) earlier << 32 | later;
    int found = before.get(pair);
    if (found == NONE) {
      found = solver.newLiteral(position[earlier] < position[later]);
      before.put(pair, found);
      addEdge(found, earlier, later);
    }
    return found;
  }

  /** The same where the solver has to choose this order or the other one. */
  private int ordered(int earlier, int later) {
    int literal = before(earlier, later);
    if (ordered.add((long) Math.min(earlier, later) << 32 | Math.max(earlier, later))) {
      solver.addClause(literal, before(later, earlier));
    }
    return literal;
  }
}
