package dev.isogauge.recorder.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;

/** A connection that records what its transactions do. */
final class ConnectionHandler implements InvocationHandler {
  private final Connection connection;
  private final PlanCache plans;
  private final ConnectionLog log;

  ConnectionHandler(Connection connection, PlanCache plans, ConnectionLog log) {
    this.connection = connection;
    this.plans = plans;
    this.log = log;
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
        log.savepoint((Savepoint) savepoint);
        yield savepoint;
      }
      case "setAutoCommit" -> setAutoCommit(method, arguments);
      case "close", "abort" -> {
        log.closed();
        yield Calls.on(connection, method, arguments);
      }
      default -> Calls.on(connection, method, arguments);
    };
  }

  private Object statement(Object proxy, Class<?> type, Method method, Object[] arguments)
      throws Throwable {
    Statement made = (Statement) Calls.on(connection, method, arguments);
    String sql = arguments == null || !(arguments[0] instanceof String text) ? "" : text;
    return Calls.proxy(type, new StatementHandler(made, (Connection) proxy, sql, plans, log));
  }

  private Object commit(Method method, Object[] arguments) throws Throwable {
    log.committing();
    try {
      Object result = Calls.on(connection, method, arguments);
      log.committed();
      return result;
    } catch (SQLException e) {
      log.commitFailed(e);
      throw e;
    }
  }

  /** If no commit was sent, the transaction does not happen, even where the rollback fails. */
  private Object rollback(Method method, Object[] arguments) throws Throwable {
    if (arguments != null) {
      Object result = Calls.on(connection, method, arguments);
      log.rolledBackTo((Savepoint) arguments[0]);
      return result;
    }
    try {
      return Calls.on(connection, method, arguments);
    } finally {
      log.rolledBack();
    }
  }

  /** To switch it on commits what is under way. */
  private Object setAutoCommit(Method method, Object[] arguments) throws Throwable {
    boolean on = (boolean) arguments[0];
    if (on == log.isAutoCommit()) {
      return Calls.on(connection, method, arguments);
    }
    if (on && log.isUnderWay()) {
      commit(method, arguments);
    } else {
      log.finishQuery();
      Calls.on(connection, method, arguments);
    }
    log.autoCommit(on);
    return null;
  }
}
