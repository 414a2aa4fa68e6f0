package dev.isogauge.generate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Has anomalies and faults planted at random places of a history that is being generated. */
final class Injector {
  private final Planter planter;
  private final List<Due> waiting = new ArrayList<>();
  private int next;

  /** A plant and the number of committed transactions of the store that precede it. */
  private record Due(int committed, Injection what) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return Integer.compare(committed, other.committed);
    }
  }

  Injector(WorkloadSpec spec, List<Injection> injections, HistoryCollector recorder, Clock clock) {
    planter = new Planter(spec, recorder, clock);
    // Its own random numbers, so that planting does not change what the store's clients do.
    SplitMix random = new SplitMix(spec.seed() ^ 0x5DEECE66DL);
    for (Injection injection : injections) {
      for (int i = 0; i < injection.count(); i++) {
        waiting.add(new Due(random.below(spec.transactions() + 1), injection));
      }
    }
    Collections.sort(waiting);
  }

  /** Plants what stands before the store's next transaction. */
  void plantDue(int committed) {
    while (next < waiting.size() && waiting.get(next).committed() <= committed) {
      Injection what = waiting.get(next).what();
      next++;
      planter.plant(next, what);
    }
  }

  List<PlantedFinding> planted() {
    return planter.planted();
  }
}
