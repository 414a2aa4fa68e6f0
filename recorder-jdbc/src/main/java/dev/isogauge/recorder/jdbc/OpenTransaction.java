package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.OperationLog;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.TransactionRecorder;
import dev.isogauge.recorder.UnknownScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a transaction did so far. */
final class OpenTransaction {
  private final Cells cells;
  private final Cells.Transaction identity = new Cells.Transaction();
  private final long begin = System.nanoTime();
  private final List<Observation> observations = new ArrayList<>();
  private List<Observation> attempts = List.of();

  /** By savepoint, or by its name, how much there was then. */
  private Map<Object, Integer> savepoints = Map.of();

  /** By cell what this transaction wrote there last. */
  private Map<Cells.Cell, Observation> own = Map.of();

  /** How much there was when a statement failed that makes all fail; -1 if none did. */
  private int failedAt = -1;

  OpenTransaction(Cells cells) {
    this.cells = cells;
  }

  Cells.Transaction identity() {
    return identity;
  }

  long begin() {
    return begin;
  }

  /** Whether there is something to record. */
  boolean isWorthTelling(boolean isAborted) {
    return !observations.isEmpty() || (isAborted && !attempts.isEmpty());
  }

  boolean isFailed() {
    return failedAt >= 0;
  }

  void fail() {
    if (failedAt < 0) {
      failedAt = observations.size();
    }
  }

  /** Notes what was seen or done, now that the statement has come back. */
  void add(Observation observation) {
    switch (observation.kind()) {
      case READ -> addRead(observation);
      case WRITE -> addWrite(observation);
      case RELATIVE -> {
        observation.saw(cells.current(observation, identity));
        addWrite(observation);
      }
      case EITHER -> observation.ways(cells.current(observation, identity)).forEach(this::add);
      case UNKNOWN_WRITE -> {
        doubt(observation.scope());
        observations.add(observation);
      }
      case UNKNOWN_READ -> observations.add(observation);
    }
  }

  private void doubt(UnknownScope scope) {
    if (scope instanceof UnknownScope.Table table) {
      cells.doubt(table.relation());
    } else {
      cells.doubtEverything();
    }
  }

  private void addWrite(Observation write) {
    write.write(cells.written(write, identity));
    if (own.isEmpty()) {
      own = new HashMap<>();
    }
    own.put(write.cell(cells), write);
    observations.add(write);
  }

  /** A read of a cell that this transaction changed in an unknown way shows what it wrote. */
  private void addRead(Observation read) {
    boolean mayShowOwn = !own.isEmpty() && read.isKnown() && read.value() != null;
    Observation written = mayShowOwn ? own.get(read.cell(cells)) : null;
    if (written != null && !written.isKnown() && written.isCertain()) {
      written.wrote(read.value());
      cells.explain(read);
    }
    boolean isExplained = !read.isKnown() || cells.seen(read);
    observations.add(isExplained ? read : read.doubted());
  }

  /** Puts what is known now in the place of what was not. */
  void replace(List<Observation> before, List<Observation> after) {
    int place = before.isEmpty() ? -1 : observations.indexOf(before.get(0));
    if (place >= 0) {
      observations.removeAll(before);
      List<Observation> later = new ArrayList<>(observations.subList(place, observations.size()));
      observations.subList(place, observations.size()).clear();
      after.forEach(this::add);
      observations.addAll(later);
    }
  }

  /** What was sent, and failed. */
  void addAttempt(List<Observation> attempt) {
    for (Observation each : attempt) {
      if (each.isWrite() && each.isKnown()) {
        if (attempts.isEmpty()) {
          attempts = new ArrayList<>();
        }
        attempts.add(each);
      }
    }
  }

  void savepoint(Object savepoint) {
    if (savepoints.isEmpty()) {
      savepoints = new HashMap<>();
    }
    savepoints.put(savepoint, observations.size());
  }

  /** Takes back what was written since the savepoint; what else was read was read. */
  void rollBackTo(Object savepoint) {
    Integer size = savepoints.get(savepoint);
    if (size == null) {
      Origin origin = new Origin("ROLLBACK TO " + savepoint, Origin.SAVEPOINT);
      observations.add(Observation.unknown(false, UnknownScope.everything(), origin));
      doubt(UnknownScope.everything());
      observations.add(Observation.unknown(true, UnknownScope.everything(), origin));
      return;
    }
    List<Observation> undone = new ArrayList<>(observations.subList(size, observations.size()));
    observations.subList(size, observations.size()).clear();
    Map<Cells.Cell, Observation> taken = new HashMap<>();
    boolean isUnknownTaken = false;
    for (Observation each : undone) {
      if (!each.isOfCell()) {
        isUnknownTaken |= each.isWrite();
      }
      if (each.isWrite() && each.isOfCell()) {
        taken.put(each.cell(cells), each);
        own.remove(each.cell(cells));
        if (each.write() != null) {
          each.write().undo();
        }
      } else if (!each.isWrite()) {
        Observation written = each.isOfCell() ? taken.get(each.cell(cells)) : null;
        boolean showsOwn =
            written != null && written.isKnown() && Objects.equals(written.value(), each.value());
        boolean mayShowOwn = each.isOfCell() && (written != null || isUnknownTaken);
        if (!showsOwn) {
          observations.add(mayShowOwn ? each.doubted() : each);
        }
      }
    }
    addAttempt(undone);
    if (failedAt >= size) {
      failedAt = -1;
    }
  }

  /** Whether it is recorded like this. */
  boolean isLike(List<Observation> others) {
    if (observations.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < others.size(); i++) {
      if (!observations.get(i).isLike(others.get(i))) {
        return false;
      }
    }
    return true;
  }

  void giveTo(TransactionRecorder line, Recorder recorder) {
    for (Observation each : observations) {
      each.giveTo(line, recorder);
    }
    if (!isPlain()) {
      line.field("sizes", statements());
    }
  }

  private boolean isPlain() {
    Observation before = null;
    for (Observation each : observations) {
      if (each.kind() == Observation.Kind.RELATIVE
          || !each.origin().lock().isEmpty()
          || (before != null && goesOn(before, each))) {
        return false;
      }
      before = each;
    }
    return true;
  }

  /** Whether both belong to one statement; what it read and what it wrote are told apart. */
  private static boolean goesOn(Observation before, Observation each) {
    return before.isWrite() == each.isWrite() && each.isBesides(before);
  }

  /** How many operations each statement did, as recordings say it. */
  private String statements() {
    StringBuilder sizes = new StringBuilder();
    Observation before = null;
    int size = 0;
    for (Observation each : observations) {
      if (before != null && !goesOn(before, each)) {
        sizes.append(size).append(before.origin().lock()).append(' ');
        size = 0;
      }
      size += each.kind() == Observation.Kind.RELATIVE ? 2 : 1;
      before = each;
    }
    return sizes.append(size).append(before.origin().lock()).toString();
  }

  void giveAttemptsTo(OperationLog log, Recorder recorder) {
    attempts.forEach(attempt -> attempt.giveTo(log, recorder));
  }
}
