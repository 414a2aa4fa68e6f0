package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectOpenHashSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for a serial run by the values that reads saw, whoever wrote them. Where values repeat,
 * that asks less than which write each read saw, and situations come again.
 *
 * <ol>
 *   <li>Run at once whatever may run, reads what it should and writes at most what it has read: if
 *       there is a run from here, there is one that begins with it. (A write of the value that is
 *       there already, without having read it, may be needed later, when the value has changed.)
 *   <li>Of what else may run and reads what it should, leave out what would overwrite a value that
 *       others have still to read and that is not written again; and of transactions that do the
 *       same, and that none has to follow, all but one.
 *   <li>Try the rest, the first of a guessed order first. Where that leads nowhere, note the
 *       situation: which transactions have run, and all values.
 * </ol>
 *
 * <p>O(transactions × those that may run at once) without a wrong guess, exponential at worst, so
 * the number of situations is limited.
 */
final class ValueRuns {
  /** What came of it. */
  enum Result {
    /** There is a run. */
    FOUND,
    /** There is none, if every transaction of the graph happens. */
    NONE,
    /** The limit was reached, or reads name their writers. */
    GAVE_UP
  }

  private final Polygraph graph;
  private final Budget budget;
  private final int nodes;
  private final Digraph after;

  /** The numbers of values: by key, the value's atom. */
  private final Map<Integer, Long2IntOpenHashMap> numbers = new HashMap<>();

  private int valueCount;

  // By observation and by version: its key's value, as a number.
  private final int[] observed;
  private final int[] written;

  /** By key: the value now. */
  private final int[] current;

  // By value: reads and writes of it that have not run.
  private int[] readsLeft;
  private int[] writesLeft;

  private final int[] waitsFor;
  private final boolean[] done;
  private final long[] doneBits;

  /** By transaction that none has to follow: equal for those that do the same; else unique. */
  private final int[] kind;

  private final int[] kindSeen;
  private int kindClock;

  private final IntArrayList ready = new IntArrayList();
  private final int[] readyIndex;
  private int[] rank;

  // The run so far; for each transaction, the values that it overwrote.
  private final IntArrayList run = new IntArrayList();
  private final IntArrayList overwritten = new IntArrayList();

  private final ObjectOpenHashSet<Situation> deadEnds = new ObjectOpenHashSet<>();
  private int situations;
  private int left;
  private long reserved;

  /** Candidates of all situations on the way, the best last. */
  private final IntArrayList choices = new IntArrayList();

  /** Two ints a situation: its first choice, and the length of the run before step 1. */
  private final IntArrayList way = new IntArrayList();

  ValueRuns(Polygraph graph, Budget budget) {
    this.graph = graph;
    this.budget = budget;
    int transactions = graph.transactionCount();
    EdgeList edges = new EdgeList();
    int stretches = graph.nodeCount - (graph.snapshots ? 2 : 1) * transactions;
    nodes = transactions + stretches;
    for (int e = 0; e < graph.edges.size(); e++) {
      int from = node(graph.edges.from(e));
      int to = node(graph.edges.to(e));
      if (from != to) {
        edges.add(from, to);
      }
    }
    after = Digraph.of(nodes, List.of(edges));
    observed = new int[graph.observationCount()];
    written = new int[graph.versionCount()];
    current = new int[graph.history.keyCount()];
    waitsFor = new int[nodes];
    done = new boolean[nodes];
    doneBits = new long[(nodes + 63) / 64];
    readyIndex = new int[nodes];
    kind = new int[nodes];
    numberValues();
    kindSeen = new int[nodes];
    findKinds();
  }

  /** Whether runs by values are worth a try: some read has several possible writers. */
  static boolean isNeeded(Polygraph graph) {
    for (int o = 0; o < graph.observationCount(); o++) {
      if (graph.candidateCount(o) != 1) {
        return true;
      }
    }
    return false;
  }

  private int node(int ofGraph) {
    int t = graph.transactionOf(ofGraph);
    return t >= 0 ? t : ofGraph - (graph.snapshots ? 1 : 0) * graph.transactionCount();
  }

  private boolean runs(int node) {
    return node >= graph.transactionCount() || (graph.present[node] && !graph.optional[node]);
  }

  private void numberValues() {
    History history = graph.history;
    for (int key = 0; key < current.length; key++) {
      current[key] = number(key, history.initialValue(key));
    }
    for (int o = 0; o < observed.length; o++) {
      int read = graph.observationOperation.getInt(o);
      long value =
          history.isListRead(read)
              ? listValue(graph.observationKey.getInt(o), graph.candidate(o, 0))
              : history.valueOf(read);
      observed[o] = number(graph.observationKey.getInt(o), value);
    }
    for (int v = 0; v < written.length; v++) {
      int write = graph.versionOperation[v];
      int key = graph.keyOfVersion(v);
      written[v] =
          number(key, history.isAppend(write) ? listValue(key, v) : history.valueOf(write));
    }
    readsLeft = new int[valueCount];
    writesLeft = new int[valueCount];
    for (int o = 0; o < observed.length; o++) {
      readsLeft[observed[o]] += runs(graph.observationReader.getInt(o)) ? 1 : 0;
    }
    for (int v = 0; v < written.length; v++) {
      writesLeft[written[v]] += runs(graph.versionWriter[v]) ? 1 : 0;
    }
  }

  /** Edges order the appends to a list, so that its last version stands for its elements. */
  private long listValue(int key, int version) {
    return version == History.INITIAL ? graph.history.initialValue(key) : -2L - version;
  }

  private int number(int key, long value) {
    Long2IntOpenHashMap ofKey =
        numbers.computeIfAbsent(
            key,
            unused -> {
              Long2IntOpenHashMap map = new Long2IntOpenHashMap();
              map.defaultReturnValue(NONE);
              return map;
            });
    int found = ofKey.get(value);
    if (found == NONE) {
      found = valueCount++;
      ofKey.put(value, found);
    }
    return found;
  }

  private void findKinds() {
    Map<List<Integer>, Integer> kinds = new HashMap<>();
    for (int t = 0; t < nodes; t++) {
      kind[t] = t;
      if (t < graph.transactionCount() && after.firstEdge(t) == after.endEdge(t)) {
        IntArrayList effects = new IntArrayList();
        for (int o = graph.readerFirst[t]; o < graph.readerFirst[t + 1]; o++) {
          effects.add(observed[o]);
        }
        effects.add(NONE);
        for (int i = graph.writerFirst[t]; i < graph.writerFirst[t + 1]; i++) {
          effects.add(written[graph.writerVersions[i]]);
        }
        Integer first = kinds.putIfAbsent(effects, t);
        kind[t] = first == null ? t : first;
      }
    }
  }

  /** The transactions of the run that was found. */
  int[] order() {
    return run.intStream().filter(t -> t < graph.transactionCount()).toArray();
  }

  /**
   * Looks for a run; to be called once.
   *
   * @param guess by transaction: when to try it, if several may run
   * @param mostSituations how many situations to look at before giving up
   */
  Result search(int[] guess, int mostSituations) {
    rank = Arrays.copyOf(guess, nodes);
    for (int o = 0; o < observed.length; o++) {
      if (graph.history.namedWriter(graph.observationOperation.getInt(o)).isPresent()) {
        return Result.GAVE_UP;
      }
    }
    Arrays.fill(readyIndex, NONE);
    for (int e = 0; e < after.edgeCount(); e++) {
      waitsFor[after.target(e)]++;
    }
    for (int v = 0; v < nodes; v++) {
      if (runs(v)) {
        left++;
      } else {
        for (int e = after.firstEdge(v); e < after.endEdge(v); e++) {
          waitsFor[after.target(e)]--;
        }
      }
    }
    for (int v = 0; v < nodes; v++) {
      if (runs(v) && waitsFor[v] == 0) {
        addReady(v);
      }
    }
    try {
      return descend(mostSituations);
    } finally {
      budget.release(reserved);
    }
  }

  private Result descend(int mostSituations) {
    enter(0);
    while (left > 0) {
      int firstChoice = way.getInt(way.size() - 2);
      if (choices.size() == firstChoice) {
        if (situations > mostSituations) {
          return Result.GAVE_UP;
        }
        noteDeadEnd();
        takeBack(way.popInt());
        way.popInt();
        if (way.isEmpty()) {
          return Result.NONE;
        }
        continue;
      }
      int next = choices.popInt();
      int before = run.size();
      execute(next);
      enter(before);
    }
    return Result.FOUND;
  }

  /** Steps 1 and 2; the situation begins with what was run from a place of the run on. */
  private void enter(int before) {
    situations++;
    budget.checkTime();
    // Step 1. What is run makes others ready, which come to stand at the end.
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = ready.size() - 1; i >= 0; i--) {
        int v = i < ready.size() ? ready.getInt(i) : NONE;
        if (v != NONE && fits(v) && changesNothing(v)) {
          execute(v);
          changed = true;
        }
      }
    }
    way.add(choices.size());
    way.add(before);
    if (!deadEnds.isEmpty() && deadEnds.contains(new Situation(doneBits, current))) {
      return;
    }
    // Step 2.
    kindClock++;
    int first = choices.size();
    for (int i = 0; i < ready.size(); i++) {
      int v = ready.getInt(i);
      if (fits(v) && !losesValue(v) && kindSeen[kind[v]] != kindClock) {
        kindSeen[kind[v]] = kindClock;
        choices.add(v);
      }
    }
    IntArrays.quickSort(
        choices.elements(), first, choices.size(), (a, b) -> Integer.compare(rank[b], rank[a]));
  }

  private boolean fits(int v) {
    if (v < graph.transactionCount()) {
      for (int o = graph.readerFirst[v]; o < graph.readerFirst[v + 1]; o++) {
        if (current[graph.observationKey.getInt(o)] != observed[o]) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether it writes at most what it has read. */
  private boolean changesNothing(int v) {
    if (v < graph.transactionCount()) {
      for (int i = graph.writerFirst[v]; i < graph.writerFirst[v + 1]; i++) {
        if (ownReads(v, written[graph.writerVersions[i]]) == 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether it would overwrite a value that others have to read and that never comes again. */
  private boolean losesValue(int v) {
    for (int i = graph.writerFirst[v]; i < graph.writerFirst[v + 1]; i++) {
      int version = graph.writerVersions[i];
      int key = graph.keyOfVersion(version);
      int now = current[key];
      if (now != written[version] && writesLeft[now] == 0 && readsLeft[now] > ownReads(v, now)) {
        return true;
      }
    }
    return false;
  }

  private int ownReads(int v, int value) {
    int own = 0;
    for (int o = graph.readerFirst[v]; o < graph.readerFirst[v + 1]; o++) {
      own += observed[o] == value ? 1 : 0;
    }
    return own;
  }

  private void addReady(int v) {
    readyIndex[v] = ready.size();
    ready.add(v);
  }

  private void removeReady(int v) {
    int last = ready.popInt();
    if (last != v) {
      ready.set(readyIndex[v], last);
      readyIndex[last] = readyIndex[v];
    }
    readyIndex[v] = NONE;
  }

  private void execute(int v) {
    removeReady(v);
    done[v] = true;
    doneBits[v >> 6] |= 1L << v;
    run.add(v);
    left--;
    if (v < graph.transactionCount()) {
      for (int o = graph.readerFirst[v]; o < graph.readerFirst[v + 1]; o++) {
        readsLeft[observed[o]]--;
      }
      for (int i = graph.writerFirst[v]; i < graph.writerFirst[v + 1]; i++) {
        int version = graph.writerVersions[i];
        int key = graph.keyOfVersion(version);
        overwritten.add(current[key]);
        current[key] = written[version];
        writesLeft[written[version]]--;
      }
    }
    for (int e = after.firstEdge(v); e < after.endEdge(v); e++) {
      int next = after.target(e);
      if (--waitsFor[next] == 0 && runs(next)) {
        addReady(next);
      }
    }
  }

  private void takeBack(int size) {
    while (run.size() > size) {
      int v = run.popInt();
      for (int e = after.firstEdge(v); e < after.endEdge(v); e++) {
        int next = after.target(e);
        if (waitsFor[next]++ == 0 && runs(next)) {
          removeReady(next);
        }
      }
      if (v < graph.transactionCount()) {
        for (int i = graph.writerFirst[v + 1] - 1; i >= graph.writerFirst[v]; i--) {
          int version = graph.writerVersions[i];
          writesLeft[written[version]]++;
          current[graph.keyOfVersion(version)] = overwritten.popInt();
        }
        for (int o = graph.readerFirst[v]; o < graph.readerFirst[v + 1]; o++) {
          readsLeft[observed[o]]++;
        }
      }
      left++;
      done[v] = false;
      doneBits[v >> 6] &= ~(1L << v);
      addReady(v);
    }
  }

  /** The values and the transactions that have run, at the end of step 1. */
  private void noteDeadEnd() {
    long bytes = 8L * doneBits.length + 4L * current.length + 64;
    if (deadEnds.add(new Situation(doneBits.clone(), current.clone()))) {
      budget.reserve(bytes, "situations of runs");
      reserved += bytes;
    }
  }

  private static final class Situation {
    private final long[] done;
    private final int[] values;

    Situation(long[] done, int[] values) {
      this.done = done;
      this.values = values;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Situation situation
          && Arrays.equals(done, situation.done)
          && Arrays.equals(values, situation.values);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(done) + Arrays.hashCode(values);
    }
  }
}
