package dev.isogauge.generate;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plants anomalies of the weak levels. Each plant is a group of transactions of {@link
 * PlantPattern} on keys of its own, in four sessions that belong to planting alone. So nothing
 * relates a plant to the store's transactions, and plants are related only by session order, from
 * each to the later ones: what a checker finds in a plant does not depend on the store or on the
 * other plants.
 */
final class AnomalyPlanter {
  private static final int MOST_VALUES = 10;

  private final Recorder recorder;
  private final Clock clock;
  private final Map<AnomalyKind, PlantPattern> patterns = new EnumMap<>(AnomalyKind.class);
  private final List<PlantedAnomaly> planted = new ArrayList<>();
  private final int firstSession;
  private long nextKey;

  AnomalyPlanter(WorkloadSpec spec, Recorder recorder, Clock clock) {
    this.recorder = recorder;
    this.clock = clock;
    this.firstSession = spec.sessions() + 1;
    this.nextKey = spec.mostKeys();
  }

  List<PlantedAnomaly> planted() {
    return planted;
  }

  void plant(int number, AnomalyKind kind) {
    PlantPattern pattern = patterns.computeIfAbsent(kind, PlantPattern::of);
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
              number,
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
      long start = clock.tick();
      recorder.timestamps(start, clock.tick());
    }
    return name;
  }
}
