package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.OperationLog;
import dev.isogauge.recorder.UnknownScope;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** What a transaction did so far. */
final class TransactionObservations {
  private final List<Observation> observations = new ArrayList<>();
  private final List<Observation> attempts = new ArrayList<>();
  private final IdentityHashMap<Savepoint, Integer> savepoints = new IdentityHashMap<>();

  void add(Observation observation) {
    if (observation instanceof Observation.Read read && read.value() != null) {
      readBack(read);
    }
    observations.add(observation);
  }

  /** A read of a row that this transaction changed in an unknown way shows what it wrote. */
  private void readBack(Observation.Read read) {
    for (int i = observations.size() - 1; i >= 0; i--) {
      if (observations.get(i).mayWrite(read.key())) {
        if (observations
            .get(i)
            .equals(new Observation.UnknownWrite(UnknownScope.key(read.key())))) {
          observations.set(i, new Observation.Write(read.key(), read.value()));
        }
        return;
      }
    }
  }

  /** What was sent, and failed. */
  void addAttempt(List<Observation> attempt) {
    attempt.stream().filter(Observation::isWrite).forEach(attempts::add);
  }

  void savepoint(Savepoint savepoint) {
    savepoints.put(savepoint, observations.size());
  }

  /** Takes back what was written since the savepoint; what was read was read. */
  void rollBackTo(Savepoint savepoint) {
    Integer size = savepoints.get(savepoint);
    List<Observation> undone =
        new ArrayList<>(observations.subList(size == null ? 0 : size, observations.size()));
    observations.subList(size == null ? 0 : size, observations.size()).clear();
    for (Observation each : undone) {
      if (each instanceof Observation.Read read
          && undone.stream().anyMatch(other -> other.mayWrite(read.key()))) {
        // It may have seen what was taken back.
        observations.add(new Observation.UnknownRead(UnknownScope.key(read.key())));
      } else if (!each.isWrite()) {
        observations.add(each);
      }
    }
    addAttempt(undone);
  }

  boolean equalsAll(List<Observation> others) {
    return observations.equals(others);
  }

  void giveTo(OperationLog log) {
    observations.forEach(observation -> observation.giveTo(log));
  }

  void giveAttemptsTo(OperationLog log) {
    attempts.forEach(attempt -> attempt.giveTo(log));
  }
}
