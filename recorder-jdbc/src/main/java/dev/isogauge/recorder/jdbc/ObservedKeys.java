package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.StatementHandler.Pending;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Keys that the database made; when the application reads one, its insert is known. */
final class ObservedKeys extends ForwardingResultSet {
  private final List<Pending> pending;
  private final ConnectionLog log;
  private final OpenTransaction by;
  private int count;
  private boolean isOver;

  ObservedKeys(ResultSet rows, Statement statement, List<Pending> pending, ConnectionLog log) {
    super(rows, statement);
    this.pending = pending;
    this.log = log;
    this.by = log.current();
  }

  @Override
  public boolean next() throws SQLException {
    boolean isThere = rows.next();
    if (isThere) {
      found();
    } else {
      over();
    }
    return isThere;
  }

  @Override
  public void close() throws SQLException {
    over();
    rows.close();
  }

  private void over() {
    if (!isOver) {
      isOver = true;
      if (log.isAutoCommit()) {
        log.finishQuery();
      }
    }
  }

  private void found() {
    if (count >= pending.size()) {
      return;
    }
    Pending insert = pending.get(count++);
    try {
      String row = row(insert);
      if (row != null) {
        log.replaced(by, insert.unknown(), insert.plan().observations(row, insert.parameters()));
      }
    } catch (SQLException | RuntimeException e) {
      // Then it stays unknown.
    }
  }

  private String row(Pending insert) throws SQLException {
    Table table = insert.plan().table();
    ResultSetMetaData metadata = rows.getMetaData();
    List<Object> key = new ArrayList<>();
    for (Column column : table.keys()) {
      int place = table.keys().size() == 1 && metadata.getColumnCount() == 1 ? 1 : 0;
      for (int i = 1; i <= metadata.getColumnCount() && place == 0; i++) {
        if (metadata.getColumnLabel(i).toLowerCase(Locale.ROOT).equals(column.name())) {
          place = i;
        }
      }
      if (place == 0) {
        return null;
      }
      key.add(rows.getObject(place));
    }
    return table.row(key);
  }
}
