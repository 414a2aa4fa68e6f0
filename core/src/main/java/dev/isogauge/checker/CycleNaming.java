package dev.isogauge.checker;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.graph.CycleSearch;
import dev.isogauge.graph.CycleSearch.Cycle;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Shows short cycles of a graph that is known to have cycles. */
public final class CycleNaming {
  private CycleNaming() {}

  /**
   * Adds what the cycles found within the time for naming mean.
   *
   * @param places by transaction its place, for choosing among cycles
   * @param relations the set of relations that cycles are made of
   * @param meaning what a cycle violates, if anything
   * @return why the anomalies do not show all, if they do not
   */
  public static Optional<String> add(
      DependencyGraph graph,
      int[] places,
      int relations,
      Limits limits,
      Function<Cycle, Optional<Anomaly>> meaning,
      List<Anomaly> anomalies) {
    List<Cycle> cycles = new ArrayList<>();
    Optional<String> incomplete = Optional.empty();
    try {
      Budget naming = new Budget(limits.evidence(), Long.MAX_VALUE);
      new CycleSearch(graph, places, naming::checkTime).findAll(relations, cycles);
    } catch (BudgetExceededException e) {
      incomplete = stoppedEarly(e);
    }
    cycles.stream().map(meaning).flatMap(Optional::stream).forEach(anomalies::add);
    return anomalies.isEmpty() && incomplete.isEmpty()
        ? Optional.of("there is a cycle, and no short one was found to show")
        : incomplete;
  }

  /** What to say when naming cannot go on. */
  public static Optional<String> stoppedEarly(BudgetExceededException e) {
    return e.limit() == Verdict.Cause.TIME
        ? outOfTime()
        : Optional.of("naming stopped early: " + e.getMessage());
  }

  /** What to say when the time for naming is over. */
  public static Optional<String> outOfTime() {
    return Optional.of("naming all anomalies would exceed the time limit");
  }
}
