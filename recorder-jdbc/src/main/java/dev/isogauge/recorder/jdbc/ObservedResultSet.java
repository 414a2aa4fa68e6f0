package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rows of a query; each is recorded when the application moves to it. */
final class ObservedResultSet extends ForwardingResultSet {
  private final QueryPlan query;
  private final ConnectionLog log;
  private final OpenTransaction by;

  private final StatementHandler.Step step;

  /** What a change did whose rows are counted here. */
  private final List<Observation> uncounted;

  /** Rows that the condition names; null if they are not known. */
  private final List<String> askedFor;

  private final Set<String> seen;

  /** Whether the result has the columns that the statement asks for; null if not looked at. */
  private Boolean isAsKnown;

  /** How many rows were seen. */
  private int hits;

  private boolean isOver;
  private boolean hasLooked;

  /** Whether it was seen that the rows do not tell which of those asked for they are. */
  private boolean isNameless;

  private boolean isCounted;

  ObservedResultSet(
      ResultSet rows,
      Statement statement,
      StatementHandler.Step step,
      List<Observation> uncounted,
      ConnectionLog log) {
    super(rows, statement);
    this.step = step;
    this.uncounted = uncounted;
    this.log = log;
    this.by = log.current();
    this.query = step.plan() instanceof QueryPlan found ? found : null;
    this.askedFor = query == null ? null : step.rows();
    this.seen = askedFor == null || askedFor.size() == 1 ? Set.of() : new HashSet<>();
  }

  @Override
  public boolean next() throws SQLException {
    boolean isThere = rows.next();
    next(isThere);
    return isThere;
  }

  @Override
  public void close() throws SQLException {
    over();
    rows.close();
  }

  @Override
  public boolean previous() throws SQLException {
    boolean result = rows.previous();
    looked();
    return result;
  }

  @Override
  public boolean first() throws SQLException {
    boolean result = rows.first();
    looked();
    return result;
  }

  @Override
  public boolean last() throws SQLException {
    boolean result = rows.last();
    looked();
    return result;
  }

  @Override
  public boolean absolute(int count) throws SQLException {
    boolean result = rows.absolute(count);
    looked();
    return result;
  }

  @Override
  public boolean relative(int count) throws SQLException {
    boolean result = rows.relative(count);
    looked();
    return result;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    boolean result = rows.isBeforeFirst();
    looked();
    return result;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    boolean result = rows.isAfterLast();
    looked();
    return result;
  }

  @Override
  public boolean isFirst() throws SQLException {
    boolean result = rows.isFirst();
    looked();
    return result;
  }

  @Override
  public boolean isLast() throws SQLException {
    boolean result = rows.isLast();
    looked();
    return result;
  }

  @Override
  public void refreshRow() throws SQLException {
    rows.refreshRow();
    looked();
  }

  @Override
  public void updateRow() throws SQLException {
    change(rows::updateRow);
  }

  @Override
  public void insertRow() throws SQLException {
    change(rows::insertRow);
  }

  @Override
  public void deleteRow() throws SQLException {
    change(rows::deleteRow);
  }

  /** It was asked whether there are rows, or which, other than one after the other. */
  private void looked() {
    if (query != null && !hasLooked) {
      hasLooked = true;
      observed(unknown(false).get(0));
    }
  }

  private interface Work {
    void run() throws SQLException;
  }

  /** A change of the row at the cursor, or of a new one. */
  private void change(Work work) throws SQLException {
    List<Observation> intended = unknown(true);
    boolean isApart = log.isAutoCommit();
    ConnectionLog where = isApart ? log.beside() : log;
    where.sending(intended);
    try {
      work.run();
      where.done(intended, intended, false);
    } catch (SQLException e) {
      where.failed(intended, e);
      throw e;
    }
  }

  private void observed(Observation observation) {
    observation.by(step);
    log.observed(by, observation);
  }

  private List<Observation> unknown(boolean isWrite) {
    List<Observation> all = new ArrayList<>();
    if (query == null) {
      Origin origin = new Origin("(a row of a result)", Origin.FORM);
      all.add(Observation.unknown(isWrite, UnknownScope.everything(), origin));
      return all;
    }
    for (Column column : query.table().values()) {
      all.add(Observation.unknown(isWrite, UnknownScope.table(column.relation()), query.origin()));
    }
    return all;
  }

  /** What may still be read of it. */
  Optional<Observation> remainder() {
    boolean isDone =
        isOver || query == null || isNameless || (askedFor != null && askedFor.size() == hits);
    return isDone ? Optional.empty() : Optional.of(unknown(false).get(0));
  }

  private void over() {
    if (!isOver) {
      isOver = true;
      log.closed(this);
    }
  }

  private void next(boolean isThere) {
    if (isOver || query == null) {
      if (!isOver && step.plan() instanceof ChangePlan) {
        changed(isThere);
      }
      if (!isThere) {
        over();
      }
      return;
    }
    try {
      if (isThere) {
        row();
      } else {
        missing();
      }
    } catch (Throwable e) {
      observed(unknown(false).get(0));
    }
    if (!isThere) {
      over();
    }
  }

  /** A row that a change returns, or its end: then it is known how many it changed. */
  private void changed(boolean isThere) {
    hits += isThere ? 1 : 0;
    List<String> named = step.rows();
    if (!isThere || (named != null && named.size() == hits)) {
      if (!isCounted) {
        isCounted = true;
        log.replaced(by, uncounted, step.observations(hits));
      }
    }
  }

  /** Rows that were asked for and not returned. */
  private void missing() {
    if (askedFor == null || isNameless || (askedFor.size() == 1 && hits == 1)) {
      return;
    }
    boolean isAbsent = query.condition().isExact() && query.isWhole() && !query.table().hidesRows();
    for (String row : askedFor) {
      if (!seen.contains(row)) {
        told(row, isAbsent);
      }
    }
  }

  /** A row that was asked for, and is absent, or whose content was not told. */
  private void told(String row, boolean isAbsent) {
    boolean isShown = false;
    for (Column column : query.table().values()) {
      if (query.shows(column)) {
        isShown = true;
        observed(
            Observation.read(
                column, row, isAbsent ? null : StatementValue.UNREADABLE, query.origin()));
      }
    }
    if (!isShown) {
      observed(
          Observation.read(
              query.table().values().get(0),
              row,
              isAbsent ? null : StatementValue.UNREADABLE,
              query.origin()));
    }
  }

  private void row() throws SQLException {
    if (isAsKnown == null) {
      isAsKnown =
          !query.isAll() || rows.getMetaData().getColumnCount() == query.table().columns().size();
    }
    Table table = query.table();
    String row = key(table);
    if (row == null) {
      nameless();
      return;
    }
    hits++;
    if (askedFor != null && askedFor.size() > 1) {
      seen.add(row);
    }
    boolean isShown = false;
    for (int i = 0; i < table.values().size(); i++) {
      int place = isAsKnown ? query.placeOfValue(i) : 0;
      if (place > 0) {
        isShown = true;
        Column column = table.values().get(i);
        Object value = column.in(rows, place);
        observed(Observation.read(column, row, value, query.origin()));
      }
    }
    if (!isShown) {
      // That it is there was seen, and nothing else.
      observed(
          Observation.read(table.values().get(0), row, StatementValue.UNREADABLE, query.origin()));
    }
    conditions(table, row);
  }

  /** A row without its key: any of those that were asked for. */
  private void nameless() {
    if (askedFor == null) {
      observed(unknown(false).get(0));
    } else if (!isNameless) {
      isNameless = true;
      askedFor.forEach(row -> told(row, false));
    }
  }

  /** Conditions on columns other than the key's that the result does not show. */
  private void conditions(Table table, String row) {
    for (Column column : query.condition().looksAt()) {
      boolean isShown = query.shows(column);
      if (!isShown && askedFor != null && table.isRecorded(column)) {
        observed(Observation.read(column, row, StatementValue.UNREADABLE, query.origin()));
      }
    }
  }

  private String key(Table table) throws SQLException {
    for (int i = 0; i < table.keys().size(); i++) {
      if (!isAsKnown || query.placeOfKey(i) == 0) {
        return askedFor != null && askedFor.size() == 1 ? askedFor.get(0) : null;
      }
    }
    if (table.keys().size() == 1) {
      return table.row(rows.getObject(query.placeOfKey(0)));
    }
    List<Object> key = new ArrayList<>();
    for (int i = 0; i < table.keys().size(); i++) {
      key.add(rows.getObject(query.placeOfKey(i)));
    }
    return table.row(key);
  }
}
