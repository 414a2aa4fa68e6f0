package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.StatementPlan.Commits;
import dev.isogauge.recorder.jdbc.StatementPlan.Control;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
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

  /** Names of SQLite's savepoints. */
  private final List<String> savepoints = new ArrayList<>();

  /** Whether the first of them began the transaction. */
  private boolean isBySavepoint;

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
      case "setTransactionIsolation" -> setIsolation(method, arguments);
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
    return StatementHandler.observed(type, made, (Connection) proxy, sql, returnsKeys, this, log);
  }

  private Object commit(Method method, Object[] arguments) throws Throwable {
    log.committing();
    savepoints.clear();
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
    savepoints.clear();
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

  /** Some databases commit an open transaction then. */
  private Object setIsolation(Method method, Object[] arguments) throws Throwable {
    RecordedDialect dialect = engine.catalog().dialect();
    if (log.isAutoCommit() || dialect == RecordedDialect.MYSQL || !dialect.commitsImplicitly()) {
      return Calls.on(connection, method, arguments);
    }
    log.perhapsCommitting();
    try {
      return Calls.on(connection, method, arguments);
    } finally {
      log.commitUnknown();
    }
  }

  /** Whether a statement commits a transaction that is under way. */
  private Commits commits(StatementPlan plan) {
    if (log.isAutoCommit()) {
      return Commits.NO;
    } else if (plan instanceof StatementPlan.Definition definition) {
      return definition.commits();
    }
    return switch (((Control) plan).effect()) {
      case COMMIT, AUTOCOMMIT_ON -> Commits.YES;
      case BEGIN -> engine.catalog().dialect() == RecordedDialect.MYSQL ? Commits.YES : Commits.NO;
      case RELEASE -> isLastRelease((Control) plan) ? Commits.YES : Commits.NO;
      case PERHAPS_COMMIT -> Commits.PERHAPS;
      default -> Commits.NO;
    };
  }

  /** Whether it is a transaction of its own, behind the one that it ends. */
  boolean isApart(StatementPlan plan) {
    return plan instanceof StatementPlan.Definition && commits(plan) != Commits.NO;
  }

  /** Before a statement is sent that may end the transaction on its way. */
  void sendingEnd(StatementPlan plan) {
    switch (commits(plan)) {
      case YES -> log.committing();
      case PERHAPS -> log.perhapsCommitting();
      case NO -> {
        if (log.isAutoCommit()) {
          log.finishQuery();
        }
      }
    }
  }

  /** After it has come back. */
  void ended(StatementPlan plan) {
    if (plan instanceof Control control && control.effect() != Control.Effect.PERHAPS_COMMIT) {
      control(control);
    } else if (commits(plan) == Commits.YES) {
      log.committed();
    } else if (commits(plan) == Commits.PERHAPS) {
      log.commitUnknown();
    }
  }

  /** After it has failed. */
  void endFailed(StatementPlan plan) {
    if (commits(plan) != Commits.NO) {
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
        endTextual(control);
      }
      case ROLLBACK -> {
        rolledBack();
        endTextual(control);
      }
      case SAVEPOINT -> savepoint(control.name());
      case ROLLBACK_TO -> {
        log.rolledBackTo(place(control.name()));
        if (savepoints.contains(control.name())) {
          leaveSavepoint(control.name());
          savepoints.add(control.name());
        }
      }
      case RELEASE -> {
        if (isLastRelease(control)) {
          log.committed();
          endTextual(control);
        } else {
          leaveSavepoint(control.name());
        }
      }
      case PERHAPS_COMMIT -> {}
      case AUTOCOMMIT_OFF -> log.autoCommit(false);
      case AUTOCOMMIT_ON -> {
        log.committed();
        log.autoCommit(true);
      }
      case SCHEMA -> schemaChanged();
    }
  }

  private void endTextual(Control control) {
    if (isTextual && !control.name().equals(Control.CHAIN)) {
      isTextual = false;
      log.autoCommit(true);
    }
    savepoints.clear();
    isBySavepoint = false;
  }

  /** In SQLite the first one begins a transaction, which ends when it is released. */
  private void savepoint(String name) {
    if (engine.catalog().dialect() == RecordedDialect.SQLITE) {
      if (log.isAutoCommit()) {
        isTextual = true;
        isBySavepoint = true;
        log.autoCommit(false);
      }
      savepoints.add(name);
    }
    log.savepoint(place(name));
  }

  /** What stands for the last savepoint of a name: SQLite keeps those before it. */
  private String place(String name) {
    int place = savepoints.lastIndexOf(name);
    return place < 0 ? name : place + " " + name;
  }

  private boolean isLastRelease(Control control) {
    return isBySavepoint && savepoints.lastIndexOf(control.name()) == 0;
  }

  private void leaveSavepoint(String name) {
    int place = savepoints.lastIndexOf(name);
    if (place >= 0) {
      savepoints.subList(place, savepoints.size()).clear();
    }
  }

  /** After something was defined. */
  void defined(StatementPlan.Definition definition, boolean isAlone) {
    log.defined();
    engine.defined(connection, definition.dropped(), definition.isCreation() && isAlone);
  }
}
