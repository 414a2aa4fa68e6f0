package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.solver.AcyclicSolver;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * The choices that a solver was asked to make: which of two transactions is first, which version a
 * read saw, whether an optional transaction happens. Each is a literal that brings edges.
 *
 * <ol>
 *   <li>Look at each read that a schedule got wrong, with the version that it saw instead and the
 *       one that overwrote what it should have seen.
 *   <li>If it is known what the read saw, hand over which of the two writers is first. Before the
 *       initial version there is none, so then the writer comes after the reader.
 *   <li>Else hand over which of its candidates the read saw, once, and for each candidate: if the
 *       other writer comes after it, that writer comes after the reader too.
 *   <li>Look at each overlap of two writers of a key, and hand over which of them is first.
 *   <li>A choice between two writers orders them, and puts the known readers of a version of the
 *       first before the second. If one of the two is optional, there may be no order.
 *   <li>A candidate of an optional writer makes that one happen; what an optional transaction read
 *       must be explained only if it happens.
 *   <li>Let the solver choose such that all edges, known and chosen, form no cycle.
 * </ol>
 *
 * <p>O(candidates) for each read that is handed over, O(common keys and their readers) for each
 * pair.
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

  /**
   * By observation with several candidates: the literal of its first; {@code NONE} if it was not
   * handed over.
   */
  private final int[] candidateLiteral;

  /**
   * By optional transaction: the literal for "it happens"; {@code NONE} if it was not handed over.
   */
  private final int[] happens;

  private int knownEdges;

  Choices(Polygraph graph, Readers readers, AcyclicSolver solver) {
    this.graph = graph;
    this.readers = readers;
    this.solver = solver;
    candidateLiteral = new int[graph.observationCount()];
    happens = new int[graph.transactionCount()];
    Arrays.fill(candidateLiteral, NONE);
    Arrays.fill(happens, NONE);
    firstLiteral.defaultReturnValue(NONE);
    secondLiteral.defaultReturnValue(NONE);
    readerFirstLiteral.defaultReturnValue(NONE);
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

  /** Step 7: whether there is a way to choose. */
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
  void handOver(Schedule schedule, int[] rank, Budget budget) {
    // Step 1.
    for (int i = 0; i < schedule.misread().size(); i += 2) {
      budget.checkTime();
      refine(schedule, rank, schedule.misread().getInt(i), schedule.misread().getInt(i + 1));
    }
    // Step 4.
    for (int i = 0; i < schedule.overlaps().size(); i += 2) {
      budget.checkTime();
      before(
          graph.versionWriter[schedule.overlaps().getInt(i)],
          graph.versionWriter[schedule.overlaps().getInt(i + 1)]);
    }
  }

  /** For a reader that saw {@code seen}, or nothing. */
  private void refine(Schedule schedule, int[] rank, int observation, int seen) {
    // Step 2.
    if (graph.isKnown(observation)) {
      int version = graph.candidate(observation, 0);
      if (version != History.INITIAL) {
        handOver(version, seen);
        handOver(version, schedule.overwrittenBy(version));
      } else {
        addOverwritten(AcyclicSolver.ALWAYS, observation, seen);
      }
      return;
    }
    // Step 3.
    boolean isNew = candidateLiteral[observation] < 0;
    if (isNew) {
      addCandidates(rank, observation);
    }
    for (int i = 0; i < graph.candidateCount(observation); i++) {
      int literal = candidateLiteral[observation] + 2 * i;
      int version = graph.candidate(observation, i);
      if (isNew || solver.isTrue(literal)) {
        overwrite(literal, observation, version, seen);
        if (version != History.INITIAL) {
          overwrite(literal, observation, version, schedule.overwrittenBy(version));
        }
      }
    }
  }

  private void handOver(int version, int other) {
    if (other >= 0 && other != version) {
      before(graph.versionWriter[version], graph.versionWriter[other]);
    }
  }

  /**
   * Step 3: if the observation saw the version and the other writer comes later, it comes after the
   * reader too.
   */
  private void overwrite(int literal, int observation, int version, int other) {
    if (other < 0 || other == version) {
      return;
    }
    int writer = graph.versionWriter[other];
    if (version == History.INITIAL) {
      addOverwritten(literal, observation, other);
      return;
    }
    int reader = graph.observationReader.getInt(observation);
    if (reader == writer) {
      return;
    }
    int later = before(graph.versionWriter[version], writer);
    int after = readerFirst(observation, writer);
    solver.addClause(AcyclicSolver.not(literal), AcyclicSolver.not(later), after);
  }

  private void addOverwritten(int literal, int observation, int other) {
    int reader = graph.observationReader.getInt(observation);
    int writer = graph.versionWriter[other];
    if (reader == writer) {
      return;
    }
    if (graph.optional[writer]) {
      int after = readerFirst(observation, writer);
      if (literal == AcyclicSolver.ALWAYS) {
        solver.addClause(AcyclicSolver.not(happens(writer)), after);
      } else {
        solver.addClause(AcyclicSolver.not(literal), AcyclicSolver.not(happens(writer)), after);
      }
    } else if (literal == AcyclicSolver.ALWAYS) {
      graph.addOverwritten(reader, writer, graph.observationOperation.getInt(observation));
    } else {
      addReaderFirst(literal, observation, writer);
    }
  }

  private void addReaderFirst(int literal, int observation, int writer) {
    addEdge(
        literal,
        graph.start(graph.observationReader.getInt(observation)),
        graph.commit(writer),
        graph.observationOperation.getInt(observation));
  }

  private void addEdge(int literal, int from, int to, int operation) {
    solver.addEdge(literal, from, to);
    choiceEdges.add(literal);
    choiceEdges.add(from);
    choiceEdges.add(to);
    choiceEdges.add(operation);
  }

  private int readerFirst(int observation, int writer) {
    int reader = graph.observationReader.getInt(observation);
    long pair = (long) reader << 32 | writer;
    int literal = readerFirstLiteral.get(pair);
    if (literal < 0) {
      literal = solver.newLiteral(false);
      readerFirstLiteral.put(pair, literal);
      addReaderFirst(literal, observation, writer);
    }
    return literal;
  }

  /** The literal for an optional transaction. */
  private int happens(int t) {
    if (happens[t] < 0) {
      happens[t] = solver.newLiteral(false);
    }
    return happens[t];
  }

  /** Step 3: a literal for each candidate, of which one holds. */
  private void addCandidates(int[] rank, int observation) {
    int reader = graph.observationReader.getInt(observation);
    int count = graph.candidateCount(observation);
    int likely = -1;
    int latest = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int version = graph.candidate(observation, i);
      int position =
          version == History.INITIAL ? -1 : rank[graph.commit(graph.versionWriter[version])];
      if (position < rank[graph.start(reader)] && position > latest) {
        latest = position;
        likely = i;
      }
    }
    int[] clause = new int[count + 1];
    for (int i = 0; i < count; i++) {
      clause[i] = solver.newLiteral(i == likely);
    }
    candidateLiteral[observation] = count == 0 ? 0 : clause[0];
    for (int i = 0; i < count; i++) {
      int version = graph.candidate(observation, i);
      if (version != History.INITIAL) {
        int writer = graph.versionWriter[version];
        addEdge(
            clause[i],
            graph.commit(writer),
            graph.start(reader),
            graph.observationOperation.getInt(observation));
        // Step 6.
        if (graph.optional[writer]) {
          solver.addClause(AcyclicSolver.not(clause[i]), happens(writer));
        }
      }
    }
    if (graph.optional[reader]) {
      clause[count] = AcyclicSolver.not(happens(reader));
      solver.addClause(clause);
    } else {
      solver.addClause(Arrays.copyOf(clause, count));
    }
  }

  /** Step 5: the literal for "the first comes before the second"; both write some key. */
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
        solver.addClause(Arrays.copyOf(clause, size));
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

  /** Step 5: what follows from an order of two writers. */
  private void addOrder(int literal, int first, int second) {
    boolean ordered = false;
    for (int i = graph.writerFirst[first]; i < graph.writerFirst[first + 1]; i++) {
      int version = graph.writerVersions[i];
      int key = graph.keyOfVersion(version);
      int other = graph.versionOf(second, key);
      if (other >= 0) {
        if (!ordered) {
          addEdge(literal, graph.commit(first), graph.start(second), graph.versionOperation[other]);
          ordered = true;
        }
        for (int k = readers.first(key, version); k < readers.end(key, version); k++) {
          int observation = readers.known(k);
          int reader = graph.observationReader.getInt(observation);
          if (reader != second && !graph.optional[reader]) {
            addReaderFirst(literal, observation, second);
          }
        }
      }
    }
  }

  /** Adds what the solver's failure rests on. */
  void trace(ContradictionTrace trace) {
    long[] pairs = solver.edgesInCycles();
    LongOpenHashSet inCycles = new LongOpenHashSet(pairs);
    trace.addEdges(pairs);
    for (int i = 0; i < choiceEdges.size(); i += STRIDE) {
      int from = choiceEdges.getInt(i + 1);
      int to = choiceEdges.getInt(i + 2);
      if (inCycles.contains((long) from << 32 | to)) {
        int key = graph.history.keyOf(choiceEdges.getInt(i + 3));
        trace.addVersion(graph.versionOf(graph.transactionOf(from), key));
        trace.addVersion(graph.versionOf(graph.transactionOf(to), key));
        trace.addObservationsOf(graph.transactionOf(from), key);
        trace.addObservationsOf(graph.transactionOf(to), key);
      }
    }
    for (int o = 0; o < candidateLiteral.length; o++) {
      if (candidateLiteral[o] >= 0) {
        trace.addObservation(o);
      }
    }
  }
}
