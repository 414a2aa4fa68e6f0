package dev.isogauge.generate;

import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Plants anomalies of the weak levels and timestamp faults. Each plant is a group of transactions
 * of {@link PlantPattern} on keys of its own, at points in time of its own, in four sessions that
 * belong to planting alone.
 *
 * <p>So no rule relates a plant to the store's transactions, though these may overlap it in time,
 * and plants are related only by session order, from each to the later ones: what a checker finds
 * in a plant does not depend on the store or on the other plants.
 */
final class Planter {
  private static final int MOST_VALUES = 10;

  /** Keys that a fault takes at least; the names of keys in generated histories depend on it. */
  private static final int KEYS_OF_FAULT = 2;

  private final HistoryCollector recorder;
  private final Clock clock;
  private final boolean lists;
  private final IsolationLevel level;
  private final int firstSession;
  private final Map<Injection, PlantPattern> patterns = new HashMap<>();
  private final List<PlantedFinding> planted = new ArrayList<>();
  private long nextKey;

  Planter(WorkloadSpec spec, HistoryCollector recorder, Clock clock) {
    this.recorder = recorder;
    this.clock = clock;
    this.lists = spec.model() == DataModel.LIST_APPEND;
    this.level = spec.store().levelByTimestamps().orElse(IsolationLevel.SERIALIZABILITY);
    this.firstSession = spec.sessions() + 1;
    this.nextKey = spec.mostKeys();
  }

  List<PlantedFinding> planted() {
    return planted;
  }

  /** Plants one group of what is to be injected. */
  void plant(int number, Injection what) {
    PlantPattern pattern = patterns.computeIfAbsent(what, this::pattern);
    long before = clock.tick() - 1;
    for (int point = 1; point < pattern.points(); point++) {
      clock.tick();
    }
    long[] values = new long[MOST_VALUES];
    List<String> names = new ArrayList<>();
    for (PlantPattern.Transaction transaction : pattern.transactions()) {
      long name = recorder.begin(firstSession + transaction.session(), transaction.outcome());
      names.add(Long.toString(name));
      if (transaction.outcome() == Outcome.COMMITTED) {
        recorder.timestamps(before + transaction.start(), before + transaction.commit());
      }
      for (PlantPattern.Operation operation : transaction.operations()) {
        record(operation, values);
      }
    }
    for (PlantPattern.Finding finding : pattern.findings()) {
      planted.add(
          new PlantedFinding(
              number,
              what.kind(),
              what.fault(),
              finding.key().map(key -> Long.toString(nextKey + key)),
              names.get(finding.transaction() - 1),
              finding.other().map(other -> names.get(other - 1)),
              finding.operation(),
              names));
    }
    nextKey += what.fault().isPresent() ? KEYS_OF_FAULT : pattern.keys();
  }

  private PlantPattern pattern(Injection what) {
    return what.fault()
        .map(fault -> PlantPattern.of(fault, level))
        .orElseGet(() -> PlantPattern.of(what.kind()));
  }

  private void record(PlantPattern.Operation operation, long[] values) {
    LongArrayList fresh = new LongArrayList();
    for (int value : operation.values()) {
      if (values[value] == 0) {
        values[value] = recorder.newValue();
      }
      fresh.add(values[value]);
    }
    long key = nextKey + operation.key();
    long last = fresh.getLong(fresh.size() - 1);
    if (operation.isWrite()) {
      if (lists) {
        recorder.append(key, last);
      } else {
        recorder.write(key, last);
      }
    } else if (lists) {
      recorder.readList(key);
      recorder.elements(fresh, fresh.size());
    } else {
      recorder.read(key, last);
    }
  }
}
