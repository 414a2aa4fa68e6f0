package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import dev.isogauge.recorder.jdbc.StatementPlan.Query;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rows of a query; each is recorded when the application moves to it. */
final class ResultHandler implements InvocationHandler {
  /** Show whether there are rows, or which, other than one after the other. */
  private static final Set<String> LOOKS =
      Set.of(
          "previous",
          "first",
          "last",
          "absolute",
          "relative",
          "isBeforeFirst",
          "isAfterLast",
          "isFirst",
          "isLast",
          "refreshRow");

  /** Change the database. */
  private static final Set<String> CHANGES = Set.of("updateRow", "insertRow", "deleteRow");

  private final ResultSet rows;
  private final Statement statement;
  private final Query query;
  private final ConnectionLog log;
  private final OpenTransaction by;

  private final StatementHandler.Step step;

  /** What a change did whose rows are counted here. */
  private final List<Observation> uncounted;

  /** Rows that the condition names; null if they are not known. */
  private final List<String> askedFor;

  private final Set<String> seen;

  /** By column of the table's key, then of its values, its place in the result, from 1, or 0. */
  private int[] places;

  /** How many rows were seen. */
  private int hits;

  private boolean isOver;
  private boolean hasLooked;

  /** Whether it was seen that the rows do not tell which of those asked for they are. */
  private boolean isNameless;

  private boolean isCounted;

  ResultHandler(
      ResultSet rows,
      Statement statement,
      StatementHandler.Step step,
      List<Observation> uncounted,
      ConnectionLog log) {
    this.rows = rows;
    this.step = step;
    this.uncounted = uncounted;
    this.statement = statement;
    this.log = log;
    this.by = log.current();
    this.query = step.plan() instanceof Query found ? found : null;
    this.askedFor = query == null ? null : query.rows(step.parameters());
    this.seen = askedFor == null || askedFor.size() == 1 ? Set.of() : new HashSet<>();
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    if (name.startsWith("get") && !name.equals("getStatement")) {
      return Calls.on(rows, method, arguments);
    }
    return switch (name) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "getStatement" -> statement;
      case "next" -> {
        Object result = Calls.on(rows, method, arguments);
        next((boolean) result);
        yield result;
      }
      case "close" -> {
        over();
        yield Calls.on(rows, method, arguments);
      }
      default ->
          CHANGES.contains(name)
              ? change(method, arguments)
              : looked(name, Calls.on(rows, method, arguments));
    };
  }

  private Object looked(String name, Object result) {
    if (LOOKS.contains(name) && query != null && !hasLooked) {
      hasLooked = true;
      observed(unknown(false).get(0));
    }
    return result;
  }

  /** A change of the row at the cursor, or of a new one. */
  private Object change(Method method, Object[] arguments) throws Throwable {
    List<Observation> intended = unknown(true);
    boolean isApart = log.isAutoCommit();
    ConnectionLog where = isApart ? log.beside() : log;
    where.sending(intended);
    try {
      Object result = Calls.on(rows, method, arguments);
      where.done(intended, intended, false);
      return result;
    } catch (SQLException e) {
      where.failed(intended, e);
      throw e;
    }
  }

  private void observed(Observation observation) {
    log.observed(by, observation.by(step));
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
      if (!isOver && step.plan() instanceof StatementPlan.Change change) {
        changed(change, isThere);
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
  private void changed(StatementPlan.Change change, boolean isThere) {
    hits += isThere ? 1 : 0;
    List<String> named = change.rows(step.parameters());
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
      if (query.isAll() || query.places().contains(column)) {
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
    if (places == null) {
      findPlaces();
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
      int place = places[table.keys().size() + i];
      if (place > 0) {
        isShown = true;
        Column column = table.values().get(i);
        Object value =
            column.type().form() == ValueType.Form.OTHER
                ? StatementValue.UNREADABLE
                : Observation.content(column, rows.getObject(place));
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
      boolean isShown = query.isAll() || query.places().contains(column);
      if (!isShown && askedFor != null && table.isRecorded(column)) {
        observed(Observation.read(column, row, StatementValue.UNREADABLE, query.origin()));
      }
    }
  }

  private String key(Table table) throws SQLException {
    List<Object> key = new ArrayList<>();
    for (int i = 0; i < table.keys().size(); i++) {
      if (places[i] == 0) {
        return askedFor != null && askedFor.size() == 1 ? askedFor.get(0) : null;
      }
      key.add(rows.getObject(places[i]));
    }
    return table.row(key);
  }

  private void findPlaces() throws SQLException {
    Table table = query.table();
    List<Column> shown = query.places();
    if (query.isAll()) {
      boolean isAsKnown = rows.getMetaData().getColumnCount() == table.columns().size();
      shown = isAsKnown ? table.columns() : List.of();
    }
    List<Column> wanted = new ArrayList<>(table.keys());
    wanted.addAll(table.values());
    places = new int[wanted.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = shown.indexOf(wanted.get(i)) + 1;
    }
  }
}
