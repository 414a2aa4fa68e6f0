package dev.isogauge.shrink;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.verdict.Verdict;
import java.util.Set;

/** What came of shrinking a history. */
public sealed interface ShrinkResult {

  /** The verdict on what is left, or on the whole where nothing was done. */
  Verdict verdict();

  /**
   * A history that still violates the level, by a finding of the same kind.
   *
   * @param history the smallest that was found
   * @param verdict the verdict on it
   * @param kinds the kinds of which one finding had to stay; empty where the whole names none and
   *     any violation would do
   * @param minimal whether no single transaction and no single operation can be left out any more;
   *     not so if time ran out
   * @param checks how many parts were checked
   */
  record Shrunk(
      History history,
      Verdict.Violated verdict,
      Set<AnomalyKind> kinds,
      boolean minimal,
      int checks)
      implements ShrinkResult {
    public Shrunk {
      kinds = Set.copyOf(kinds);
    }
  }

  /** The history violates the level, but by no finding of the kinds that were asked for. */
  record NoSuchAnomaly(Verdict.Violated verdict) implements ShrinkResult {}

  /** The history is not known to violate the level: there is nothing to shrink. */
  record NotViolated(Verdict verdict) implements ShrinkResult {}
}
