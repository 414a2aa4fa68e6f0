package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.search.Visibility;
import java.util.List;

/**
 * Finds the commit-order edges that a level forces. What is found, with session order and
 * reads-from, has the same transitive closure as all that the level's axiom forces.
 */
interface Saturation {
  List<ForcedEdges> saturate(WeakIndex index, Budget budget);

  /** The fast way to the edges that a level forces. */
  static Saturation of(Visibility level) {
    return switch (level) {
      case READ_COMMITTED -> new ReadCommitted();
      case READ_ATOMIC -> new ReadAtomic();
      case CAUSAL -> Causal.onAllCores();
      case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
          new SessionGuarantee(level);
      case PREFIX, PARALLEL, SNAPSHOT, SERIAL ->
          throw new IllegalStateException(level + " is not saturated");
    };
  }
}
