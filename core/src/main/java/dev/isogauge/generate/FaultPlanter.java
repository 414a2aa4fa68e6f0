package dev.isogauge.generate;

import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Plants timestamp faults. Each plant is a group of transactions of {@link FaultPattern} on keys of
 * its own, at points in time that nobody else has, in three sessions that belong to planting alone.
 * Transactions of the store overlap it in time; no rule relates them to it, since every rule is
 * about one key or one session.
 */
final class FaultPlanter {
  private static final int MOST_VALUES = 10;
  private static final int MOST_KEYS = 2;

  private final Recorder recorder;
  private final Clock clock;
  private final boolean lists;
  private final IsolationLevel level;
  private final int firstSession;
  private final Map<TimestampFault, FaultPattern> patterns = new EnumMap<>(TimestampFault.class);
  private final List<PlantedFault> planted = new ArrayList<>();
  private long nextKey;

  FaultPlanter(WorkloadSpec spec, Recorder recorder, Clock clock) {
    this.recorder = recorder;
    this.clock = clock;
    this.lists = spec.model() == DataModel.LIST_APPEND;
    this.level = spec.store().levelByTimestamps().orElse(IsolationLevel.SERIALIZABILITY);
    this.firstSession = spec.sessions() + 1;
    this.nextKey = spec.mostKeys();
  }

  List<PlantedFault> planted() {
    return planted;
  }

  void plant(int number, TimestampFault fault) {
    FaultPattern pattern =
        patterns.computeIfAbsent(fault, wanted -> FaultPattern.of(wanted, level));
    long before = clock.tick() - 1;
    for (int point = 1; point < pattern.points(); point++) {
      clock.tick();
    }
    long[] values = new long[MOST_VALUES];
    List<String> names = new ArrayList<>();
    for (FaultPattern.Transaction transaction : pattern.transactions()) {
      long name = recorder.begin(firstSession + transaction.session(), Outcome.COMMITTED);
      names.add(Long.toString(name));
      recorder.timestamps(before + transaction.start(), before + transaction.commit());
      for (FaultPattern.Operation operation : transaction.operations()) {
        record(operation, values);
      }
    }
    FaultPattern.Finding finding = pattern.finding();
    planted.add(
        new PlantedFault(
            number,
            fault,
            finding.key().map(key -> Long.toString(nextKey + key)),
            names.get(finding.transaction() - 1),
            finding.other().map(other -> names.get(other - 1)),
            finding.operation(),
            names));
    nextKey += MOST_KEYS;
  }

  private void record(FaultPattern.Operation operation, long[] values) {
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
