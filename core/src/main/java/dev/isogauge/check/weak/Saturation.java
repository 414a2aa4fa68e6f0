package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import java.util.List;

/**
 * Finds the commit-order edges that a level forces. What is found, with session order and
 * reads-from, has the same transitive closure as all that the level's axiom forces.
 */
interface Saturation {
  List<ForcedEdges> saturate(WeakIndex index, Budget budget);
}
