package dev.isogauge.collect.litmus;

import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a transaction did and saw. Filled by the thread of its session, read by others after the
 * step was seen to return. Times are those of a clock that ticks when a step is sent or returns.
 */
final class ObservedTransaction {
  private final String name;
  private final String session;
  private final long begin;
  private final List<Observed> operations = new ArrayList<>();
  private Outcome outcome = Outcome.INDETERMINATE;
  private long end = -1;
  private String failure = "";
  private boolean rejected;

  ObservedTransaction(String name, String session, long begin) {
    this.name = name;
    this.session = session;
    this.begin = begin;
  }

  void add(Observed operation) {
    operations.add(operation);
  }

  void ended(Outcome how, long time) {
    outcome = how;
    end = time;
  }

  /** The database ended it, for this reason. */
  void failed(Outcome how, long time, String reason) {
    ended(how, time);
    failure = reason;
  }

  /** A step could not be carried out, for a reason that has nothing to do with isolation. */
  void rejected() {
    rejected = true;
  }

  boolean isRejected() {
    return rejected;
  }

  String name() {
    return name;
  }

  String session() {
    return session;
  }

  long begin() {
    return begin;
  }

  long end() {
    return end;
  }

  boolean hasEnded() {
    return end >= 0;
  }

  Outcome outcome() {
    return outcome;
  }

  boolean isCommitted() {
    return outcome == Outcome.COMMITTED;
  }

  /** Why the database ended it; empty where it did not. */
  String failure() {
    return failure;
  }

  List<Observed> operations() {
    return operations;
  }

  /** By item: the last write; empty for a delete. */
  Map<String, OptionalLong> finalWrites() {
    Map<String, OptionalLong> writes = new LinkedHashMap<>();
    for (Observed operation : operations) {
      if (operation instanceof Observed.ItemWrite write) {
        writes.put(write.key(), write.value());
      }
    }
    return writes;
  }
}
