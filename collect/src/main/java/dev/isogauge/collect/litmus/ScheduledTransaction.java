package dev.isogauge.collect.litmus;

import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedTransaction;
import dev.isogauge.history.Outcome;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a transaction of a schedule did and saw. Filled by the thread of its session, read by others
 * after the step was seen to return. Times are those of a clock that ticks when a step is sent or
 * returns.
 */
final class ScheduledTransaction extends RecordedTransaction<String> {
  private static final String UNDONE = "-undone";

  private final String name;
  private String failure = "";
  private boolean rejected;
  private int savepoint;

  /** By operation: when its statement was sent, and when it had returned. */
  private final LongList sent = new LongArrayList();

  private final LongList returned = new LongArrayList();

  /** Which operations a rollback to a savepoint has taken back. */
  private final BitSet undone = new BitSet();

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

  /** Notes when the statement of the operations was sent that were added last, and returned. */
  void stamp(long sending, long returning) {
    while (sent.size() < operations().size()) {
      sent.add(sending);
      returned.add(returning);
    }
  }

  /** Whether the operation was sent before one of another transaction had returned. */
  boolean mayBeSeen(int operation, ScheduledTransaction reader, int read) {
    return sent.getLong(operation) < reader.returned.getLong(read);
  }

  void savepoint() {
    savepoint = operations().size();
  }

  /**
   * Takes back what was written since the savepoint, and with it the reads that may have seen that.
   */
  void rolledBackToSavepoint() {
    Set<String> written = new HashSet<>();
    for (int i = savepoint; i < operations().size(); i++) {
      Operation<String> operation = operations().get(i);
      if (operation instanceof Operation.Write<String> write) {
        written.add(write.key());
        undone.set(i);
      } else if (operation instanceof Operation.Append<String> append) {
        written.add(append.key());
        undone.set(i);
      } else if (readKey(operation).map(written::contains).orElse(!written.isEmpty())) {
        undone.set(i);
      }
    }
  }

  /** Which item or list it reads; empty for a search. */
  private static Optional<String> readKey(Operation<String> operation) {
    if (operation instanceof Operation.ListRead<String> list) {
      return Optional.of(list.key());
    }
    return operation instanceof Operation.Read<String> read
        ? Optional.of(read.key())
        : Optional.empty();
  }

  /**
   * As histories have it: what was taken back stands in an aborted transaction of its own, so that
   * it is an anomaly if others saw it.
   */
  List<ScheduledTransaction> parts() {
    if (undone.isEmpty() || !isCommitted()) {
      return List.of(this);
    }
    ScheduledTransaction kept = new ScheduledTransaction(name, session(), begin());
    ScheduledTransaction back =
        new ScheduledTransaction(name + UNDONE, session() + UNDONE, begin());
    for (int i = 0; i < operations().size(); i++) {
      ScheduledTransaction part = undone.get(i) ? back : kept;
      part.add(operations().get(i));
      part.stamp(sent.getLong(i), returned.getLong(i));
    }
    kept.ended(outcome(), end());
    back.ended(Outcome.ABORTED, end());
    return List.of(kept, back);
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
