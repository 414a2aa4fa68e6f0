package dev.isogauge.check.weak;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.search.Visibility;
import java.util.Arrays;
import java.util.List;

/**
 * Names every stale read after the published patterns TAP-h, i, k, l, m and n.
 *
 * <p>For t3 reading x from t1 and another writer t2 of x, the first row that fits names it:
 *
 * <ol>
 *   <li>NonMonotonicRead: t3 reads from t2 before some read of x from t1.
 *   <li>FracturedRead: t2 precedes t3 in its session, or t3 reads another key from t2.
 *   <li>CausalityViolation or ConflictingOrders: t2 happens before t3, which does not read x from
 *       it.
 * </ol>
 *
 * A row fits if t1 happens before t2 (h, k, m), or if both are unrelated and the commit order of
 * the row's rule puts t1 before t2 (i, l, n). One finding per t3, x, t1 and letter, with the
 * smallest t2. Transactions on a cycle of session order and reads-from are left out.
 *
 * <p>For each t3:
 *
 * <ol>
 *   <li>Collect what it reads: pairs of a key x and a source t1, and the set of its sources.
 *   <li>For each pair try the sources one by one as t2, with all rows.
 *   <li>Then try the writers of x in each session chain that precede t3 or happen before it. Those
 *       after t1 stand behind a border that binary search finds; the first of them is the smallest.
 *   <li>Those between what happens before t1 and what happens after it are unrelated to t1, and are
 *       tried one by one.
 *   <li>Report the smallest t2 of each letter.
 * </ol>
 *
 * <p>O(n · k · log n) and one step per unrelated writer visited.
 *
 * <p>Reference: Liu et al., "Plume: Efficient and Complete Black-Box Checking of Weak Isolation
 * Levels", OOPSLA 2024.
 */
final class Patterns {
  // Letters as indexes: the row's happens-before form, then its commit-order form.
  private static final int FORMS = 2;
  private static final AnomalyKind[] KINDS = {
    AnomalyKind.NON_MONOTONIC_READ,
    AnomalyKind.NON_MONOTONIC_READ_BY_COMMIT_ORDER,
    AnomalyKind.FRACTURED_READ,
    AnomalyKind.FRACTURED_READ_BY_COMMIT_ORDER,
    AnomalyKind.CAUSALITY_VIOLATION,
    AnomalyKind.CONFLICTING_ORDERS,
  };
  private static final List<Visibility> ROWS =
      List.of(Visibility.READ_COMMITTED, Visibility.READ_ATOMIC, Visibility.CAUSAL);

  private final WeakIndex index;
  private final SessionOrder chains;
  private final CausalOrder causal;
  private final HappensBefore before;
  private final WriterZones zones;
  private final boolean[] onCycle;
  private final UnrelatedOrders orders;
  private final Visibility strongest;
  private final StaleReadEvidence evidence;
  private final ReaderView view;

  /** By letter: the smallest t2 found for the current t3, x and t1, as a transaction. */
  private final int[] witness = new int[KINDS.length];

  Patterns(
      WeakIndex index,
      CausalOrder causal,
      HappensBefore before,
      WriterZones zones,
      boolean[] onCycle,
      UnrelatedOrders orders,
      Visibility strongest,
      StaleReadEvidence evidence) {
    this.index = index;
    this.chains = index.chains();
    this.causal = causal;
    this.before = before;
    this.zones = zones;
    this.onCycle = onCycle;
    this.orders = orders;
    this.strongest = strongest;
    this.view = new ReaderView(index);
    this.evidence = evidence;
  }

  void find(AnomalyTally findings, Budget budget) {
    for (int t3 = 0; t3 < index.nodeCount(); t3++) {
      if ((t3 & 0x3f) == 0) {
        budget.checkTime();
      }
      if (causal.isInCycle(t3)) {
        continue;
      }
      // Step 1.
      view.look(t3);
      for (int pair = 0; pair < view.pairCount(); pair++) {
        int t1 = view.pairSource(pair);
        if (t1 == WeakIndex.INITIAL || (onCycle[t1] && !causal.isInCycle(t1))) {
          Arrays.fill(witness, Integer.MAX_VALUE);
          trySources(pair, t1);
          if (strongest != Visibility.READ_COMMITTED) {
            tryChains(t3, view.pairKey(pair), t1);
          }
          report(findings, pair, t1);
        }
      }
    }
  }

  /** Step 2: transactions that t3 reads from, one by one. */
  private void trySources(int pair, int t1) {
    int x = view.pairKey(pair);
    for (int s = 0; s < view.sourceCount(); s++) {
      int t2 = view.source(s);
      if (isPossible(t2, x, t1) && index.writes(t2, x)) {
        boolean[] when = {
          view.firstPlace(s) < view.pairLast(pair),
          chains.sessionBefore(t2, view.node()) || view.readsOtherKey(s, x),
          !view.readsKey(s, x),
        };
        name(t2, letter(t1, t2, when));
      }
    }
  }

  private boolean isPossible(int t2, int x, int t1) {
    return t2 != t1
        && t2 != view.node()
        && onCycle[t2]
        && !causal.isInCycle(t2)
        && !isShown(t2, x, t1);
  }

  /** Whether the list x that ends with what t1 appended shows t2's append, too. */
  private boolean isShown(int t2, int x, int t1) {
    return t1 != WeakIndex.INITIAL
        && index.lists().isPresent()
        && index.writes(t2, x)
        && index.lists().get().showsAlso(t2, view.node(), x, t1);
  }

  /** The letter of the first row that fits, or {@code NONE}. */
  private int letter(int t1, int t2, boolean[] when) {
    boolean after = before.before(t1, t2);
    if (!after && before.before(t2, t1)) {
      return NONE;
    }
    for (int row = 0; row < strongest.included().size(); row++) {
      if (when[row] && (after || orders.inOneCycle(ROWS.get(row), t1, t2))) {
        return row * FORMS + (after ? 0 : 1);
      }
    }
    return NONE;
  }

  /** Steps 3 and 4: writers that precede t3 in its session or otherwise happen before it. */
  private void tryChains(int t3, int x, int t1) {
    WritersByChain writers = zones.writers();
    for (int s = writers.firstSegment(x); s < writers.endSegment(x); s++) {
      int chain = writers.chain(s);
      int sessionEnd = chains.sessionEnd(t3, chain);
      int end = strongest == Visibility.CAUSAL ? before.bound(t3, chain) : sessionEnd;
      int firstAfter = zones.firstAfter(s, t1);
      int lastPlace = writers.firstAtOrAfter(s, end);
      tryAfter(s, firstAfter, lastPlace, x, t1, sessionEnd);
      if (t1 != WeakIndex.INITIAL) {
        tryUnrelated(
            zones.firstNotBefore(s, t1), Math.min(firstAfter, lastPlace), x, t1, sessionEnd);
      }
    }
  }

  /** Step 3: the first one of the session and the first other one are the smallest. */
  private void tryAfter(int segment, int begin, int end, int x, int t1, int sessionEnd) {
    int sessionPlaces = Math.min(end, zones.writers().firstAtOrAfter(segment, sessionEnd));
    tryFirst(begin, sessionPlaces, x, t1, Visibility.READ_ATOMIC);
    tryFirst(Math.max(begin, sessionPlaces), end, x, t1, Visibility.CAUSAL);
  }

  private void tryFirst(int begin, int end, int x, int t1, Visibility row) {
    for (int place = begin; place < end; place++) {
      int t2 = zones.writers().writer(place);
      if (isPossible(t2, x, t1) && !view.readsFrom(t2)) {
        name(t2, ROWS.indexOf(row) * FORMS);
        return;
      }
    }
  }

  /** Step 4. */
  private void tryUnrelated(int begin, int end, int x, int t1, int sessionEnd) {
    boolean[] when = {false, false, true};
    for (int place = begin; place < end; place++) {
      int t2 = zones.writers().writer(place);
      if (isPossible(t2, x, t1) && !view.readsFrom(t2)) {
        when[ROWS.indexOf(Visibility.READ_ATOMIC)] = t2 < sessionEnd;
        name(t2, letter(t1, t2, when));
      }
    }
  }

  private void name(int t2, int letter) {
    if (letter != NONE) {
      witness[letter] = Math.min(witness[letter], chains.transaction(t2));
    }
  }

  /** Step 5. */
  private void report(AnomalyTally findings, int pair, int t1) {
    for (int letter = 0; letter < KINDS.length; letter++) {
      if (witness[letter] != Integer.MAX_VALUE) {
        AnomalyKind kind = KINDS[letter];
        Visibility row = ROWS.get(letter / FORMS);
        int t2 = chains.node(witness[letter]);
        findings.add(kind, () -> evidence.of(kind, row, view.pairKey(pair), t1, t2, view.node()));
      }
    }
  }
}
