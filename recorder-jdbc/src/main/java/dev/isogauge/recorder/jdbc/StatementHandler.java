package dev.isogauge.recorder.jdbc;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A statement that records what it does. */
final class StatementHandler implements InvocationHandler {
  private static final StatementPlan.Nothing NOTHING = new StatementPlan.Nothing();

  private final Statement statement;
  private final Connection connection;
  private final String prepared;
  private final PlanCache plans;
  private final ConnectionLog log;
  private final List<Object> parameters = new ArrayList<>();
  private final List<Step> batch = new ArrayList<>();

  /** What was executed last, for its result. */
  private Step last = new Step(NOTHING, List.of());

  /** A plan and what stands for its question marks. */
  record Step(StatementPlan plan, List<Object> parameters) {
    List<Observation> observations(long count) {
      return plan.observations(parameters, count);
    }
  }

  StatementHandler(
      Statement statement,
      Connection connection,
      String prepared,
      PlanCache plans,
      ConnectionLog log) {
    this.statement = statement;
    this.connection = connection;
    this.prepared = prepared;
    this.plans = plans;
    this.log = log;
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    switch (name) {
      case "equals":
        return proxy == arguments[0];
      case "hashCode":
        return System.identityHashCode(proxy);
      case "getConnection":
        return connection;
      case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate":
        return execute(proxy, method, arguments);
      case "executeBatch", "executeLargeBatch":
        return executeBatch(method, arguments);
      case "addBatch":
        batch.add(step(arguments));
        break;
      case "clearBatch":
        batch.clear();
        break;
      case "clearParameters":
        parameters.clear();
        break;
      case "getResultSet":
        return result(proxy, (ResultSet) Calls.on(statement, method, arguments));
      default:
        if (name.startsWith("set") && arguments != null && arguments.length >= 2) {
          parameter(name, arguments);
        }
    }
    return Calls.on(statement, method, arguments);
  }

  private void parameter(String setter, Object[] arguments) {
    if (!(arguments[0] instanceof Integer index)) {
      return;
    }
    while (parameters.size() < index) {
      parameters.add(Operand.UNREADABLE);
    }
    boolean isReadable =
        !setter.endsWith("Stream") && !setter.matches("set(N?Clob|Blob|Array|Ref)");
    Object value = setter.equals("setNull") ? null : arguments[1];
    parameters.set(index - 1, isReadable ? value : Operand.UNREADABLE);
  }

  private Step step(Object[] arguments) {
    String sql = arguments != null && arguments[0] instanceof String text ? text : prepared;
    return new Step(plans.plan(sql), new ArrayList<>(parameters));
  }

  private Object execute(Object proxy, Method method, Object[] arguments) throws Throwable {
    Step step = step(arguments);
    if (step.plan() instanceof StatementPlan.Nothing && log.isAutoCommit()) {
      log.finishQuery();
      last = step;
      return Calls.on(statement, method, arguments);
    }
    List<Observation> intended = step.observations(1);
    log.sending(intended);
    Object result;
    try {
      result = Calls.on(statement, method, arguments);
    } catch (SQLException e) {
      log.failed(intended, e);
      throw e;
    }
    last = step;
    if (result instanceof ResultSet rows) {
      log.done(intended, true);
      return result(proxy, rows);
    }
    boolean isQuery = result instanceof Boolean hasRows && hasRows;
    log.done(isQuery ? intended : step.observations(count(result)), isQuery);
    return result;
  }

  private long count(Object result) throws SQLException {
    return result instanceof Number number ? number.longValue() : statement.getUpdateCount();
  }

  private Object executeBatch(Method method, Object[] arguments) throws Throwable {
    List<Step> steps = List.copyOf(batch);
    batch.clear();
    List<Observation> intended = new ArrayList<>();
    steps.forEach(step -> intended.addAll(step.observations(1)));
    log.sending(intended);
    Object counts;
    try {
      counts = Calls.on(statement, method, arguments);
    } catch (SQLException e) {
      log.failed(intended, e);
      throw e;
    }
    List<Observation> actual = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      actual.addAll(steps.get(i).observations(((Number) Array.get(counts, i)).longValue()));
    }
    log.done(actual, false);
    return counts;
  }

  private Object result(Object proxy, ResultSet rows) throws SQLException {
    return rows == null
        ? null
        : Calls.proxy(ResultSet.class, new ResultHandler(rows, (Statement) proxy, last, log));
  }
}
