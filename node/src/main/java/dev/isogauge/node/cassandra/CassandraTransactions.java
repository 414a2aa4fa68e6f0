package dev.isogauge.node.cassandra;

import dev.isogauge.node.Conflict;
import dev.isogauge.node.Transactions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.db.ConsistencyLevel;

/**
 * Transactions of versions and lightweight transactions. All keys are rows of one partition, so
 * that a conditional batch may check and write any of them:
 *
 * <ol>
 *   <li>A read asks a majority, and notes the row's version.
 *   <li>Writes wait here; their rows are read, too, for the version.
 *   <li>One batch has as its conditions that no row has another version, and writes. Rows that were
 *       only read get the version that they have.
 *   <li>What only reads takes one more read of all its rows, a SERIAL one: if no version is
 *       another, the transaction happens where that read stands.
 * </ol>
 *
 * <p>A removed row is one without a value, since versions must not begin anew.
 */
final class CassandraTransactions implements Transactions {
  /** The version of a row that is not there. */
  private static final long ABSENT = -1;

  /** Requests of one server take turns: if they contend for the partition, few come through. */
  private static final ReentrantLock TURN = new ReentrantLock(true);

  private final CassandraMember member;
  private final Map<String, Row> read = new TreeMap<>();
  private final Map<String, String> written = new HashMap<>();

  /** The value is null if there is none. */
  private record Row(long version, String value) {}

  CassandraTransactions(CassandraMember member) {
    this.member = member;
  }

  @Override
  public void begin() {
    rollback();
    member.requireRunning();
  }

  @Override
  public String value(String key) {
    Row row = row(key);
    return written.containsKey(key) ? written.get(key) : row.value();
  }

  // Step 1.
  private Row row(String key) {
    return read.computeIfAbsent(
        key,
        each ->
            rows("key = " + literal(each), ConsistencyLevel.QUORUM)
                .getOrDefault(each, new Row(ABSENT, null)));
  }

  private static Map<String, Row> rows(String condition, ConsistencyLevel consistency) {
    Map<String, Row> rows = new HashMap<>();
    UntypedResultSet found =
        QueryProcessor.process(
            "SELECT key, version, value FROM "
                + CassandraMember.TABLE
                + " WHERE part = 0 AND "
                + condition,
            consistency);
    for (UntypedResultSet.Row row : found) {
      rows.put(
          row.getString("key"),
          new Row(row.getLong("version"), row.has("value") ? row.getString("value") : null));
    }
    return rows;
  }

  private static String literal(String text) {
    return text == null ? "null" : "'" + text.replace("'", "''") + "'";
  }

  // Step 2.
  @Override
  public void put(String key, String value) {
    row(key);
    written.put(key, value);
  }

  @Override
  public void remove(String key) {
    put(key, null);
  }

  @Override
  public void commit() throws Conflict {
    if (read.isEmpty()) {
      return;
    }
    TURN.lock();
    try {
      if (written.isEmpty() ? !readsTheSame() : !checkAndWrite()) {
        throw new Conflict("a key has been changed since the transaction read it");
      }
    } finally {
      TURN.unlock();
    }
  }

  // Step 3.
  private boolean checkAndWrite() {
    StringBuilder batch = new StringBuilder("BEGIN BATCH ");
    read.forEach(
        (key, row) -> {
          boolean isWritten = written.containsKey(key);
          long version = isWritten || row.version() == ABSENT ? row.version() + 1 : row.version();
          batch
              .append("UPDATE " + CassandraMember.TABLE + " SET version = " + version)
              .append(isWritten ? ", value = " + literal(written.get(key)) : "")
              .append(" WHERE part = 0 AND key = " + literal(key))
              .append(" IF version = " + (row.version() == ABSENT ? "null" : row.version()) + "; ");
        });
    return QueryProcessor.process(batch.append("APPLY BATCH").toString(), ConsistencyLevel.QUORUM)
        .iterator()
        .next() // One row if it applies, else each row that has another version.
        .getBoolean("[applied]");
  }

  // Step 4.
  private boolean readsTheSame() {
    String keys =
        read.keySet().stream()
            .map(CassandraTransactions::literal)
            .collect(Collectors.joining(", "));
    Map<String, Row> now = rows("key IN (" + keys + ")", ConsistencyLevel.SERIAL);
    return read.entrySet().stream()
        .allMatch(
            entry ->
                now.getOrDefault(entry.getKey(), new Row(ABSENT, null)).version()
                    == entry.getValue().version());
  }

  /** Nothing of the transaction is in the store. */
  @Override
  public void rollback() {
    read.clear();
    written.clear();
  }
}
