package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.search.Choices;
import dev.isogauge.search.Observations;
import dev.isogauge.search.Theory;
import dev.isogauge.solver.AcyclicSolver;
import dev.isogauge.solver.ConflictDrivenSolver;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Optional;
import java.util.function.Function;

/**
 * Strong levels as a theory of a search: the candidate is a run of the transactions, and the level
 * wants it to give every read what it saw.
 *
 * <ol>
 *   <li>Run the transactions in an order that follows all that is known and chosen ({@link
 *       SerialSchedule}). If every read is right, and no writers of a key overlap, that order is
 *       the proof.
 *   <li>Take each read that went wrong, with the version that it saw instead and the one that
 *       overwrote what it should have seen. If it is known what the read saw, ask which of the two
 *       writers is first. Before the initial version there is none, so then the writer comes after
 *       the reader.
 *   <li>Else ask which of its candidates the read saw, and for each candidate: if the other writer
 *       comes after it, that writer comes after the reader too.
 *   <li>For each overlap of two writers of a key, ask which of them is first.
 *   <li>The order of two writers puts the known readers of a version of the first before the
 *       second.
 * </ol>
 *
 * <p>O(candidates) for each read that went wrong, O(common keys and their readers) for each pair.
 */
final class RunTheory implements Theory {
  private final Polygraph graph;
  private final Readers readers;
  private final Budget budget;
  private final Choices choices;

  /** By reader and writer: the literal for "the reader is first". */
  private final Long2IntOpenHashMap readerFirstLiteral = new Long2IntOpenHashMap();

  private SerialSchedule schedule;

  RunTheory(Polygraph graph, Budget budget) {
    this(graph, budget, ConflictDrivenSolver::new);
  }

  RunTheory(Polygraph graph, Budget budget, Function<int[], AcyclicSolver> solvers) {
    this.graph = graph;
    this.budget = budget;
    readers = new Readers(graph);
    readerFirstLiteral.defaultReturnValue(History.NONE);
    choices = new Choices(this, graph.edges.list(), GuessedOrders.sideBySide(graph), solvers);
  }

  /** The nodes in an order that proves the level; empty if there is none. */
  Optional<int[]> order() {
    long bytes = bytes();
    budget.reserve(bytes, "the search for an order");
    try {
      return choices.search(budget) ? Optional.of(schedule.order()) : Optional.empty();
    } finally {
      budget.release(bytes);
    }
  }

  /** The memory that a schedule and the solver's graph take, about. */
  private long bytes() {
    return 120L * graph.nodeCount
        + 40L * graph.edges.size()
        + 8L * graph.count()
        + 12L * graph.versionCount();
  }

  Choices choices() {
    return choices;
  }

  /** By transaction: whether it happens in the last run. */
  boolean[] active() {
    boolean[] active = new boolean[graph.transactionCount()];
    for (int t = 0; t < active.length; t++) {
      active[t] = graph.isPresent(t) && choices.isHappening(t);
    }
    return active;
  }

  @Override
  public Observations observations() {
    return graph;
  }

  @Override
  public int start(int transaction) {
    return graph.start(transaction);
  }

  @Override
  public int commit(int transaction) {
    return graph.commit(transaction);
  }

  @Override
  public boolean refutes(Choices chosen) {
    // Step 1.
    schedule =
        new SerialSchedule(graph, readers, choices.edges(new EdgeList()), choices.rank(), active());
    schedule.run(budget);
    if (schedule.misread().isEmpty() && schedule.overlaps().isEmpty()) {
      return false;
    }
    choices.setOrder(schedule.order());
    for (int i = 0; i < schedule.misread().size(); i += 2) {
      budget.checkTime();
      refine(schedule.misread().getInt(i), schedule.misread().getInt(i + 1));
    }
    // Step 4.
    for (int i = 0; i < schedule.overlaps().size(); i += 2) {
      budget.checkTime();
      order(schedule.overlaps().getInt(i), schedule.overlaps().getInt(i + 1));
    }
    return true;
  }

  /** For a reader that saw {@code seen}, or nothing. */
  private void refine(int observation, int seen) {
    // Step 2.
    if (graph.isKnown(observation)) {
      int version = graph.candidate(observation, 0);
      if (version == History.INITIAL) {
        addOverwritten(observation, seen);
      } else {
        order(version, seen);
        order(version, schedule.overwrittenBy(version));
      }
      return;
    }
    // Step 3.
    boolean isNew = !choices.isAsked(observation);
    if (isNew) {
      choices.ask(observation);
    }
    for (int i = 0; i < graph.candidateCount(observation); i++) {
      int literal = choices.source(observation, i);
      int version = graph.candidate(observation, i);
      if (isNew || choices.isChosen(literal)) {
        overwrite(literal, observation, version, seen);
        if (version != History.INITIAL) {
          overwrite(literal, observation, version, schedule.overwrittenBy(version));
        }
      }
    }
  }

  /** Asks for the order of two versions, if there are two. */
  private void order(int version, int other) {
    if (other >= 0 && other != version) {
      choices.before(graph.writer(version), graph.writer(other));
    }
  }

  /** Another transaction overwrote the initial version that an observation saw. */
  private void addOverwritten(int observation, int other) {
    int reader = graph.reader(observation);
    int writer = graph.writer(other);
    if (reader != writer) {
      graph.addOverwritten(reader, writer, graph.read(observation));
      choices.addKnown(graph.start(reader), graph.commit(writer));
    }
  }

  /**
   * Step 3: if the observation saw the version and the other writer comes later, it comes after the
   * reader too.
   */
  private void overwrite(int literal, int observation, int version, int other) {
    if (other < 0 || other == version || graph.writer(other) == graph.reader(observation)) {
      return;
    }
    int writer = graph.writer(other);
    if (version == History.INITIAL) {
      addReaderFirst(literal, observation, writer);
    } else {
      choices.addClause(
          AcyclicSolver.not(literal),
          choices.before(writer, graph.writer(version)),
          readerFirst(observation, writer));
    }
  }

  private void addReaderFirst(int literal, int observation, int writer) {
    choices.addEdge(
        literal,
        graph.start(graph.reader(observation)),
        graph.commit(writer),
        graph.read(observation));
  }

  private int readerFirst(int observation, int writer) {
    long pair = (long) graph.reader(observation) << 32 | writer;
    int literal = readerFirstLiteral.get(pair);
    if (literal == History.NONE) {
      literal = choices.newLiteral();
      readerFirstLiteral.put(pair, literal);
      addReaderFirst(literal, observation, writer);
    }
    return literal;
  }

  /** Step 5. */
  @Override
  public void addOrder(Choices asked, int literal, int first, int second) {
    boolean ordered = false;
    for (int i = graph.firstWritten(first); i < graph.endWritten(first); i++) {
      int version = graph.written(i);
      int key = graph.keyOfVersion(version);
      int other = graph.versionOf(second, key);
      if (other >= 0) {
        if (!ordered) {
          int write = graph.write(other);
          choices.addEdge(literal, graph.commit(first), graph.start(second), write);
          ordered = true;
        }
        for (int k = readers.first(key, version); k < readers.end(key, version); k++) {
          int observation = readers.known(k);
          if (graph.reader(observation) != second && !graph.isOptional(graph.reader(observation))) {
            addReaderFirst(literal, observation, second);
          }
        }
      }
    }
  }

  /** Adds what the solver's failure rests on. */
  void trace(ContradictionTrace trace) {
    trace.addEdges(choices.edgesInCycles());
    choices.forEachChoiceInCycles(
        (from, to, operation) -> {
          int key = graph.history.keyOf(operation);
          for (int node : new int[] {from, to}) {
            trace.addVersion(graph.versionOf(graph.transactionOf(node), key));
            trace.addObservationsOf(graph.transactionOf(node), key);
          }
        });
    for (int o = 0; o < graph.count(); o++) {
      if (choices.isAsked(o)) {
        trace.addObservation(o);
      }
    }
  }
}
