package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides a level of a history in which reads have several possible writers, or prefix consistency
 * or parallel snapshot isolation: whether some choice of writers gives a commit order without a
 * cycle.
 *
 * <ol>
 *   <li>A literal for each possible writer of a read brings the edge from that writer to the
 *       reader. One of them is true, if the reader happens. Session order is always there, and so
 *       is the order of appends that lists show.
 *   <li>Let the solver choose, and put the transactions into an order along the edges.
 *   <li>Where the level forces a visible writer before the one that was read, and the order has it
 *       after, hand that over: the choices that make the writer visible, and the choice of what was
 *       read, bring the forced edge. Where commits make it visible ({@link VisibleByCommits}), so
 *       do the orders of pairs that do, which the solver has to choose. Before the initial
 *       transaction there is no place.
 *   <li>Nothing to hand over: the order is a proof. No choice left: there is none.
 * </ol>
 *
 * <p>Each round hands over something new. The question is NP-complete; a round takes O(operations),
 * for causal consistency O(transactions²).
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
  private final Rule rule;
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

  // The past of a transaction: by transaction the next one on a way to it, and the observation
  // there, or NONE for session order.
  private final int[] stamp;
  private final int[] wayTo;
  private final int[] wayBy;
  private int clock;

  ChoiceSearch(PossibleReads possible, Rule rule, Budget budget) {
    this.possible = possible;
    this.rule = rule;
    this.budget = budget;
    transactions = possible.history.transactionCount();
    known = possible.knownOrder();
    literal = new int[possible.count()];
    happens = new int[transactions];
    chosen = new int[possible.count()];
    position = new int[transactions];
    isHappening = new boolean[transactions];
    stamp = new int[transactions];
    wayTo = new int[transactions];
    wayBy = new int[transactions];
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
      boolean isNew = rule.isByCommits() ? refutedByCommits(order) : handOver(order);
      // Step 4.
      if (!isNew) {
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

  private boolean handOver(int[] order) {
    boolean isNew = false;
    for (int t : order) {
      budget.checkTime();
      if (isHappening[t]) {
        isNew |= handOver(t);
      }
    }
    return isNew;
  }

  /** Step 3 where what is visible depends on the order. */
  private boolean refutedByCommits(int[] order) {
    VisibleByCommits.Search present =
        new VisibleByCommits.Search() {
          @Override
          public boolean happens(int transaction) {
            return isHappening[transaction];
          }

          @Override
          public int position(int transaction) {
            return position[transaction];
          }

          @Override
          public int source(int observation) {
            return chosen[observation];
          }

          @Override
          public void learn(int o, int writer, IntArrayList by, IntArrayList pairs) {
            IntArrayList clause = premises(o, by.toIntArray());
            for (int i = 0; i < pairs.size(); i += 2) {
              clause.add(AcyclicSolver.not(ordered(pairs.getInt(i), pairs.getInt(i + 1))));
            }
            conclude(clause, writer, chosen[o]);
          }
        };
    return new VisibleByCommits(possible, present, order, budget).isRefuted(rule);
  }

  /** Step 3 for a reader; returns whether anything was handed over. */
  private boolean handOver(int reader) {
    boolean isNew = false;
    if (rule.isSessionGuarantee()) {
      boolean[] isHandedOver = {false};
      new GuaranteeChoices(possible, rule, o -> chosen[o], budget)
          .forEach(reader, (o, writer, by) -> isHandedOver[0] |= force(o, writer, by));
      return isHandedOver[0];
    }
    if (rule == Rule.CAUSAL && possible.first(reader) < possible.end(reader)) {
      findPast(reader);
    }
    for (int o = possible.first(reader); o < possible.end(reader); o++) {
      int key = possible.key(o);
      if (rule == Rule.CAUSAL) {
        for (int writer : possible.writers(key)) {
          isNew |= stamp[writer] == clock && force(o, writer);
        }
        continue;
      }
      int end = rule == Rule.READ_COMMITTED ? o : possible.end(reader);
      for (int other = possible.first(reader); other < end; other++) {
        isNew |=
            chosen[other] != chosen[o]
                && possible.writes(chosen[other], key)
                && force(o, chosen[other], other);
      }
      if (rule == Rule.READ_ATOMIC) {
        int session = possible.history.sessionOf(reader);
        for (int writer : possible.writersInSession(session, key)) {
          isNew |= possible.isBefore(writer, reader) && force(o, writer);
        }
      }
    }
    return isNew;
  }

  /**
   * Step 3 for a writer that is visible to an observation's reader.
   *
   * @param by the observations that make it visible; none if the past does, or session order
   */
  private boolean force(int o, int writer, int... by) {
    int source = chosen[o];
    int reader = possible.reader(o);
    if (writer == source
        || writer == reader
        || (source != INITIAL && position[writer] < position[source])) {
      return false;
    }
    IntArrayList clause = premises(o, by);
    if (rule == Rule.CAUSAL) {
      for (int t = writer; t != reader; t = wayTo[t]) {
        if (wayBy[t] != NONE) {
          addPremise(clause, wayBy[t]);
        }
      }
    }
    conclude(clause, writer, source);
    return true;
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

  /** All that happens before a transaction, with a way to it. */
  private void findPast(int reader) {
    clock++;
    IntArrayList queue = new IntArrayList(new int[] {reader});
    for (int head = 0; head < queue.size(); head++) {
      int t = queue.getInt(head);
      for (int earlier : possible.predecessors(t)) {
        reach(earlier, t, NONE, reader, queue);
      }
      for (int o = possible.first(t); o < possible.end(t); o++) {
        if (chosen[o] != INITIAL) {
          reach(chosen[o], t, o, reader, queue);
          for (int appender : possible.alsoShown(o)) {
            reach(appender, t, o, reader, queue);
          }
        }
      }
    }
  }

  private void reach(int t, int next, int by, int reader, IntArrayList queue) {
    if (stamp[t] != clock && t != reader) {
      stamp[t] = clock;
      wayTo[t] = next;
      wayBy[t] = by;
      queue.add(t);
    }
  }
}
