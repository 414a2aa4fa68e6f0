package dev.isogauge.collect.recover;

import dev.isogauge.collect.Aggregate;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.record.StatementSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Records xids, and snapshots where each statement has its own: a statement that reads also returns
 * its snapshot.
 *
 * <p>A change by condition has no such snapshot. After waiting for a lock it reads the newest
 * version of the row again, so that it may have seen what no snapshot holds.
 */
final class StatementSession extends RecordedSession {
  /** The function's name is that of before version 13, which later versions still know. */
  private static final String CURRENT = "txid_current_snapshot()::text";

  private static final String XID = "SELECT txid_current_if_assigned()";
  private static final String SEEN =
      " FROM (SELECT " + CURRENT + " AS snapshot) AS seen LEFT JOIN items ON ";
  private static final String READ = "SELECT seen.snapshot, items.val" + SEEN + "items.id = ?";
  private static final String UPDATE =
      counted("UPDATE items SET val = ? WHERE id = ? RETURNING id");
  private static final String DELETE = counted("DELETE FROM items WHERE id = ? RETURNING id");

  private final List<StatementSnapshot> statements = new ArrayList<>();

  StatementSession(RecordedSession session) {
    super(session);
  }

  private static String counted(String change) {
    return "WITH changed AS (" + change + ") SELECT " + CURRENT + ", count(*) FROM changed";
  }

  @Override
  public void begin() throws Failure {
    statements.clear();
    super.begin();
  }

  /** Says that the next operation of the recording has the snapshot in the first column. */
  private void note(Rows rows, boolean isChange) {
    statements.add(
        new StatementSnapshot(
            log().operationCount(),
            Identifiers.snapshot((String) rows.rows().get(0).get(0)),
            isChange));
  }

  /** Runs a statement; if it fails, the operation is recorded as attempted. */
  private Rows attempt(Operation<Long> operation, String sql, Object... parameters) throws Failure {
    try {
      return execute(sql, parameters);
    } catch (Failure e) {
      log().attempted(operation);
      throw e;
    }
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    Rows rows = attempt(new Operation.FailedRead<>(key), READ, key);
    note(rows, false);
    OptionalLong value = number(rows);
    log().add(new Operation.Read<>(key, value));
    return value;
  }

  @Override
  public boolean update(long key, long value) throws Failure {
    return change(Operation.Write.of(key, value), UPDATE, value, key);
  }

  @Override
  public boolean delete(long key) throws Failure {
    return change(Operation.Write.delete(key), DELETE, key);
  }

  private boolean change(Operation.Write<Long> write, String sql, Object... parameters)
      throws Failure {
    Rows rows = attempt(write, sql, parameters);
    boolean changed = number(rows).orElseThrow() > 0;
    if (changed) {
      log().add(write);
    } else {
      note(rows, true);
      log().add(Operation.Read.ofNothing(write.key()));
    }
    return changed;
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    Rows rows =
        execute(
            "SELECT seen.snapshot, items.id, items.val"
                + SEEN
                + condition.over("items.val")
                + " ORDER BY items.id");
    note(rows, false);
    List<Item> items =
        rows.rows().stream()
            .filter(row -> row.get(1) != null)
            .map(row -> new Item((Long) row.get(1), (Long) row.get(2)))
            .toList();
    log().add(found(condition, items));
    return items;
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    Rows rows =
        execute(
            "SELECT "
                + CURRENT
                + ", "
                + aggregate.over("val")
                + " FROM items WHERE "
                + condition.over("val"));
    note(rows, false);
    OptionalLong value = number(rows);
    log().add(found(aggregate, condition, value));
    return value;
  }

  private static OptionalLong number(Rows rows) {
    Object value = rows.rows().get(0).get(1);
    return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
  }

  @Override
  public void commit() throws Failure {
    Long xid = (Long) execute(XID).rows().get(0).get(0);
    log()
        .identifiers(
            new Identifiers(
                xid == null ? OptionalLong.empty() : OptionalLong.of(xid), Optional.empty()));
    log().statements(statements);
    super.commit();
  }
}
