package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.StatementPlan.Control;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Set;

/** A connection that records what its transactions do. */
final class ConnectionHandler implements InvocationHandler {
  private final Connection connection;
  private final Engine engine;
  private final ConnectionLog log;

  /** The schema of names without one; null for that of the catalog. */
  private String schema;

  /** Whether BEGIN as a statement has switched autocommit off. */
  private boolean isTextual;

  ConnectionHandler(Connection connection, Engine engine, ConnectionLog log) {
    this.connection = connection;
    this.engine = engine;
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
        log.savepoint(savepoint);
        yield savepoint;
      }
      case "setAutoCommit" -> setAutoCommit(method, arguments);
      case "setSchema", "setCatalog" -> {
        Object result = Calls.on(connection, method, arguments);
        schemaChanged();
        yield result;
      }
      case "getMetaData" -> {
        RecordedConnections.reached();
        yield Calls.on(connection, method, arguments);
      }
      case "close", "abort" -> {
        log.closed();
        yield Calls.on(connection, method, arguments);
      }
      default -> Calls.on(connection, method, arguments);
    };
  }

  String schema() {
    return schema == null ? engine.catalog().schema() : schema;
  }

  Engine engine() {
    return engine;
  }

  private void schemaChanged() {
    try {
      schema = CatalogReader.schema(connection, engine.catalog().dialect());
    } catch (Throwable e) {
      engine.failed(e);
      schema = "?";
    }
  }

  private Object statement(Object proxy, Class<?> type, Method method, Object[] arguments)
      throws Throwable {
    Statement made = (Statement) Calls.on(connection, method, arguments);
    String sql = arguments == null || !(arguments[0] instanceof String text) ? "" : text;
    boolean returnsKeys = StatementHandler.asksForKeys(arguments);
    return Calls.proxy(
        type, new StatementHandler(made, (Connection) proxy, sql, returnsKeys, this, log));
  }

  private Object commit(Method method, Object[] arguments) throws Throwable {
    log.committing();
    try {
      Object result = Calls.on(connection, method, arguments);
      log.committed();
      log.takesBackDefinitions();
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
      rolledBack();
    }
  }

  private void rolledBack() {
    log.rolledBack();
    if (log.takesBackDefinitions()) {
      engine.defined(connection, Set.of(), false);
    }
  }

  /** To switch it on commits what is under way. */
  private Object setAutoCommit(Method method, Object[] arguments) throws Throwable {
    boolean on = (boolean) arguments[0];
    isTextual = false;
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

  /** Whether a definition now would commit a transaction that is under way. */
  boolean commitsDefinitions() {
    return !log.isAutoCommit() && engine.catalog().dialect().definitionsCommit();
  }

  /** Before a statement is sent that ends the transaction on its way. */
  void sendingEnd(StatementPlan plan) {
    boolean commits =
        (plan instanceof Control control
                && (control.effect() == Control.Effect.COMMIT
                    || (control.effect() == Control.Effect.BEGIN
                        && engine.catalog().dialect() == RecordedDialect.MYSQL)
                    || control.effect() == Control.Effect.AUTOCOMMIT_ON))
            || (plan instanceof StatementPlan.Definition
                && engine.catalog().dialect().definitionsCommit());
    if (commits && !log.isAutoCommit()) {
      log.committing();
    } else if (log.isAutoCommit()) {
      log.finishQuery();
    }
  }

  /** After it has come back. */
  void ended(StatementPlan plan) {
    if (plan instanceof Control control) {
      control(control);
    } else if (commitsDefinitions()) {
      log.committed();
    }
  }

  /** After it has failed. */
  void endFailed(SQLException e) {
    if (commitsDefinitions()) {
      log.commitUnknown();
    }
  }

  private void control(Control control) {
    switch (control.effect()) {
      case BEGIN -> {
        if (log.isAutoCommit()) {
          isTextual = true;
          log.autoCommit(false);
        } else if (engine.catalog().dialect() == RecordedDialect.MYSQL) {
          log.committed();
        }
      }
      case COMMIT -> {
        log.committed();
        endTextual();
      }
      case ROLLBACK -> {
        rolledBack();
        endTextual();
      }
      case SAVEPOINT -> log.savepoint(control.name());
      case ROLLBACK_TO -> log.rolledBackTo(control.name());
      case AUTOCOMMIT_OFF -> log.autoCommit(false);
      case AUTOCOMMIT_ON -> {
        log.committed();
        log.autoCommit(true);
      }
      case SCHEMA -> schemaChanged();
    }
  }

  private void endTextual() {
    if (isTextual) {
      isTextual = false;
      log.autoCommit(true);
    }
  }

  /** After something was defined. */
  void defined(StatementPlan.Definition definition, boolean isAlone) {
    log.defined();
    engine.defined(connection, definition.dropped(), definition.isCreation() && isAlone);
  }
}
