package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.RecordedOutcome;
import dev.isogauge.recorder.jdbc.StatementPlan.Control;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** A connection to PostgreSQL whose transactions are recorded by row versions. */
final class RowConnectionHandler implements InvocationHandler {
  private final Connection connection;
  private final Engine engine;
  private final RowRecording recording;
  private final RowSession session;

  /** The schema of names without one; null for that of the catalog. */
  private String schema;

  /** Whether BEGIN as a statement has switched autocommit off. */
  private boolean isTextual;

  RowConnectionHandler(
      Connection connection, Engine engine, RowRecording recording, boolean autoCommit) {
    this.connection = connection;
    this.engine = engine;
    this.recording = recording;
    this.session = new RowSession(connection, engine, recording, autoCommit);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "createStatement" -> statement(proxy, Statement.class, method, arguments);
      case "prepareStatement" -> statement(proxy, PreparedStatement.class, method, arguments);
      case "prepareCall" -> statement(proxy, CallableStatement.class, method, arguments);
      case "commit" -> commit(method, arguments);
      case "rollback" -> rollback(method, arguments);
      case "setSavepoint" -> {
        Object savepoint = Calls.on(connection, method, arguments);
        session.savepoint(savepoint);
        yield savepoint;
      }
      case "setAutoCommit" -> {
        boolean on = (boolean) arguments[0];
        isTextual = false;
        Calls.on(connection, method, arguments);
        if (on && !session.isAutoCommit()) {
          session.ended(RecordedOutcome.COMMITTED);
        }
        session.autoCommit(on);
        yield null;
      }
      case "setSchema" -> {
        Object result = Calls.on(connection, method, arguments);
        schemaChanged();
        yield result;
      }
      case "getMetaData" -> {
        RecordedConnections.reached();
        yield Calls.on(connection, method, arguments);
      }
      case "close", "abort" -> {
        session.ended(RecordedOutcome.INDETERMINATE);
        yield Calls.on(connection, method, arguments);
      }
      default -> Calls.on(connection, method, arguments);
    };
  }

  Connection connection() {
    return connection;
  }

  RowSession session() {
    return session;
  }

  Reading reading(String sql) {
    return engine.readings().reading(sql, schema == null ? engine.catalog().schema() : schema);
  }

  void failed(Throwable e) {
    engine.failed(e);
  }

  private void schemaChanged() {
    try {
      schema = CatalogReader.schema(connection, RecordedDialect.POSTGRES);
    } catch (SQLException | RuntimeException e) {
      engine.failed(e);
      schema = "?";
    }
  }

  private Object statement(Object proxy, Class<?> type, Method method, Object[] arguments)
      throws Throwable {
    String sql = arguments == null || !(arguments[0] instanceof String text) ? "" : text;
    Object[] sent = arguments;
    if (type == PreparedStatement.class) {
      sent = arguments.clone();
      sent[0] = reading(sql).sent();
    }
    Statement made = (Statement) Calls.on(connection, method, sent);
    return Calls.proxy(
        type, new RowStatementHandler(made, (Connection) proxy, sql, sent != arguments, this));
  }

  private Object commit(Method method, Object[] arguments) throws Throwable {
    try {
      Object result = Calls.on(connection, method, arguments);
      session.ended(RecordedOutcome.COMMITTED);
      return result;
    } catch (SQLException e) {
      session.ended(Outcomes.isOpen(e) ? RecordedOutcome.INDETERMINATE : RecordedOutcome.ABORTED);
      throw e;
    }
  }

  private Object rollback(Method method, Object[] arguments) throws Throwable {
    if (arguments != null) {
      Object result = Calls.on(connection, method, arguments);
      session.rolledBackTo(arguments[0]);
      return result;
    }
    try {
      return Calls.on(connection, method, arguments);
    } finally {
      session.ended(RecordedOutcome.ABORTED);
    }
  }

  /** After a statement that ends a transaction, or sets something, has come back. */
  void control(Control control) {
    switch (control.effect()) {
      case BEGIN -> {
        if (session.isAutoCommit()) {
          isTextual = true;
          session.autoCommit(false);
        }
      }
      case COMMIT -> end(RecordedOutcome.COMMITTED, control);
      case ROLLBACK -> end(RecordedOutcome.ABORTED, control);
      case SAVEPOINT -> session.savepoint(control.name());
      case ROLLBACK_TO -> session.rolledBackTo(control.name());
      case SCHEMA -> schemaChanged();
      default -> {}
    }
  }

  private void end(RecordedOutcome outcome, Control control) {
    session.ended(outcome);
    if (isTextual && !control.name().equals(Control.CHAIN)) {
      isTextual = false;
      session.autoCommit(true);
    }
  }

  /** After something was defined. */
  void defined(Set<String> dropped, boolean isAltered) {
    engine.defined(connection, dropped, false);
    recording.defined(isAltered);
  }
}
