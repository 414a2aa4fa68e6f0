package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.UnknownScope;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rows of a query; each is recorded when the application moves to it. */
final class ResultHandler implements InvocationHandler {
  private static final Set<String> MOVES =
      Set.of("previous", "first", "last", "absolute", "relative", "beforeFirst", "afterLast");

  private final ResultSet rows;
  private final Statement statement;
  private final Optional<StatementPlan.Query> query;
  private final List<String> askedFor;
  private final ConnectionLog log;
  private final Set<String> seen = new HashSet<>();

  /** By column its place in the result; made with the first row. */
  private final Map<String, Integer> places = new HashMap<>();

  private boolean isOver;

  ResultHandler(
      ResultSet rows, Statement statement, StatementHandler.Step step, ConnectionLog log) {
    this.rows = rows;
    this.statement = statement;
    this.log = log;
    this.query =
        step.plan() instanceof StatementPlan.Query found ? Optional.of(found) : Optional.empty();
    this.askedFor = query.flatMap(each -> each.keysWith(step.parameters())).orElse(List.of());
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    if (name.equals("equals")) {
      return proxy == arguments[0];
    } else if (name.equals("hashCode")) {
      return System.identityHashCode(proxy);
    } else if (name.equals("getStatement")) {
      return statement;
    }
    Object result = Calls.on(rows, method, arguments);
    if (name.equals("next")) {
      next((boolean) result);
    } else if (MOVES.contains(name)) {
      query.ifPresent(each -> log.observed(unknown(UnknownScope.table(each.table().table()))));
    } else if (name.equals("close") && !isOver) {
      isOver = true;
      log.finishQuery();
    }
    return result;
  }

  private static Observation unknown(UnknownScope scope) {
    return new Observation.UnknownRead(scope);
  }

  private void next(boolean isThere) throws SQLException {
    if (isOver) {
      return;
    }
    if (isThere && query.isPresent()) {
      log.observed(row(query.get()));
    } else if (!isThere) {
      isOver = true;
      query.ifPresent(this::missing);
      log.finishQuery();
    }
  }

  /** Keys that were asked for and not returned. */
  private void missing(StatementPlan.Query plan) {
    for (String key : askedFor) {
      if (seen.add(key)) {
        log.observed(
            plan.isExact() ? new Observation.Read(key, null) : unknown(UnknownScope.key(key)));
      }
    }
  }

  private Observation row(StatementPlan.Query plan) throws SQLException {
    TableMapping table = plan.table();
    if (places.isEmpty()) {
      findPlaces(plan);
    }
    Optional<String> key =
        columns(table.keys())
            .map(columns -> RecordedValue.key(table, columns))
            .or(() -> askedFor.size() == 1 ? Optional.of(askedFor.get(0)) : Optional.empty());
    if (key.isEmpty()) {
      return unknown(UnknownScope.table(table.table()));
    }
    seen.add(key.get());
    return columns(table.values())
        .<Observation>map(
            columns -> new Observation.Read(key.get(), RecordedValue.row(table, columns)))
        .orElse(unknown(UnknownScope.key(key.get())));
  }

  private void findPlaces(StatementPlan.Query plan) throws SQLException {
    plan.columns().forEach((place, column) -> places.putIfAbsent(column, place));
    if (plan.columns().isEmpty()) {
      ResultSetMetaData metadata = rows.getMetaData();
      for (int i = 1; i <= metadata.getColumnCount(); i++) {
        places.putIfAbsent(TableMapping.normal(metadata.getColumnName(i)), i);
      }
    }
  }

  /** The values of columns in this row; none unless all were asked for. */
  private Optional<List<Object>> columns(List<String> names) throws SQLException {
    if (!places.keySet().containsAll(names)) {
      return Optional.empty();
    }
    List<Object> values = new ArrayList<>();
    for (String name : names) {
      values.add(rows.getObject(places.get(name)));
    }
    return Optional.of(values);
  }
}
