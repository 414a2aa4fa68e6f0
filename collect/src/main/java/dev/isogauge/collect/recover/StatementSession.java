package dev.isogauge.collect.recover;

import dev.isogauge.collect.Aggregate;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.record.Nil;
import dev.isogauge.collect.record.RecordedSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Records xids, and snapshots where each statement has its own: a statement that reads says itself
 * which one it has. They stand in the recording as {@code
 * "statements":[[operation,snapshot,kind]]}, operations counted from 0. The kind is {@link
 * #SELECT}, or {@link #CHANGE} of an update or delete that found nothing.
 *
 * <p>A change by condition has no such snapshot. After waiting for a lock it looks at the newest
 * version of the row again, so that what it saw is no snapshot's.
 */
final class StatementSession extends ForwardingSession {
  static final String SELECT = "select";
  static final String CHANGE = "change";

  private static final String XID = "SELECT txid_current_if_assigned()";
  private static final String SEEN =
      " FROM (SELECT " + Snapshots.CURRENT + " AS snapshot) AS seen LEFT JOIN items ON ";
  private static final String READ = "SELECT seen.snapshot, items.val" + SEEN + "items.id = ?";
  private static final String UPDATE =
      counted("UPDATE items SET val = ? WHERE id = ? RETURNING id");
  private static final String DELETE = counted("DELETE FROM items WHERE id = ? RETURNING id");

  private final List<List<Object>> statements = new ArrayList<>();

  StatementSession(RecordedSession session) {
    super(session);
  }

  private static String counted(String change) {
    return "WITH changed AS ("
        + change
        + ") SELECT "
        + Snapshots.CURRENT
        + ", count(*) FROM changed";
  }

  @Override
  public void begin() throws Failure {
    statements.clear();
    session.begin();
  }

  /** Says that the next operation of the recording has the snapshot in the first column. */
  private void note(Rows rows, String kind) {
    String snapshot = (String) rows.rows().get(0).get(0);
    statements.add(
        List.of(
            (long) session.log().operationCount(),
            Snapshots.recorded(Snapshots.parse(snapshot)),
            kind));
  }

  @Override
  public OptionalLong read(long key) throws Failure {
    Rows rows;
    try {
      rows = session.execute(READ, key);
    } catch (Failure e) {
      session.log().attemptedRead(key);
      throw e;
    }
    note(rows, SELECT);
    OptionalLong value = number(rows);
    session.log().read(key, recorded(value));
    return value;
  }

  @Override
  public boolean update(long key, long value) throws Failure {
    Rows rows;
    try {
      rows = session.execute(UPDATE, value, key);
    } catch (Failure e) {
      session.log().attemptedWrite(key, value);
      throw e;
    }
    boolean updated = number(rows).orElseThrow() > 0;
    if (updated) {
      session.log().write(key, value);
    } else {
      note(rows, CHANGE);
      session.log().read(key, Nil.NIL);
    }
    return updated;
  }

  @Override
  public boolean delete(long key) throws Failure {
    Rows rows;
    try {
      rows = session.execute(DELETE, key);
    } catch (Failure e) {
      session.log().attemptedDelete(key);
      throw e;
    }
    boolean deleted = number(rows).orElseThrow() > 0;
    if (deleted) {
      session.log().delete(key);
    } else {
      note(rows, CHANGE);
      session.log().read(key, Nil.NIL);
    }
    return deleted;
  }

  @Override
  public List<Item> select(Condition condition) throws Failure {
    Rows rows =
        session.execute(
            "SELECT seen.snapshot, items.id, items.val"
                + SEEN
                + condition.over("items.val")
                + " ORDER BY items.id");
    note(rows, SELECT);
    List<Item> items =
        rows.rows().stream()
            .filter(row -> row.get(1) != null)
            .map(row -> new Item((Long) row.get(1), (Long) row.get(2)))
            .toList();
    session
        .log()
        .select(
            RecordedSession.ITEMS,
            condition.sql(),
            items.stream().map(item -> List.of(item.key(), item.value())).toList());
    return items;
  }

  @Override
  public OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure {
    Rows rows =
        session.execute(
            "SELECT "
                + Snapshots.CURRENT
                + ", "
                + aggregate.over("val")
                + " FROM items WHERE "
                + condition.over("val"));
    note(rows, SELECT);
    OptionalLong value = number(rows);
    session
        .log()
        .aggregate(
            RecordedSession.ITEMS, aggregate.sql() + " where " + condition.sql(), recorded(value));
    return value;
  }

  private static OptionalLong number(Rows rows) {
    Object value = rows.rows().get(0).get(1);
    return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
  }

  private static Object recorded(OptionalLong value) {
    return value.isPresent() ? (Object) value.getAsLong() : Nil.NIL;
  }

  @Override
  public void commit() throws Failure {
    Object xid = session.execute(XID).rows().get(0).get(0);
    if (xid != null) {
      session.log().identifiers(new Identifiers(Map.of("xid", xid)));
    }
    if (!statements.isEmpty()) {
      session.log().identifiers(new Identifiers(Map.of("statements", List.copyOf(statements))));
    }
    session.commit();
  }
}
