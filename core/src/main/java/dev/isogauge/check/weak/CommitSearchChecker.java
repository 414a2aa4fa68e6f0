package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.search.Observations;
import dev.isogauge.search.Visibility;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.ListAppends;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Checks prefix consistency, parallel snapshot isolation and the levels that a history records with
 * its transactions, of registers and lists.
 *
 * <ol>
 *   <li>Reads that are wrong by themselves violate all of them.
 *   <li>Look for an order of commits that gives every read what it saw, whichever writer that is
 *       where several wrote the value ({@link ChoiceSearch}).
 *   <li>If there is none, find a smallest set of reads for which there is none.
 * </ol>
 *
 * <p>Reference: Cerone, Bernardi and Gotsman, "A Framework for Transactional Consistency Models
 * with Atomic Visibility", CONCUR 2015.
 */
public final class CommitSearchChecker extends Checker {
  private final IsolationLevel level;
  private final Limits limits;
  private final long begin;

  /** A checker of one of these levels. */
  public CommitSearchChecker(IsolationLevel level, Limits limits) {
    this(level, limits, System.nanoTime());
  }

  /** The same where time counts from then on, by {@link System#nanoTime()}. */
  public CommitSearchChecker(IsolationLevel level, Limits limits, long begin) {
    this.level = level;
    this.limits = limits;
    this.begin = begin;
  }

  /** Whether it is a level for this checker. */
  public static boolean decides(IsolationLevel level) {
    return level == IsolationLevel.PREFIX_CONSISTENCY
        || level == IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION
        || level == IsolationLevel.RECORDED;
  }

  /** Which transaction has no level that it could be judged by, if one has none. */
  public static Optional<String> missingLevel(History history) {
    return new RecordedLevels(history).flaw();
  }

  @Override
  protected Verdict decide(History history) {
    List<Anomaly> notes = new ArrayList<>(OverlappingSessions.notes(history));
    try {
      Budget budget = new Budget(limits.timeout(), limits.memoryBytes(), begin);
      // Step 1.
      List<Anomaly> faults = new ArrayList<>();
      Anomaly.forEachFaultyRead(history, i -> faults.add(Anomaly.ofFaultyRead(history, i)));
      if (history.hasLists()) {
        faults.addAll(ListAppends.ORDER.versions(history, budget::checkTime).findings());
      }
      if (!faults.isEmpty()) {
        return AnomalyTally.violated(faults, limits.maxAnomalies(), Optional.empty(), notes);
      }
      // Step 2.
      IntFunction<Visibility> visibility;
      if (level == IsolationLevel.RECORDED) {
        RecordedLevels recorded = new RecordedLevels(history);
        if (recorded.flaw().isPresent()) {
          return new Verdict.Unknown(recorded.flaw().get(), notes);
        }
        visibility = recorded;
      } else {
        visibility = Visibility.ofAll(level);
      }
      ChoiceSearch.Found found = ChoiceSearch.find(history, visibility, budget);
      if (found.run().isPresent()) {
        return new Verdict.Satisfied(witness(found.run().get()), notes);
      }
      return found.open().isPresent()
          ? new Verdict.Unknown(found.open().get(), notes)
          : unordered(history, visibility, notes);
    } catch (BudgetExceededException e) {
      return e.verdict(notes);
    }
  }

  private Witness witness(ChoiceSearch.Run run) {
    return level == IsolationLevel.PREFIX_CONSISTENCY
        ? Witness.overlapping(startsAndCommits(run))
        : run.witness();
  }

  /** Each transaction starts as soon as it may: behind the last that it follows or reads from. */
  private static int[] startsAndCommits(ChoiceSearch.Run run) {
    Observations possible = run.possible();
    int[] order = run.order();
    int[] place = new int[possible.history.transactionCount()];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    // By place, and first those that start before all commits: which start behind it.
    IntArrayList[] starts = new IntArrayList[order.length + 1];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = new IntArrayList(0);
    }
    for (int t : order) {
      int last = -1;
      for (int p : possible.sessions().predecessors(t)) {
        last = Math.max(last, place[p]);
      }
      for (int o = possible.first(t); o < possible.end(t); o++) {
        last = run.chosen()[o] == History.INITIAL ? last : Math.max(last, place[run.chosen()[o]]);
      }
      starts[last + 1].add(t);
    }
    IntArrayList events = new IntArrayList(starts[0]);
    for (int i = 0; i < order.length; i++) {
      events.add(~order[i]);
      events.addAll(starts[i + 1]);
    }
    return events.toIntArray();
  }

  /** Step 3. */
  private Verdict unordered(
      History history, IntFunction<Visibility> visibility, List<Anomaly> notes) {
    ChoiceRefutation refutation =
        new ChoiceRefutation(
            history, level, visibility, new Budget(limits.evidence(), limits.memoryBytes()));
    List<Anomaly> anomalies = refutation.find().map(List::<Anomaly>of).orElse(List.of());
    return AnomalyTally.violated(anomalies, limits.maxAnomalies(), refutation.incomplete(), notes);
  }
}
