package dev.isogauge.collect.litmus;

import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedTransaction;
import dev.isogauge.history.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a transaction of a schedule did and saw. Filled by the thread of its session, read by others
 * after the step was seen to return. Times are those of a clock that ticks when a step is sent or
 * returns.
 */
final class ScheduledTransaction extends RecordedTransaction<String> {
  private final String name;
  private String failure = "";
  private boolean rejected;

  ScheduledTransaction(String name, String session, long begin) {
    super(session, begin);
    this.name = name;
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

  /** Why the database ended it; empty where it did not. */
  String failure() {
    return failure;
  }

  /** By item: the last write; empty for a delete. */
  Map<String, OptionalLong> finalWrites() {
    Map<String, OptionalLong> writes = new LinkedHashMap<>();
    for (Operation<String> operation : operations()) {
      if (operation instanceof Operation.Write<String> write) {
        writes.put(write.key(), write.value());
      }
    }
    return writes;
  }
}
