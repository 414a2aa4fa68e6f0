package dev.isogauge.collect.recover;

import dev.isogauge.collect.Aggregate;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.record.StatementSnapshot;
import dev.isogauge.history.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Records start timestamps, and which statements read as of them: queries do where a transaction
 * keeps its snapshot. Changes may see what was committed later, after they waited for a lock.
 */
final class TimestampSession extends RecordedSession {
  private final boolean keepsSnapshot;
  private final List<Integer> queries = new ArrayList<>();

  TimestampSession(RecordedSession session, boolean keepsSnapshot) {
    super(session);
    this.keepsSnapshot = keepsSnapshot;
  }

  @Override
  public void begin() throws Failure {
    queries.clear();
    super.begin();
  }

  /** The next operation of the recording is a query. */
  private void note() {
    if (keepsSnapshot) {
      queries.add(log().operationCount());
    }
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    note();
    return super.read(key);
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    note();
    return super.select(condition);
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    note();
    return super.aggregate(aggregate, condition);
  }

  @Override
  public void commit() throws Failure {
    OptionalLong start = identifiers().xid();
    if (start.isPresent()) {
      long end = start.getAsLong() + 1;
      Snapshot snapshot = new Snapshot(end, end, List.of());
      log()
          .statements(
              queries.stream().map(each -> new StatementSnapshot(each, snapshot, false)).toList());
    }
    super.commit();
  }
}
