package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.RecordedOutcome;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A statement of PostgreSQL of which snapshot and place in the log are recorded. */
final class RowStatementHandler implements InvocationHandler {
  private static final Pattern OWN =
      Pattern.compile(
          "(?i)\\b(VACUUM|CONCURRENTLY|DATABASE|TABLESPACE|SYSTEM|SUBSCRIPTION|LOCAL|TEMP|TEMPORARY"
              + "|REINDEX|CLUSTER)\\b");

  private final Statement statement;
  private final Connection proxy;
  private final String prepared;
  private final boolean isRewritten;
  private final RowConnectionHandler owner;
  private final RowSession session;
  private final List<Object> parameters = new ArrayList<>();
  private final List<String> batch = new ArrayList<>();

  RowStatementHandler(
      Statement statement,
      Connection proxy,
      String prepared,
      boolean isRewritten,
      RowConnectionHandler owner) {
    this.statement = statement;
    this.proxy = proxy;
    this.prepared = prepared;
    this.isRewritten = isRewritten;
    this.owner = owner;
    this.session = owner.session();
  }

  /** What the driver does. */
  private interface Work {
    Object run() throws Throwable;
  }

  @Override
  public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    return switch (name) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "getConnection" -> proxy;
      case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate" ->
          shown(self, execute(method, arguments));
      case "executeBatch", "executeLargeBatch" -> executeBatch(method, arguments);
      case "getResultSet", "getGeneratedKeys" ->
          shown(self, Calls.on(statement, method, arguments));
      default -> {
        note(name, arguments);
        yield Calls.on(statement, method, arguments);
      }
    };
  }

  /** Results lead back to this statement, not to the driver's. */
  private static Object shown(Object self, Object result) {
    return result instanceof ResultSet rows
        ? new ForwardingResultSet(rows, (Statement) self)
        : result;
  }

  private void note(String method, Object[] arguments) {
    if (method.equals("addBatch")) {
      batch.add(arguments == null ? prepared : (String) arguments[0]);
    } else if (method.equals("clearBatch")) {
      batch.clear();
    } else if (method.equals("clearParameters")) {
      parameters.clear();
    } else if (method.startsWith("set")
        && arguments != null
        && arguments.length >= 2
        && arguments[0] instanceof Integer index) {
      while (parameters.size() < index) {
        parameters.add(StatementValue.UNREADABLE);
      }
      boolean isPlain = arguments[1] instanceof Number || arguments[1] instanceof String;
      boolean isId = arguments[1] instanceof java.util.UUID;
      parameters.set(index - 1, isPlain || isId ? arguments[1] : StatementValue.UNREADABLE);
    }
  }

  private Object execute(Method method, Object[] arguments) throws Throwable {
    boolean isDirect = arguments != null && arguments[0] instanceof String;
    Reading reading = owner.reading(isDirect ? (String) arguments[0] : prepared);
    List<Object> values = isDirect ? List.of() : new ArrayList<>(parameters);
    Object[] sent = arguments;
    if (isDirect) {
      sent = arguments.clone();
      sent[0] = reading.sent();
    }
    Object[] last = sent;
    boolean isNoted = reading.isGated() && (isDirect || isRewritten);
    return run(reading, values, isNoted, () -> Calls.on(statement, method, last));
  }

  private Object executeBatch(Method method, Object[] arguments) throws Throwable {
    String sql = batch.isEmpty() ? prepared : batch.get(0);
    batch.clear();
    Reading reading = owner.reading(sql).ofBatch();
    return run(reading, List.of(), false, () -> Calls.on(statement, method, arguments));
  }

  private Object run(Reading reading, List<Object> values, boolean isNoted, Work work)
      throws Throwable {
    if (reading.plan() instanceof StatementPlan.Control control) {
      Object result = work.run();
      owner.control(control);
      return result;
    }
    session.sending();
    if (!isNoted) {
      session.sendingWithout(reading);
    }
    if (session.isAutoCommit() && isDividable(reading)) {
      return inTransaction(reading, values, isNoted, work);
    }
    Object result;
    try {
      result = work.run();
    } catch (SQLException e) {
      session.failed();
      if (session.isAutoCommit()) {
        session.ended(RecordedOutcome.ABORTED);
      }
      throw e;
    }
    finished(reading, values, isNoted);
    if (session.isAutoCommit()) {
      session.ended(RecordedOutcome.COMMITTED);
    }
    return result;
  }

  private void finished(Reading reading, List<Object> values, boolean isNoted) throws SQLException {
    session.done(reading, values, isNoted);
    defined(reading);
  }

  private void defined(Reading reading) {
    List<StatementPlan> parts =
        reading.plan() instanceof StatementPlan.Sequence sequence
            ? sequence.parts()
            : List.of(reading.plan());
    for (StatementPlan part : parts) {
      if (part instanceof StatementPlan.Definition definition) {
        boolean isAltered = reading.sql().toUpperCase(Locale.ROOT).contains("ALTER");
        owner.defined(definition.dropped(), isAltered);
      }
    }
  }

  /** Whether a statement that commits by itself may be one of two in a transaction. */
  private boolean isDividable(Reading reading) throws SQLException {
    boolean isPlain = isDividable(reading.plan(), reading.locks()) && !needsOwn(reading.sql());
    return isPlain && statement.getFetchSize() == 0 && !(statement instanceof CallableStatement);
  }

  private static boolean isDividable(StatementPlan plan, boolean locks) {
    if (plan instanceof StatementPlan.Sequence sequence) {
      return sequence.parts().stream()
          .allMatch(
              part ->
                  part instanceof QueryPlan
                      || part instanceof StatementPlan.Nothing
                      || isDividable(part, true));
    }
    return plan instanceof InsertPlan
        || plan instanceof ChangePlan
        || plan instanceof StatementPlan.Definition
        || (plan instanceof StatementPlan.Unknown unknown && !unknown.isAnywhere() && locks);
  }

  /** Whether it may be one that does not run in a transaction, or that ends with it. */
  private static boolean needsOwn(String sql) {
    return OWN.matcher(sql).find();
  }

  /** So that its number can be asked for before it commits. */
  private Object inTransaction(Reading reading, List<Object> values, boolean isNoted, Work work)
      throws Throwable {
    Connection connection = owner.connection();
    connection.setAutoCommit(false);
    try {
      Object result = work.run();
      session.done(reading, values, isNoted);
      connection.commit();
      session.ended(RecordedOutcome.COMMITTED);
      defined(reading);
      return result;
    } catch (Throwable e) {
      session.ended(RecordedOutcome.ABORTED);
      rollback(connection);
      throw e;
    } finally {
      autoCommit(connection);
    }
  }

  private static void rollback(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // The connection is lost, as the application is about to learn.
    }
  }

  private void autoCommit(Connection connection) {
    try {
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      owner.failed(e);
    }
  }
}
