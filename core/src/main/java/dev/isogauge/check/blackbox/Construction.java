package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.versions.ListAppends;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Makes the polygraph of a history.
 *
 * <ol>
 *   <li>Find the transactions that take part: those that count, and optional ones that some read
 *       may have seen.
 *   <li>Collect final writes by key, and what each transaction read.
 *   <li>Add what is known: session order, real time, given orders of versions, reads of one writer.
 * </ol>
 *
 * <p>O(operations + candidates), with real time O(n log n). Candidates may be as many as the square
 * of the operations, so the clock is looked at and their memory reserved read by read.
 */
final class Construction {
  /**
   * What a possible writer of a read takes: its index in the observation, and the observation at
   * its version.
   */
  private static final int BYTES_PER_CANDIDATE = 12;

  private final History history;
  private final Polygraph graph;
  private final IntPredicate kept;
  private final Budget budget;
  private boolean leavesOut;

  /** Whether transactions that cannot have happened take part, each with the reads that say so. */
  private boolean namesFiction;

  /** What lists show of their versions, where there are lists. */
  private final Optional<Versions> lists;

  private Construction(History history, boolean snapshots, IntPredicate kept, Budget budget) {
    this.history = history;
    this.kept = kept;
    this.budget = budget;
    this.graph = new Polygraph(history, snapshots);
    this.lists =
        history.hasLists()
            ? Optional.of(ListAppends.ORDER.versions(history, budget::checkTime))
            : Optional.empty();
  }

  /**
   * The polygraph.
   *
   * @param kept which operations are looked at; the others constrain nothing
   * @param budget the time, and the memory for candidates, which the graph says how to give back
   */
  static Polygraph of(History history, Constraints constraints, IntPredicate kept, Budget budget) {
    return new Construction(history, constraints.snapshots(), kept, budget)
        .build(constraints, recorded(history, constraints));
  }

  /**
   * The same for an argument that names every case: it has optional transactions that cannot have
   * happened, too, and their reads that nothing explains, without candidates.
   */
  static Polygraph withFiction(
      History history, Constraints constraints, IntPredicate kept, Budget budget) {
    Construction construction = new Construction(history, constraints.snapshots(), kept, budget);
    construction.namesFiction = true;
    return construction.build(constraints, recorded(history, constraints));
  }

  /**
   * The same for a few operations: transactions that have none of them take no part, and what
   * session order says of others goes around them.
   */
  static Polygraph part(
      History history, Constraints constraints, IntPredicate kept, Budget budget) {
    Construction construction = new Construction(history, constraints.snapshots(), kept, budget);
    // Times that are missing make real time no order that could go around.
    construction.leavesOut = constraints.realTime() == RealTimeOrder.Pairs.NONE;
    return construction.build(constraints, recorded(history, constraints));
  }

  private static List<VersionOrder> recorded(History history, Constraints constraints) {
    return constraints.versionOrders() ? history.versionOrders() : List.of();
  }

  /** The whole polygraph with orders that the history need not carry: by key, the writers. */
  static Polygraph along(History history, Constraints constraints, int[][] writers, Budget budget) {
    Construction construction =
        new Construction(history, constraints.snapshots(), operation -> true, budget);
    construction.addKnown(constraints);
    construction.addVersionOrders(writers);
    construction.addReads();
    return construction.graph;
  }

  /** By key: the writers of the versions that the recorded orders list. */
  static int[][] recordedWriters(History history, Budget budget) {
    Construction construction = new Construction(history, false, operation -> true, budget);
    construction.addParticipants();
    construction.addVersions();
    return RecordedOrders.writers(construction.graph, history.versionOrders());
  }

  private Polygraph build(Constraints constraints, List<VersionOrder> orders) {
    addKnown(constraints);
    addVersionOrders(RecordedOrders.writers(graph, orders));
    lists.ifPresent(this::addListOrders);
    addReads();
    return graph;
  }

  /** All but what orders of versions and reads say. */
  private void addKnown(Constraints constraints) {
    addParticipants();
    addVersions();
    addObservations();
    addStarts();
    if (constraints.sessions()) {
      addSessions();
    }
    RealTimeOrder.forEachEdge(
        history, constraints.realTime(), t -> graph.present[t], graph.realTimeEdges());
  }

  /** Step 1. */
  private void addParticipants() {
    int count = history.transactionCount();
    graph.present = new boolean[count];
    graph.optional = new boolean[count];
    IntArrayList waiting = new IntArrayList();
    boolean someMayHappen = false;
    for (int t = 0; t < count; t++) {
      graph.present[t] = history.counts(t);
      someMayHappen |= history.outcome(t) == Outcome.INDETERMINATE && !history.counts(t);
    }
    for (int t = 0; someMayHappen && t < count; t++) {
      if (graph.present[t] && !history.allReadsClean()) {
        waiting.add(t);
      }
    }
    while (!waiting.isEmpty()) {
      int t = waiting.popInt();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        for (int write : isLookedAt(i) ? possibleWrites(i) : new int[0]) {
          int writer = write == History.INITIAL ? t : history.transactionOf(write);
          if (!graph.present[writer] && (namesFiction || !hasFault(writer))) {
            graph.present[writer] = true;
            graph.optional[writer] = true;
            waiting.add(writer);
          }
        }
      }
    }
    for (int t = 0; leavesOut && t < count; t++) {
      graph.present[t] &= hasKept(t);
    }
  }

  private boolean hasKept(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (kept.test(i)) {
        return true;
      }
    }
    return false;
  }

  private boolean isLookedAt(int operation) {
    if (history.isListRead(operation)) {
      return kept.test(operation)
          && lists.orElseThrow().seen(operation) != Versions.LEFT_OUT
          && !isFault(operation);
    }
    return kept.test(operation)
        && !history.isWrite(operation)
        && (history.readStatus(operation) == ReadStatus.EXTERNAL
            || history.readStatus(operation) == ReadStatus.SEVERAL);
  }

  private int[] possibleWrites(int read) {
    if (history.isListRead(read)) {
      return new int[] {lists.orElseThrow().seen(read)};
    }
    if (history.readStatus(read) != ReadStatus.SEVERAL) {
      return new int[] {history.readFrom(read)};
    }
    budget.checkTime();
    return history.candidates(read);
  }

  /** Whether the transaction cannot have happened, since one of its reads is impossible. */
  private boolean hasFault(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (isFault(i)) {
        return true;
      }
    }
    return false;
  }

  private boolean isFault(int operation) {
    return history.isListRead(operation)
        ? lists.orElseThrow().seen(operation) == Versions.IMPOSSIBLE
        : !history.isWrite(operation) && history.readStatus(operation).isFault();
  }

  /** Step 2: final writes. */
  private void addVersions() {
    int[] first = new int[history.keyCount() + 2];
    graph.writerFirst = new int[history.transactionCount() + 1];
    int total = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      graph.writerFirst[t] = total;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (makesVersion(t, i)) {
          first[history.keyOf(i) + 2]++;
          total++;
        }
      }
    }
    graph.writerFirst[history.transactionCount()] = total;
    for (int k = 2; k < first.length; k++) {
      first[k] += first[k - 1];
    }
    graph.versionWriter = new int[total];
    graph.versionOperation = new int[total];
    graph.writerVersions = new int[total];
    graph.writerKeys = new int[total];
    int next = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (makesVersion(t, i)) {
          int version = first[history.keyOf(i) + 1]++;
          graph.versionWriter[version] = t;
          graph.versionOperation[version] = i;
          graph.writerVersions[next] = version;
          graph.writerKeys[next++] = history.keyOf(i);
        }
      }
    }
    graph.keyFirstVersion = Arrays.copyOf(first, history.keyCount() + 1);
  }

  private boolean makesVersion(int t, int operation) {
    return graph.present[t]
        && kept.test(operation)
        && (history.isFinalWrite(operation) || isLastAppend(t, operation));
  }

  /** A transaction's last append to a list makes the version that others see. */
  private boolean isLastAppend(int t, int operation) {
    if (!history.isAppend(operation)) {
      return false;
    }
    for (int i = operation + 1; i < history.endOperation(t); i++) {
      if (history.isAppend(i) && history.keyOf(i) == history.keyOf(operation)) {
        return false;
      }
    }
    return true;
  }

  /** Step 2: what was read; a read that repeats the one before adds nothing. */
  private void addObservations() {
    int[] latest = new int[history.keyCount()];
    Arrays.fill(latest, NONE);
    graph.readerFirst = new int[history.transactionCount() + 1];
    for (int t = 0; t < history.transactionCount(); t++) {
      graph.readerFirst[t] = graph.observationCount();
      for (int i = history.firstOperation(t);
          graph.present[t] && i < history.endOperation(t);
          i++) {
        if (graph.optional[t] && isFault(i)) {
          addObservation(t, i, new int[0]);
        } else if (isLookedAt(i)) {
          int before = latest[history.keyOf(i)];
          boolean repeats = before >= history.firstOperation(t) && isSame(before, i);
          if (!repeats) {
            addObservation(t, i, possibleWrites(i));
            latest[history.keyOf(i)] = i;
          }
        }
      }
    }
    graph.readerFirst[history.transactionCount()] = graph.observationCount();
  }

  private boolean isSame(int read, int other) {
    return history.isListRead(read)
        ? lists.orElseThrow().seen(read) == lists.orElseThrow().seen(other)
        : history.valueOf(read) == history.valueOf(other)
            && history.readFrom(read) == history.readFrom(other);
  }

  private void addObservation(int t, int read, int[] possible) {
    int first = graph.candidates.size();
    long bytes = (long) BYTES_PER_CANDIDATE * possible.length;
    budget.reserve(bytes, "the choice of writers");
    graph.reservedBytes += bytes;
    for (int write : possible) {
      if (write == History.INITIAL) {
        graph.candidates.add(History.INITIAL);
        continue;
      }
      int writer = history.transactionOf(write);
      int version = graph.versionOf(writer, history.keyOf(read));
      if (version >= 0) {
        graph.candidates.add(version);
      } else if (!kept.test(write)) {
        // A transaction that is not looked at may have written it: nothing follows from this read.
        graph.candidates.size(first);
        return;
      }
    }
    graph.observationReader.add(t);
    graph.observationKey.add(history.keyOf(read));
    graph.observationOperation.add(read);
    graph.firstCandidate.add(first);
    graph.candidateCount.add(graph.candidates.size() - first);
  }

  /** Step 3: a transaction starts before it commits. */
  private void addStarts() {
    for (int t = 0; graph.snapshots && t < history.transactionCount(); t++) {
      if (graph.present[t]) {
        graph.edges.addLink(graph.start(t), graph.commit(t));
      }
    }
  }

  /** Step 3: session order, around those that take no part. */
  private void addSessions() {
    SessionOrder sessions = new SessionOrder(history);
    int[] seenFor = new int[history.transactionCount()];
    Arrays.fill(seenFor, NONE);
    IntArrayList waiting = new IntArrayList();
    for (int t = 0; t < history.transactionCount(); t++) {
      if (graph.present[t] && graph.optional[t]) {
        addPredecessorsOfOptional(t, waiting);
      } else if (graph.present[t]) {
        waiting.add(t);
      }
      while (!waiting.isEmpty()) {
        for (int predecessor : sessions.predecessors(waiting.popInt())) {
          if (graph.present[predecessor]) {
            graph.addBefore(predecessor, t, Relation.SESSION_ORDER, NONE);
          } else if (seenFor[predecessor] != t) {
            seenFor[predecessor] = t;
            waiting.add(predecessor);
          }
        }
      }
    }
  }

  /** Those that take no part are left to the caller, which looks at what came before them. */
  private void addPredecessorsOfOptional(int t, IntArrayList leftOut) {
    for (int s = history.firstTransaction(history.sessionOf(t)); s < t; s++) {
      if (history.outcome(s) != Outcome.COMMITTED || !SessionOrder.isOrdered(history, s, t)) {
        continue;
      }
      if (graph.present[s]) {
        graph.addBefore(s, t, Relation.SESSION_ORDER, NONE);
      } else {
        leftOut.add(s);
      }
    }
  }

  /** Step 3: neighbours in the list that are known to be written; others may lie between them. */
  private void addVersionOrders(int[][] writers) {
    for (int key = 0; key < writers.length; key++) {
      int before = NONE;
      for (int writer : writers[key]) {
        if (graph.optional[writer] || writer == before) {
          continue;
        }
        if (before >= 0) {
          int write = graph.versionOperation[graph.versionOf(writer, key)];
          graph.addBefore(before, writer, Relation.OVERWRITES, write);
        }
        before = writer;
      }
    }
  }

  /** Puts writers into the order of their versions, of which initial ones are the first. */
  static void addPairs(Polygraph graph, Versions pairs) {
    pairs.forEachEdge(
        (key, earlier, later, byReading) -> {
          if (earlier != History.INITIAL) {
            int first = graph.history.transactionOf(earlier);
            int second = graph.history.transactionOf(later);
            graph.addBefore(first, second, Relation.OVERWRITES, later);
          }
        });
  }

  /** Step 3: appends that reads show are in order, and those that none shows come after them. */
  private void addListOrders(Versions versions) {
    for (int key = 0; key < history.keyCount(); key++) {
      int last = History.INITIAL;
      for (int next = versions.after(key, last); next != NONE; next = versions.after(key, last)) {
        addAppends(key, last, next);
        last = next;
      }
      for (int unread : versions.unordered(key)) {
        addAppends(key, versions.tail(key), unread);
      }
    }
    // Nobody shows what an optional transaction appends.
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i) && graph.optional[history.transactionOf(i)]) {
        addAppends(history.keyOf(i), versions.tail(history.keyOf(i)), i);
      }
    }
  }

  private void addAppends(int key, int earlier, int later) {
    if (earlier == History.INITIAL) {
      return;
    }
    int first = history.transactionOf(earlier);
    int second = history.transactionOf(later);
    if (graph.versionOf(first, key) >= 0 && graph.versionOf(second, key) >= 0) {
      int write = graph.versionOperation[graph.versionOf(second, key)];
      graph.addBefore(first, second, Relation.OVERWRITES, write);
    }
  }

  /** Step 3: a reader comes after the writer, and before all of them if it saw none. */
  private void addReads() {
    for (int o = 0; o < graph.observationCount(); o++) {
      if (graph.candidateCount(o) == 1) {
        int version = graph.candidate(o, 0);
        if (version != History.INITIAL && !graph.optional[graph.versionWriter[version]]) {
          graph.addBefore(
              graph.versionWriter[version],
              graph.observationReader.getInt(o),
              Relation.READS_FROM,
              graph.observationOperation.getInt(o));
        }
      }
    }
  }
}
