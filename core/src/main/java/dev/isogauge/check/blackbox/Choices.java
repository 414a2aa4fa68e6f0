package dev.isogauge.check.blackbox;

import dev.isogauge.graph.EdgeList;
import dev.isogauge.solver.AcyclicSolver;
import dev.isogauge.verdict.Budget;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * The choices that a solver was asked to make: which of two transactions is first, which version a
 * read saw, whether an optional transaction happens. Each brings edges.
 */
final class Choices {
  private final Polygraph graph;
  private final Readers readers;
  private final AcyclicSolver solver;

  private static final int STRIDE = 4;

  /** Edges that literals bring, four ints each: literal, from, to, and the operation behind. */
  private final IntArrayList choiceEdges = new IntArrayList();

  /** By two transactions, the one with the lower number first: the literal for "it is first". */
  private final Long2IntOpenHashMap firstLiteral = new Long2IntOpenHashMap();

  /** The same for pairs with an optional one, which may have no order. */
  private final Long2IntOpenHashMap secondLiteral = new Long2IntOpenHashMap();

  /** By reader and writer: the literal for "the reader is first". */
  private final Long2IntOpenHashMap readerFirstLiteral = new Long2IntOpenHashMap();

  /** By fact with several candidates: the literal of its first; -1 if it was not handed over. */
  private final int[] candidateLiteral;

  /** By optional transaction: the literal for "it happens"; -1 if it was not handed over. */
  private final int[] happens;

  private int knownEdges;

  Choices(Polygraph graph, Readers readers, AcyclicSolver solver) {
    this.graph = graph;
    this.readers = readers;
    this.solver = solver;
    candidateLiteral = new int[graph.factCount()];
    happens = new int[graph.transactionCount()];
    Arrays.fill(candidateLiteral, -1);
    Arrays.fill(happens, -1);
    firstLiteral.defaultReturnValue(-1);
    secondLiteral.defaultReturnValue(-1);
    readerFirstLiteral.defaultReturnValue(-1);
  }

  /** Pairs of writers, and reads of repeated values. */
  int count() {
    int reads = 0;
    for (int literal : candidateLiteral) {
      reads += literal >= 0 ? 1 : 0;
    }
    return firstLiteral.size() + reads;
  }

  /** How many are not decided. */
  int openCount() {
    return solver.openCount();
  }

  /** Whether there is a way to choose. */
  boolean solve(Budget budget) {
    while (knownEdges < graph.edges.size()) {
      solver.addEdge(
          AcyclicSolver.ALWAYS, graph.edges.from(knownEdges), graph.edges.to(knownEdges));
      knownEdges++;
    }
    return solver.solve(budget::checkTime);
  }

  /** Whether an optional transaction happens. */
  boolean happen(int t) {
    return happens[t] >= 0 && solver.isTrue(happens[t]);
  }

  /** Adds the edges of what was chosen. */
  void addChosen(EdgeList list) {
    for (int i = 0; i < choiceEdges.size(); i += STRIDE) {
      if (solver.isTrue(choiceEdges.getInt(i))) {
        list.add(choiceEdges.getInt(i + 1), choiceEdges.getInt(i + 2));
      }
    }
  }

  /** Hands over what a schedule got wrong. */
  void handOver(Schedule schedule, int[] rank) {
    for (int i = 0; i < schedule.misread().size(); i += 2) {
      refine(schedule, rank, schedule.misread().getInt(i), schedule.misread().getInt(i + 1));
    }
    for (int i = 0; i < schedule.overlaps().size(); i += 2) {
      before(
          graph.slotWriter[schedule.overlaps().getInt(i)],
          graph.slotWriter[schedule.overlaps().getInt(i + 1)]);
    }
  }

  /** For a reader that saw {@code seen}, or nothing. */
  private void refine(Schedule schedule, int[] rank, int fact, int seen) {
    if (graph.isKnown(fact)) {
      int slot = graph.candidate(fact, 0);
      if (slot != Polygraph.INITIAL) {
        handOver(slot, seen);
        handOver(slot, schedule.overwrittenBy(slot));
      } else {
        addOverwritten(AcyclicSolver.ALWAYS, fact, seen);
      }
      return;
    }
    boolean isNew = candidateLiteral[fact] < 0;
    if (isNew) {
      addCandidates(rank, fact);
    }
    for (int i = 0; i < graph.candidateCount(fact); i++) {
      int literal = candidateLiteral[fact] + 2 * i;
      int slot = graph.candidate(fact, i);
      if (isNew || solver.isTrue(literal)) {
        overwrite(literal, fact, slot, seen);
        if (slot != Polygraph.INITIAL) {
          overwrite(literal, fact, slot, schedule.overwrittenBy(slot));
        }
      }
    }
  }

  private void handOver(int slot, int other) {
    if (other >= 0 && other != slot) {
      before(graph.slotWriter[slot], graph.slotWriter[other]);
    }
  }

  /** If the fact saw the slot and the other writer comes later, it comes after the reader too. */
  private void overwrite(int literal, int fact, int slot, int other) {
    if (other < 0 || other == slot) {
      return;
    }
    int writer = graph.slotWriter[other];
    if (slot == Polygraph.INITIAL) {
      addOverwritten(literal, fact, other);
      return;
    }
    int reader = graph.factReader.getInt(fact);
    if (reader == writer) {
      return;
    }
    int later = before(graph.slotWriter[slot], writer);
    int after = readerFirst(fact, writer);
    addClause(AcyclicSolver.not(literal), AcyclicSolver.not(later), after);
  }

  private void addOverwritten(int literal, int fact, int other) {
    int reader = graph.factReader.getInt(fact);
    int writer = graph.slotWriter[other];
    if (reader == writer) {
      return;
    }
    if (graph.optional[writer]) {
      int after = readerFirst(fact, writer);
      if (literal == AcyclicSolver.ALWAYS) {
        addClause(AcyclicSolver.not(happens(writer)), after);
      } else {
        addClause(AcyclicSolver.not(literal), AcyclicSolver.not(happens(writer)), after);
      }
    } else if (literal == AcyclicSolver.ALWAYS) {
      graph.addOverwritten(reader, writer, graph.factOperation.getInt(fact));
    } else {
      addEdge(literal, graph.start(reader), graph.commit(writer), graph.factOperation.getInt(fact));
    }
  }

  private void addClause(int... literals) {
    solver.addClause(literals);
  }

  private void addEdge(int literal, int from, int to, int operation) {
    solver.addEdge(literal, from, to);
    choiceEdges.add(literal);
    choiceEdges.add(from);
    choiceEdges.add(to);
    choiceEdges.add(operation);
  }

  private int readerFirst(int fact, int writer) {
    int reader = graph.factReader.getInt(fact);
    long pair = (long) reader << 32 | writer;
    int literal = readerFirstLiteral.get(pair);
    if (literal < 0) {
      literal = solver.newLiteral(false);
      readerFirstLiteral.put(pair, literal);
      addEdge(literal, graph.start(reader), graph.commit(writer), graph.factOperation.getInt(fact));
    }
    return literal;
  }

  /** The literal for an optional transaction; with it, what it read must be explained too. */
  private int happens(int t) {
    if (happens[t] < 0) {
      happens[t] = solver.newLiteral(false);
    }
    return happens[t];
  }

  private void addCandidates(int[] rank, int fact) {
    int reader = graph.factReader.getInt(fact);
    int count = graph.candidateCount(fact);
    int likely = -1;
    int latest = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int slot = graph.candidate(fact, i);
      int place = slot == Polygraph.INITIAL ? -1 : rank[graph.commit(graph.slotWriter[slot])];
      if (place < rank[graph.start(reader)] && place > latest) {
        latest = place;
        likely = i;
      }
    }
    int[] clause = new int[count + 1];
    for (int i = 0; i < count; i++) {
      clause[i] = solver.newLiteral(i == likely);
    }
    candidateLiteral[fact] = count == 0 ? 0 : clause[0];
    for (int i = 0; i < count; i++) {
      int slot = graph.candidate(fact, i);
      if (slot != Polygraph.INITIAL) {
        int writer = graph.slotWriter[slot];
        addEdge(
            clause[i], graph.commit(writer), graph.start(reader), graph.factOperation.getInt(fact));
        if (graph.optional[writer]) {
          addClause(AcyclicSolver.not(clause[i]), happens(writer));
        }
      }
    }
    if (graph.optional[reader]) {
      clause[count] = AcyclicSolver.not(happens(reader));
      addClause(clause);
    } else {
      addClause(Arrays.copyOf(clause, count));
    }
  }

  /** The literal for "the first transaction comes before the second"; both write some key. */
  private int before(int first, int second) {
    boolean turned = first > second;
    int low = turned ? second : first;
    int high = turned ? first : second;
    long pair = (long) low << 32 | high;
    int literal = firstLiteral.get(pair);
    if (literal < 0) {
      literal = solver.newLiteral(!turned);
      int opposite = AcyclicSolver.not(literal);
      firstLiteral.put(pair, literal);
      if (graph.optional[low] || graph.optional[high]) {
        opposite = solver.newLiteral(turned);
        secondLiteral.put(pair, opposite);
        int[] clause = {literal, opposite, -1, -1};
        int size = 2;
        for (int t : new int[] {low, high}) {
          if (graph.optional[t]) {
            clause[size++] = AcyclicSolver.not(happens(t));
          }
        }
        addClause(Arrays.copyOf(clause, size));
      }
      addOrder(literal, low, high);
      addOrder(opposite, high, low);
    }
    if (!turned) {
      return literal;
    }
    int opposite = secondLiteral.get(pair);
    return opposite >= 0 ? opposite : AcyclicSolver.not(literal);
  }

  private void addOrder(int literal, int first, int second) {
    boolean ordered = false;
    for (int i = graph.writerFirst[first]; i < graph.writerFirst[first + 1]; i++) {
      int slot = graph.writerSlots[i];
      int key = graph.keyOfSlot(slot);
      int other = graph.slotOf(second, key);
      if (other >= 0) {
        if (!ordered) {
          addEdge(literal, graph.commit(first), graph.start(second), graph.slotOperation[other]);
          ordered = true;
        }
        for (int k = readers.first(key, slot); k < readers.end(key, slot); k++) {
          int fact = readers.known(k);
          int reader = graph.factReader.getInt(fact);
          if (reader != second && !graph.optional[reader]) {
            addEdge(
                literal,
                graph.start(reader),
                graph.commit(second),
                graph.factOperation.getInt(fact));
          }
        }
      }
    }
  }

  /** Adds what the solver's failure rests on. */
  void trace(Trace trace) {
    long[] pairs = solver.edgesInCycles();
    LongOpenHashSet inCycles = new LongOpenHashSet(pairs);
    trace.addEdges(pairs);
    for (int i = 0; i < choiceEdges.size(); i += STRIDE) {
      int from = choiceEdges.getInt(i + 1);
      int to = choiceEdges.getInt(i + 2);
      if (inCycles.contains((long) from << 32 | to)) {
        int key = graph.history.keyOf(choiceEdges.getInt(i + 3));
        trace.addSlot(graph.slotOf(graph.transactionOf(from), key));
        trace.addSlot(graph.slotOf(graph.transactionOf(to), key));
        trace.addFactsOf(graph.transactionOf(from), key);
        trace.addFactsOf(graph.transactionOf(to), key);
      }
    }
    for (int f = 0; f < candidateLiteral.length; f++) {
      if (candidateLiteral[f] >= 0) {
        trace.addFact(f);
      }
    }
  }
}
