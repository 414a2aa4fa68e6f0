package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.objects.ObjectOpenHashSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for a serial run by the values that reads saw, whichever transaction wrote them. Where
 * values repeat, that asks less than which write each read saw, and situations come again.
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
 * the number of situations is limited, and so is the memory for those noted: past it only their
 * hashes are. Two situations may share one, so that a run is overlooked, but then none is denied.
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

  /** What noted situations may take, and how many more are noted by their hash. */
  private static final long MOST_BYTES = 40L << 20;

  private static final int MOST_HASHES = 1_500_000;

  private static final long BYTES_OF_HASH = 16;

  private final Polygraph graph;
  private final Budget budget;
  private final long mostBytes;
  private final ObservedValues values;
  private final ValueRun run;

  /** By transaction that none has to follow: equal for those that do the same; else unique. */
  private final int[] kind;

  private final int[] kindSeen;
  private int kindClock;
  private int[] rank;

  private final ObjectOpenHashSet<Situation> deadEnds = new ObjectOpenHashSet<>();
  private final LongOpenHashSet hashesOfDeadEnds = new LongOpenHashSet();

  /** Whether something was left out that has the hash of a dead end, and may not be one. */
  private boolean trustedHash;

  private int situations;
  private long reserved;

  /** Candidates of all situations on the way, the best last. */
  private final IntArrayList choices = new IntArrayList();

  /** Two ints a situation: its first choice, and the length of the run before step 1. */
  private final IntArrayList way = new IntArrayList();

  ValueRuns(Polygraph graph, Budget budget) {
    this(graph, budget, MOST_BYTES);
  }

  /** Where situations past so many bytes are noted by their hash. */
  ValueRuns(Polygraph graph, Budget budget, long mostBytes) {
    this.mostBytes = mostBytes;
    this.graph = graph;
    this.budget = budget;
    values = new ObservedValues(graph);
    run = new ValueRun(graph, values);
    kind = new int[run.nodeCount()];
    kindSeen = new int[run.nodeCount()];
    findKinds();
  }

  /** Whether runs by values are worth a try: some read has several possible writers. */
  static boolean isNeeded(Polygraph graph) {
    for (int o = 0; o < graph.count(); o++) {
      if (graph.candidateCount(o) != 1) {
        return true;
      }
    }
    return false;
  }

  /** Whether reads name their writers, so that values alone do not say what they saw. */
  static boolean nameWriters(Polygraph graph) {
    for (int o = 0; o < graph.count(); o++) {
      if (graph.history.namedWriter(graph.read(o)).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private void findKinds() {
    Map<List<Integer>, Integer> kinds = new HashMap<>();
    for (int t = 0; t < kind.length; t++) {
      kind[t] = t;
      if (t < graph.transactionCount() && run.isLast(t)) {
        IntArrayList effects = new IntArrayList();
        for (int o = graph.first(t); o < graph.end(t); o++) {
          effects.add(values.observed[o]);
        }
        effects.add(NONE);
        for (int i = graph.firstWritten(t); i < graph.endWritten(t); i++) {
          effects.add(values.written[graph.written(i)]);
        }
        Integer first = kinds.putIfAbsent(effects, t);
        kind[t] = first == null ? t : first;
      }
    }
  }

  /** The transactions of the run that was found. */
  int[] order() {
    return run.order();
  }

  /**
   * Looks for a run; to be called once.
   *
   * @param guess by transaction: when to try it, if several may run
   * @param mostSituations how many situations to try before giving up
   */
  Result search(int[] guess, int mostSituations) {
    rank = Arrays.copyOf(guess, run.nodeCount());
    if (nameWriters(graph)) {
      return Result.GAVE_UP;
    }
    try {
      return descend(mostSituations);
    } finally {
      budget.release(reserved);
    }
  }

  private Result descend(int mostSituations) {
    enter(0);
    while (!run.isComplete()) {
      int firstChoice = way.getInt(way.size() - 2);
      if (choices.size() == firstChoice) {
        if (situations > mostSituations) {
          return Result.GAVE_UP;
        }
        noteDeadEnd();
        run.takeBack(way.popInt());
        way.popInt();
        if (way.isEmpty()) {
          return trustedHash ? Result.GAVE_UP : Result.NONE;
        }
        continue;
      }
      int next = choices.popInt();
      int before = run.size();
      run.execute(next);
      enter(before);
    }
    return Result.FOUND;
  }

  /**
   * Steps 1 and 2 of a new situation.
   *
   * @param before how many transactions had been executed before it
   */
  private void enter(int before) {
    situations++;
    budget.checkTime();
    // Step 1.
    run.runWhatChangesNothing();
    way.add(choices.size());
    way.add(before);
    if (isDeadEnd()) {
      return;
    }
    // Step 2.
    kindClock++;
    int first = choices.size();
    for (int v : run.ready()) {
      if (run.fits(v) && !run.losesValue(v) && kindSeen[kind[v]] != kindClock) {
        kindSeen[kind[v]] = kindClock;
        choices.add(v);
      }
    }
    IntArrays.quickSort(
        choices.elements(), first, choices.size(), (a, b) -> Integer.compare(rank[b], rank[a]));
  }

  private boolean isDeadEnd() {
    if (hashesOfDeadEnds.contains(run.hash())) {
      trustedHash = true;
      return true;
    }
    return !deadEnds.isEmpty()
        && deadEnds.contains(new Situation(run.hash(), run.done(), run.values()));
  }

  /** The values and the transactions that have run, at the end of step 1, while memory is left. */
  private void noteDeadEnd() {
    long bytes = 8L * run.done().length + 4L * run.values().length + 80;
    if (reserved + bytes <= mostBytes && hashesOfDeadEnds.isEmpty()) {
      if (deadEnds.add(new Situation(run.hash(), run.done().clone(), run.values().clone()))) {
        reserve(bytes);
      }
    } else if (hashesOfDeadEnds.size() < MOST_HASHES && hashesOfDeadEnds.add(run.hash())) {
      reserve(BYTES_OF_HASH);
    }
  }

  private void reserve(long bytes) {
    budget.reserve(bytes, "situations of runs");
    reserved += bytes;
  }

  private static final class Situation {
    private final long hash;
    private final long[] done;
    private final int[] values;

    Situation(long hash, long[] done, int[] values) {
      this.hash = hash;
      this.done = done;
      this.values = values;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Situation situation
          && hash == situation.hash
          && Arrays.equals(done, situation.done)
          && Arrays.equals(values, situation.values);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(hash);
    }
  }
}
