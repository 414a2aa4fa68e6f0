package dev.isogauge.shrink;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.shrink.Projection.Projected;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One search for a minimal part of a history.
 *
 * <ol>
 *   <li>Guess: a part with the transactions of a finding's evidence, then also with reads of the
 *       lists that they append to, then with the writers of what they read, then with the versions
 *       that came before, then with all that these depend on. The first that still violates is
 *       where to go on from; else the whole is.
 *   <li>Leave out sessions, then transactions, then keys (where predicates are read), then
 *       predicate reads, then operations: half of them at a time, then quarters, down to single
 *       ones (delta debugging, Zeller and Hildebrandt), as long as what is left still violates.
 *   <li>Repeat step 2 until it changes nothing: then no single one can be left out.
 * </ol>
 *
 * <p>A guess makes the size of the whole irrelevant; without one O(n log n) checks are usual, O(n²)
 * the worst case.
 */
final class Reduction {
  /** How many findings are tried as a guess, those with the fewest transactions. */
  private static final int GUESSES = 8;

  private final History whole;
  private final Set<AnomalyKind> kinds;
  private final TimedCheck check;
  private final Shrinker.Listener listener;
  private final Projection projection;

  /** The smallest part so far; nothing before the first. */
  private Projected smallest;

  private Verdict.Violated verdict;

  Reduction(
      History whole,
      Verdict.Violated verdict,
      Set<AnomalyKind> kinds,
      TimedCheck check,
      Shrinker.Listener listener) {
    this(whole, verdict, kinds, check, listener, new Projection(whole, check.question()));
  }

  Reduction(
      History whole,
      Verdict.Violated verdict,
      Set<AnomalyKind> kinds,
      TimedCheck check,
      Shrinker.Listener listener,
      Projection projection) {
    this.whole = whole;
    this.kinds = kinds;
    this.check = check;
    this.listener = listener;
    this.projection = projection;
    this.smallest = new Projected(HistoryPart.nothing(), whole);
    this.verdict = verdict;
  }

  ShrinkResult.Shrunk run() {
    smallest = new Projected(HistoryPart.whole(whole), whole);
    // Step 1.
    guess(findings(), whole.transactionCount());
    return reduced();
  }

  /**
   * As {@link #run} for one finding, but only from a guess of at most some transactions; then the
   * size of the whole does not matter any more, since the guess is shrunk as a history of its own,
   * unless it has nothing but what the finding names.
   */
  Optional<History> guessed(Anomaly finding, int mostTransactions) {
    if (!guess(List.of(finding), mostTransactions)) {
      return Optional.empty();
    }
    if (new Support(whole, projection).isAllNamed(smallest.part(), finding)) {
      return Optional.of(smallest.history());
    }
    Reduction small = new Reduction(smallest.history(), verdict, kinds, check, listener);
    small.smallest = new Projected(HistoryPart.whole(small.whole), small.whole);
    return Optional.of(small.reduced().history());
  }

  private List<Anomaly> findings() {
    List<Anomaly> findings = new ArrayList<>();
    for (Anomaly anomaly : verdict.anomalies()) {
      if (kinds.contains(anomaly.kind())) {
        findings.add(anomaly);
      }
    }
    return findings;
  }

  private ShrinkResult.Shrunk reduced() {
    boolean changed = true;
    while (changed && !check.isTimeOver()) {
      // Step 2.
      changed = false;
      for (Unit unit : Unit.values()) {
        changed |= leaveOut(unit);
      }
      // Step 3.
    }
    return new ShrinkResult.Shrunk(
        smallest.history(), verdict, kinds, !check.isTimeOver(), check.count());
  }

  private boolean guess(List<Anomaly> findings, int mostTransactions) {
    Support support = new Support(whole, projection);
    List<BitSet> named = new ArrayList<>();
    for (Anomaly finding : findings) {
      named.add(support.of(finding));
    }
    if (named.size() > 1) {
      named.sort(Comparator.comparingInt(BitSet::cardinality));
      named = named.subList(0, Math.min(GUESSES, named.size()));
    }
    for (Support.Extent extent : Support.Extent.values()) {
      for (BitSet transactions : named) {
        HistoryPart part = support.part(transactions, extent);
        if (part.transactions().cardinality() <= mostTransactions && isStillViolating(part)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Leaves out what can be, in ever smaller chunks; whether anything could. */
  private boolean leaveOut(Unit unit) {
    boolean any = false;
    int size = Math.max(1, unit.members(whole, smallest.part()).cardinality() / 2);
    while (!check.isTimeOver()) {
      boolean left = leaveOut(unit, size);
      any |= left;
      if (size == 1 && !left) {
        break;
      }
      size = Math.max(1, size / 2);
    }
    return any;
  }

  private boolean leaveOut(Unit unit, int size) {
    boolean any = false;
    int[] members = unit.members(whole, smallest.part()).stream().toArray();
    for (int end = members.length; end > 0; end -= size) {
      BitSet chunk = new BitSet();
      for (int i = Math.max(0, end - size); i < end; i++) {
        chunk.set(members[i]);
      }
      // Some may have gone together with others.
      chunk.and(unit.members(whole, smallest.part()));
      if (!chunk.isEmpty()) {
        any |= isStillViolating(unit.without(whole, smallest.part(), chunk));
      }
    }
    return any;
  }

  /** Whether the part violates by a finding of the kind; if so it is the smallest from now on. */
  private boolean isStillViolating(HistoryPart part) {
    if (check.isTimeOver()) {
      return false;
    }
    Projected projected = projection.of(part);
    if (projected.part().isEmpty()
        || !(check.of(projected.history()) instanceof Verdict.Violated violated)
        || !isOfKind(violated)) {
      return false;
    }
    smallest = projected;
    verdict = violated;
    listener.shrunkTo(projected.history().transactionCount(), projected.history().operationCount());
    return true;
  }

  private boolean isOfKind(Verdict.Violated violated) {
    return kinds.isEmpty() || !Collections.disjoint(kinds, violated.counts().keySet());
  }
}
