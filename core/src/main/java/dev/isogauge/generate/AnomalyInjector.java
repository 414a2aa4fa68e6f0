package dev.isogauge.generate;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plants anomalies at random places of a history that is being generated. Each plant is a group of
 * transactions of {@link PlantPattern} on keys of its own, in four sessions that belong to planting
 * alone. So nothing relates a plant to the store's transactions, and plants are related only by
 * session order, from each to the later ones: what a checker finds in a plant does not depend on
 * the store or on the other plants.
 */
final class AnomalyInjector {
  private static final int MOST_VALUES = 10;

  private final Recorder recorder;
  private final Map<AnomalyKind, PlantPattern> patterns = new EnumMap<>(AnomalyKind.class);
  private final List<Due> waiting = new ArrayList<>();
  private final List<PlantedAnomaly> planted = new ArrayList<>();
  private final int firstSession;
  private int next;
  private long nextKey;

  /** A plant that stands after so many committed transactions of the store. */
  private record Due(int committed, AnomalyKind kind) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return Integer.compare(committed, other.committed);
    }
  }

  AnomalyInjector(WorkloadSpec spec, List<Injection> injections, Recorder recorder) {
    this.recorder = recorder;
    this.firstSession = spec.sessions() + 1;
    this.nextKey = spec.keys();
    // Its own random numbers, so that planting does not change what the store's clients do.
    SplitMix random = new SplitMix(spec.seed() ^ 0x5DEECE66DL);
    for (Injection injection : injections) {
      patterns.put(injection.kind(), PlantPattern.of(injection.kind()));
      for (int i = 0; i < injection.count(); i++) {
        waiting.add(new Due(random.below(spec.transactions() + 1), injection.kind()));
      }
    }
    Collections.sort(waiting);
  }

  /** Plants what stands before the store's next transaction. */
  void plantDue(int committed) {
    while (next < waiting.size() && waiting.get(next).committed() <= committed) {
      plant(waiting.get(next).kind());
      next++;
    }
  }

  List<PlantedAnomaly> planted() {
    return planted;
  }

  private void plant(AnomalyKind kind) {
    PlantPattern pattern = patterns.get(kind);
    long[] values = new long[MOST_VALUES];
    List<String> names = new ArrayList<>();
    int keys = 0;
    for (PlantPattern.Transaction transaction : pattern.transactions()) {
      names.add(Long.toString(begin(transaction)));
      for (PlantPattern.Operation operation : transaction.operations()) {
        if (values[operation.value()] == 0) {
          values[operation.value()] = recorder.newValue();
        }
        long key = nextKey + operation.key();
        keys = Math.max(keys, operation.key() + 1);
        if (operation.isWrite()) {
          recorder.write(key, values[operation.value()]);
        } else {
          recorder.read(key, values[operation.value()]);
        }
      }
    }
    for (PlantPattern.Finding finding : pattern.findings()) {
      planted.add(
          new PlantedAnomaly(
              next + 1,
              kind,
              Long.toString(nextKey + finding.key()),
              names.get(finding.reader() - 1),
              finding.readFrom() == 0
                  ? Optional.empty()
                  : Optional.of(names.get(finding.readFrom() - 1)),
              names));
    }
    nextKey += keys;
  }

  private long begin(PlantPattern.Transaction transaction) {
    long name = recorder.begin(firstSession + transaction.session(), transaction.outcome());
    if (transaction.outcome() == Outcome.COMMITTED) {
      recorder.timestamps(recorder.tick(), recorder.tick());
    }
    return name;
  }
}
