package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.search.Visibility;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.ListAppends;
import dev.isogauge.versions.ListReads;
import dev.isogauge.versions.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Checks read committed, read atomic, causal consistency, cut isolation and session guarantees;
 * prefix consistency, parallel snapshot isolation and the levels that a history records with its
 * transactions, for which steps 2 to 4 do not apply, since commits make visible.
 *
 * <ol>
 *   <li>Read consistency: find the reads that are wrong by themselves; they are left out below.
 *       Lists show the order of their appends, which the commit order keeps.
 *   <li>Find the commit-order edges that the level forces ({@link Saturation}). In few sessions
 *       with long transactions, those of causal consistency come first: they cost less there.
 *   <li>The level holds if there was no wrong read and the commit order has no cycle ({@link
 *       ForcedCommitOrder}); the order found is the witness.
 *   <li>If not, name the anomalies ({@link Classification}). The verdict does not wait for this.
 *   <li>Reads with several possible writers are left out so far. If nothing was wrong, look for a
 *       choice of writers and an order of commits with which the level holds ({@link
 *       ChoiceSearch}), or else for a smallest set of reads for which there is none ({@link
 *       ChoiceRefutation}).
 * </ol>
 */
public final class WeakChecker extends Checker {
  private static final int MOST_NOTES = 100;
  private static final int FEW_SESSIONS = 32;
  private static final int MANY_READS = 64;

  private final IsolationLevel level;
  private final Limits limits;
  private final OptionalLong begin;
  private final Function<History, Optional<Witness>> stronger;

  public WeakChecker(IsolationLevel level, Limits limits) {
    this(level, limits, OptionalLong.empty(), history -> Optional.empty());
  }

  private WeakChecker(
      IsolationLevel level,
      Limits limits,
      OptionalLong begin,
      Function<History, Optional<Witness>> stronger) {
    this.level = level;
    this.limits = limits;
    this.begin = begin;
    this.stronger = stronger;
  }

  /** The same with a quick way to show that a stronger level holds, and so this one. */
  public WeakChecker trying(Function<History, Optional<Witness>> newStronger) {
    return new WeakChecker(level, limits, begin, newStronger);
  }

  /** The same where time counts from then on, by {@link System#nanoTime()}. */
  public WeakChecker since(long newBegin) {
    return new WeakChecker(level, limits, OptionalLong.of(newBegin), stronger);
  }

  /** Whether an order of commits is searched for, since by a level commits make visible. */
  public static boolean searches(IsolationLevel level) {
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
    Budget budget =
        new Budget(limits.timeout(), limits.memoryBytes(), begin.orElseGet(System::nanoTime));
    List<Anomaly> notes =
        searches(level)
            ? new ArrayList<>(OverlappingSessions.notes(history))
            : duplicateNotes(history);
    try {
      if (searches(level)) {
        return checkByCommits(history, budget, notes);
      }
      budget.reserve(WeakIndex.bytes(history), "the history");
      return level == IsolationLevel.CUT_ISOLATION
          ? checkCutIsolation(history, budget, notes)
          : checkOrder(history, budget, notes);
    } catch (BudgetExceededException e) {
      return e.verdict(notes);
    }
  }

  /** Steps 1 and 5 where what is visible depends on the order of commits. */
  private Verdict checkByCommits(History history, Budget budget, List<Anomaly> notes) {
    List<Anomaly> faults = ListReads.faults(history, budget::checkTime);
    if (!faults.isEmpty()) {
      return AnomalyTally.violated(faults, limits.maxAnomalies(), Optional.empty(), notes);
    }
    if (level != IsolationLevel.RECORDED) {
      return search(history, Visibility.ofAll(level), budget, notes);
    }
    RecordedLevels recorded = new RecordedLevels(history);
    return recorded
        .flaw()
        .map(flaw -> (Verdict) new Verdict.Unknown(flaw, notes))
        .orElseGet(() -> search(history, recorded, budget, notes));
  }

  private Verdict checkCutIsolation(History history, Budget budget, List<Anomaly> notes) {
    AnomalyTally findings = new AnomalyTally(limits.maxAnomalies());
    new CutIsolation(history, false).forEachViolation(findings::add);
    AnomalyTally faults = new AnomalyTally(limits.maxAnomalies());
    addFaultyReads(history, faults);
    if (history.hasLists()) {
      Versions lists = lists(history, budget).orElseThrow();
      lists.findings().forEach(faults::add);
      ListReads.nonRepeatable(history, lists).forEach(findings::add);
      if (findings.isEmpty() && lists.open(true).isPresent() && ListReads.areTwice(history)) {
        return new Verdict.Unknown(lists.open(true).get(), notes);
      }
    }
    notes.addAll(0, faults.sorted().anomalies());
    if (findings.isEmpty() && firstUndecided(history) != History.NONE) {
      new CutIsolation(history, true).forEachViolation(findings::add);
    }
    if (!findings.isEmpty()) {
      return findings.sorted().violated(Optional.empty(), notes);
    }
    return new Verdict.Satisfied(Witness.recorded(), notes);
  }

  private Verdict checkOrder(History history, Budget budget, List<Anomaly> notes) {
    // Step 1.
    AnomalyTally findings = new AnomalyTally(limits.maxAnomalies());
    addFaultyReads(history, findings);
    Optional<Versions> lists = lists(history, budget);
    lists.ifPresent(shown -> shown.findings().forEach(findings::add));
    // Step 2.
    Visibility rule = Visibility.of(level);
    WeakIndex index = new WeakIndex(history, lists, rule.isTransitive());
    notes.addAll(OverlappingSessions.notes(history));
    if (findings.isEmpty() && lists.isEmpty() && isCheaperToImply(index)) {
      Optional<int[]> causal = impliedOrder(index, budget);
      if (causal.isPresent()) {
        return choose(history, witness(index, causal.get()), budget, notes);
      }
    }
    List<ForcedEdges> forced = Saturation.of(rule).saturate(index, budget);
    // Step 3.
    Optional<int[]> order = order(index, forced, budget);
    if (order.isPresent() && findings.isEmpty()) {
      Verdict verdict = choose(history, witness(index, order.get()), budget, notes);
      Optional<String> open = lists.flatMap(shown -> shown.open(true));
      return verdict instanceof Verdict.Satisfied
              && open.isPresent()
              && ListAppends.asShown(history, budget::checkTime).open(true).isPresent()
          ? new Verdict.Unknown(open.get(), notes)
          : verdict;
    }
    // Step 4.
    Optional<String> incomplete = Optional.empty();
    if (level.implies(IsolationLevel.CUT_ISOLATION)) {
      new CutIsolation(history, false).forEachViolation(findings::add);
      lists.ifPresent(shown -> ListReads.nonRepeatable(history, shown).forEach(findings::add));
    }
    if (order.isEmpty()) {
      incomplete = new Classification(index, rule, forced, limits, findings).run();
    }
    return findings.sorted().violated(incomplete, notes);
  }

  private static Optional<int[]> order(WeakIndex index, List<ForcedEdges> forced, Budget budget) {
    return forced.stream().allMatch(edges -> edges.beforeInitial().isEmpty())
        ? new ForcedCommitOrder(index, ForcedCommitOrder.edges(index, forced)).sort(budget)
        : Optional.empty();
  }

  /**
   * Whether causal consistency costs less than a level that it implies: it compares sessions where
   * the others compare pairs of a transaction's operations.
   */
  private boolean isCheaperToImply(WeakIndex index) {
    return (level == IsolationLevel.READ_COMMITTED || level == IsolationLevel.READ_ATOMIC)
        && index.chains().chainCount() <= FEW_SESSIONS
        && index.readCount() >= (long) MANY_READS * index.nodeCount();
  }

  /** An order of commits that gives causal consistency; empty if none is found. */
  private static Optional<int[]> impliedOrder(WeakIndex index, Budget budget) {
    try {
      return order(index, Saturation.of(Visibility.CAUSAL).saturate(index, budget), budget);
    } catch (BudgetExceededException e) {
      return Optional.empty();
    }
  }

  private static Optional<Versions> lists(History history, Budget budget) {
    if (!history.hasLists()) {
      return Optional.empty();
    }
    budget.reserve(Versions.bytes(history), "the order of versions");
    return Optional.of(ListAppends.ORDER.versions(history, budget::checkTime));
  }

  private static Witness witness(WeakIndex index, int[] nodes) {
    return Witness.serial(Arrays.stream(nodes).map(index.chains()::transaction).toArray());
  }

  /** Step 5: a read that several writes explain was left out, so nothing is proved yet. */
  private Verdict choose(History history, Witness witness, Budget budget, List<Anomaly> notes) {
    if (firstUndecided(history) == History.NONE) {
      return new Verdict.Satisfied(witness, notes);
    }
    Optional<Witness> implied = stronger.apply(history);
    return implied.isPresent()
        ? new Verdict.Satisfied(implied.get(), notes)
        : search(history, Visibility.ofAll(level), budget, notes);
  }

  private Verdict search(
      History history, IntFunction<Visibility> visibility, Budget budget, List<Anomaly> notes) {
    ChoiceSearch.Found found;
    try {
      found = ChoiceSearch.find(history, visibility, budget);
    } catch (BudgetExceededException e) {
      return new Verdict.Unknown(e.getMessage() + several(history), e.limit(), notes);
    }
    if (found.run().isPresent()) {
      return new Verdict.Satisfied(
          level == IsolationLevel.PREFIX_CONSISTENCY
              ? found.run().get().withStarts()
              : found.run().get().witness(),
          notes);
    }
    if (found.open().isPresent()) {
      return new Verdict.Unknown(found.open().get(), notes);
    }
    ChoiceRefutation refutation =
        new ChoiceRefutation(
            history, level, visibility, new Budget(limits.evidence(), limits.memoryBytes()));
    List<Anomaly> anomalies = refutation.find().map(List::<Anomaly>of).orElse(List.of());
    return AnomalyTally.violated(anomalies, limits.maxAnomalies(), refutation.incomplete(), notes);
  }

  private static String several(History history) {
    int read = firstUndecided(history);
    if (read == History.NONE) {
      return "";
    }
    int[] candidates = history.candidates(read);
    return String.format(
        ", since %s reads %s = %s, which both %s and %s wrote%s; write every value of a key only once",
        history.transactionName(history.transactionOf(read)),
        history.keyName(history.keyOf(read)),
        history.valueName(read),
        writer(history, candidates[0]),
        writer(history, candidates[1]),
        candidates.length > 2 ? " (and " + (candidates.length - 2) + " more)" : "");
  }

  /** The first read of a counting transaction that several writes could explain. */
  private static int firstUndecided(History history) {
    for (int i = 0; !history.allReadsClean() && i < history.operationCount(); i++) {
      if (!history.isWrite(i)
          && history.readFrom(i) == History.SEVERAL
          && history.counts(history.transactionOf(i))) {
        return i;
      }
    }
    return History.NONE;
  }

  private static String writer(History history, int write) {
    return history.transactionName(
        write == History.INITIAL ? History.INITIAL : history.transactionOf(write));
  }

  private static void addFaultyReads(History history, AnomalyTally tally) {
    Anomaly.forEachFaultyRead(
        history,
        i ->
            tally.add(
                AnomalyKind.of(history.readStatus(i)), () -> Anomaly.ofFaultyRead(history, i)));
  }

  private static List<Anomaly> duplicateNotes(History history) {
    List<Anomaly> notes = new ArrayList<>();
    for (int[] group : history.duplicateWrites()) {
      if (notes.size() < MOST_NOTES && !history.isDelete(group[1])) {
        notes.add(
            Anomaly.of(
                AnomalyKind.DUPLICATE_WRITE,
                Part.ofVersion(Role.FIRST, history, group[0], history.keyOf(group[1])),
                Part.ofOperation(Role.SECOND, history, group[1])));
      }
    }
    return notes;
  }
}
