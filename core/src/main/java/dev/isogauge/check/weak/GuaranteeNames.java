package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.search.Visibility;
import java.util.Map;
import java.util.TreeMap;

/**
 * Names reads that break a session guarantee by themselves: t3 reads x from t1 although t2, which
 * the guarantee makes visible to it, overwrote that, since t1 happens before t2 or a list shows it
 * so. One finding per t3, x and t1, with the first t2 that {@link VisibleBySession} finds. Where
 * the order of t1 and t2 follows only from what others read, the cycle of the commit order is the
 * finding.
 */
final class GuaranteeNames {
  private record Stale(int t3, int x, int t1) implements Comparable<Stale> {
    @Override
    public int compareTo(Stale other) {
      if (t3 != other.t3) {
        return Integer.compare(t3, other.t3);
      }
      return x != other.x ? Integer.compare(x, other.x) : Integer.compare(t1, other.t1);
    }
  }

  private final WeakIndex index;
  private final SessionOrder chains;
  private final CausalOrder causal;
  private final HappensBefore before;
  private final boolean[] onCycle;
  private final Visibility rule;
  private final WeakEvidence evidence;
  private final Map<Stale, Integer> overwriter = new TreeMap<>();

  GuaranteeNames(
      WeakIndex index,
      CausalOrder causal,
      HappensBefore before,
      boolean[] onCycle,
      Visibility rule,
      WeakEvidence evidence) {
    this.index = index;
    this.chains = index.chains();
    this.causal = causal;
    this.before = before;
    this.onCycle = onCycle;
    this.rule = rule;
    this.evidence = evidence;
  }

  void find(AnomalyTally findings, Budget budget) {
    // What is on a causal cycle is a finding of its own, and hides no other.
    VisibleBySession visible =
        new VisibleBySession(
            index,
            rule,
            VisibleBySession.readers(index, rule),
            this::look,
            t2 -> !causal.isInCycle(t2));
    for (int s = 0; s < index.history().sessionCount(); s++) {
      visible.find(s, budget);
    }
    overwriter.forEach((stale, t2) -> findings.add(kind(), () -> anomaly(stale, t2)));
  }

  private void look(int t3, int x, int t1, int t2) {
    if (onCycle[t2]
        && (before.before(t1, t2) || !evidence.overwrites(x, t1, t2).isEmpty())
        && !onCausalCycle(t1)
        && !onCausalCycle(t2)
        && !onCausalCycle(t3)) {
      overwriter.merge(new Stale(t3, x, t1), t2, Math::min);
    }
  }

  private boolean onCausalCycle(int node) {
    return node != WeakIndex.INITIAL && causal.isInCycle(node);
  }

  private AnomalyKind kind() {
    return AnomalyKind.ofGuarantee(rule.level());
  }

  private Anomaly anomaly(Stale stale, int t2) {
    int read = evidence.firstRead(stale.t1(), stale.t3(), key -> key == stale.x());
    return Anomaly.ofStaleRead(
        kind(),
        index.history(),
        read,
        stale.t1() == WeakIndex.INITIAL ? History.INITIAL : chains.transaction(stale.t1()),
        evidence.finalWrite(t2, stale.x()),
        before.before(stale.t1(), t2)
            ? evidence.happensBefore(stale.t1(), t2)
            : evidence.overwrites(stale.x(), stale.t1(), t2),
        evidence.visible(rule, t2, stale.t3(), read));
  }
}
