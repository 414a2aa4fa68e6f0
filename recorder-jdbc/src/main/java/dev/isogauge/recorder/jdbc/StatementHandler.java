package dev.isogauge.recorder.jdbc;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Set;

/**
 * Records what a statement does: the calls of {@link ObservedStatement} lead here, and, by
 * reflection, those of callable statements, which are rare.
 */
final class StatementHandler implements InvocationHandler {
  private static final int MOST_PARAMETERS = 1 << 16;
  private static final StatementPlan NOTHING = new StatementPlan.Nothing();

  /** Setters of values that are read once, or that a driver keeps to itself. */
  private static final Set<String> UNREADABLE =
      Set.of(
          "setAsciiStream",
          "setBinaryStream",
          "setCharacterStream",
          "setNCharacterStream",
          "setUnicodeStream",
          "setClob",
          "setNClob",
          "setBlob",
          "setArray",
          "setRef",
          "setSQLXML",
          "setRowId");

  private final Statement statement;
  private final Connection connection;
  private final String prepared;
  private final boolean returnsKeys;
  private final ConnectionHandler owner;
  private final ConnectionLog log;
  private Object[] parameters = {};
  private final List<Step> batch = new ArrayList<>();
  private Plans.Planned plan;

  /** What was executed last, for its result. */
  private Step last = new Step(NOTHING, List.of());

  /** What it did, where rows that it returns tell how many it changed. */
  private List<Observation> uncounted = List.of();

  /** Inserts whose keys the database made, in the order in which it tells them. */
  private final List<Pending> pending = new ArrayList<>();

  /** An execution: a plan and what stands for its question marks. */
  static final class Step {
    private final StatementPlan plan;
    private final List<Object> parameters;

    /** What it names, once that was asked for. */
    private List<String> rows;

    private boolean hasRows;

    Step(StatementPlan plan, List<Object> parameters) {
      this.plan = plan;
      this.parameters = parameters;
    }

    StatementPlan plan() {
      return plan;
    }

    List<Object> parameters() {
      return parameters;
    }

    /** The rows that its condition names; null if one is not known, or there are none. */
    List<String> rows() {
      if (!hasRows) {
        hasRows = true;
        rows = plan.rows(parameters);
      }
      return rows;
    }

    List<Observation> observations(long count) {
      List<Observation> all = plan.observations(parameters, count);
      for (Observation each : all) {
        each.by(this);
      }
      return all;
    }
  }

  /** An insert whose key is not known yet. */
  record Pending(InsertPlan plan, List<Object> parameters, List<Observation> unknown) {}

  StatementHandler(
      Statement statement,
      Connection connection,
      String prepared,
      boolean returnsKeys,
      ConnectionHandler owner,
      ConnectionLog log) {
    this.statement = statement;
    this.connection = connection;
    this.prepared = prepared;
    this.returnsKeys = returnsKeys;
    this.owner = owner;
    this.log = log;
  }

  /** The statement for the application. */
  static Statement observed(
      Class<?> type,
      Statement statement,
      Connection connection,
      String prepared,
      boolean returnsKeys,
      ConnectionHandler owner,
      ConnectionLog log) {
    StatementHandler handler =
        new StatementHandler(statement, connection, prepared, returnsKeys, owner, log);
    return type == Statement.class
        ? new ObservedStatement(statement, handler)
        : type == PreparedStatement.class
            ? new ObservedPreparedStatement((PreparedStatement) statement, handler)
            : (Statement) Calls.proxy(type, handler);
  }

  /** What the driver does. */
  interface Work<X extends Throwable> {
    Object run() throws X, SQLException;
  }

  static boolean asksForKeys(Object[] arguments) {
    return arguments != null
        && arguments.length == 2
        && (arguments[1] instanceof String[]
            || arguments[1] instanceof int[]
            || Integer.valueOf(Statement.RETURN_GENERATED_KEYS).equals(arguments[1]));
  }

  /** A call of a {@link java.sql.CallableStatement}. */
  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    Work<Throwable> work = () -> Calls.on(statement, method, arguments);
    Statement self = (Statement) proxy;
    return switch (name) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "getConnection" -> connection;
      case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate" ->
          execute(self, direct(arguments), asksForKeys(arguments), work);
      case "executeBatch", "executeLargeBatch" -> executeBatch(work);
      case "getResultSet" -> result(self, (ResultSet) work.run());
      case "getGeneratedKeys" -> keys(self, (ResultSet) work.run());
      default -> {
        note(name, arguments);
        yield work.run();
      }
    };
  }

  private static String direct(Object[] arguments) {
    return arguments != null && arguments[0] instanceof String sql ? sql : null;
  }

  private void note(String method, Object[] arguments) {
    switch (method) {
      case "addBatch" -> addBatch(direct(arguments));
      case "clearBatch" -> clearBatch();
      case "clearParameters" -> clearParameters();
      default -> {
        boolean isParameter =
            method.startsWith("set")
                && arguments != null
                && arguments.length >= 2
                && arguments[0] instanceof Integer;
        if (isParameter) {
          Object value = arguments[1];
          if (method.equals("setNull")) {
            value = null;
          } else if (UNREADABLE.contains(method)) {
            value = StatementValue.UNREADABLE;
          } else if (arguments.length > 2 && arguments[2] instanceof Calendar calendar) {
            value = at(value, calendar);
          }
          parameter((int) arguments[0], value);
        }
      }
    }
  }

  Connection connection() {
    return connection;
  }

  void addBatch(String sql) {
    batch.add(planned(sql));
  }

  void clearBatch() {
    batch.clear();
  }

  void clearParameters() {
    parameters = new Object[0];
  }

  /** Before a parameter, counted from 1, is set. */
  void parameter(int index, Object value) {
    if (index < 1 || index > MOST_PARAMETERS) {
      return;
    }
    if (index > parameters.length) {
      int before = parameters.length;
      parameters = Arrays.copyOf(parameters, index);
      Arrays.fill(parameters, before, index, StatementValue.UNREADABLE);
    }
    parameters[index - 1] = value instanceof byte[] bytes ? bytes.clone() : value;
  }

  /** A value in the zone of a calendar. */
  static Object at(Object value, Calendar calendar) {
    if (calendar == null) {
      return value;
    }
    return value instanceof Timestamp time
        ? LocalDateTime.ofInstant(time.toInstant(), calendar.getTimeZone().toZoneId())
        : StatementValue.UNREADABLE;
  }

  private Step step(String direct) {
    if (direct != null) {
      return new Step(owner.engine().plans().plan(direct, owner.schema()).plan(), List.of());
    }
    if (plan == null || plan.version() != owner.engine().catalog().version()) {
      plan = owner.engine().plans().plan(prepared, owner.schema());
    }
    return new Step(plan.plan(), Arrays.asList(parameters.clone()));
  }

  /** What is about to be executed; unknown if that cannot be found out. */
  private Step planned(String direct) {
    try {
      return step(direct);
    } catch (Throwable e) {
      owner.engine().failed(e);
      return unknown(e);
    }
  }

  private static Step unknown(Throwable e) {
    Origin origin = new Origin("(inside the recorder)", "internal error: " + e);
    return new Step(new StatementPlan.Unknown(Set.of(), Set.of(), true, origin), List.of());
  }

  private List<Observation> observations(Step step, long count) {
    try {
      return step.observations(count);
    } catch (Throwable e) {
      owner.engine().failed(e);
      return unknown(e).observations(count);
    }
  }

  /**
   * Executes.
   *
   * @param direct the text that is executed; null for that which was prepared
   * @param asks whether the call asks for generated keys
   */
  <X extends Throwable> Object execute(Statement self, String direct, boolean asks, Work<X> work)
      throws X, SQLException {
    Step step = planned(direct);
    StatementPlan what = step.plan();
    boolean ends =
        what instanceof StatementPlan.Control || what instanceof StatementPlan.Definition;
    if (ends) {
      owner.sendingEnd(what);
    } else if (what instanceof StatementPlan.Nothing) {
      if (log.isAutoCommit()) {
        log.finishQuery();
      }
      last = step;
      try {
        return shown(self, work.run());
      } catch (SQLException e) {
        log.failed(List.of(), e);
        throw e;
      }
    }
    List<Observation> intended =
        what instanceof StatementPlan.Control ? List.of() : observations(step, what.wanted());
    // A definition that commits what came before is a transaction of its own.
    ConnectionLog log = owner.isApart(what) ? this.log.beside() : this.log;
    if (!intended.isEmpty() || !ends) {
      log.sending(intended);
    }
    Object result;
    try {
      result = work.run();
    } catch (SQLException e) {
      if (what instanceof StatementPlan.Sequence) {
        // The first of them may have been done.
        log.perhapsDone(intended, e);
      } else {
        log.failed(intended, e);
      }
      if (ends) {
        owner.endFailed(what);
      }
      throw e;
    }
    last = step;
    if (ends) {
      log.done(intended, intended, false);
      owner.ended(what);
      defined(what, true);
      return shown(self, result);
    }
    done(step, intended, result, asks);
    if (what instanceof StatementPlan.Sequence sequence) {
      sequence.parts().forEach(part -> defined(part, false));
    }
    return shown(self, result);
  }

  private Object shown(Statement self, Object result) {
    return result instanceof ResultSet rows ? result(self, rows) : result;
  }

  private void done(Step step, List<Observation> intended, Object result, boolean asks) {
    boolean isQuery = result instanceof ResultSet || Boolean.TRUE.equals(result);
    List<Observation> actual = intended;
    if (!isQuery) {
      long count = count(result);
      // Of a statement that commits by itself the intention is in the file as it was.
      boolean isAsWanted = count == step.plan().wanted();
      actual = isAsWanted && !log.isAutoCommit() ? intended : observations(step, count);
    } else if (step.plan() instanceof ChangePlan) {
      // What it returns is read later.
      actual = observations(step, StatementPlan.NOT_TOLD);
    }
    uncounted = actual;
    pending.clear();
    boolean waits =
        isPending(step, actual) && (returnsKeys || asks || isQuery || !log.isAutoCommit());
    log.done(intended, actual, isQuery || (waits && log.isAutoCommit()));
  }

  private boolean isPending(Step step, List<Observation> actual) {
    if (step.plan() instanceof InsertPlan insert
        && insert.rows().size() == 1
        && insert.conflict() == null
        && !insert.table().keys().isEmpty()
        && insert.hasUnknownKeys(step.parameters())) {
      pending.add(new Pending(insert, step.parameters(), actual));
      return true;
    }
    return false;
  }

  private void defined(StatementPlan what, boolean isAlone) {
    if (what instanceof StatementPlan.Definition definition) {
      owner.defined(definition, isAlone);
    }
  }

  private long count(Object result) {
    try {
      return result instanceof Number number ? number.longValue() : statement.getUpdateCount();
    } catch (SQLException e) {
      return StatementPlan.NOT_TOLD;
    }
  }

  <X extends Throwable> Object executeBatch(Work<X> work) throws X, SQLException {
    List<Step> steps = List.copyOf(batch);
    batch.clear();
    pending.clear();
    BatchLog recorded = new BatchLog(log, steps, step -> observations(step, step.plan().wanted()));
    recorded.sending();
    Object counts;
    try {
      counts = work.run();
    } catch (BatchUpdateException e) {
      recorded.failed(e, this::observations);
      throw e;
    } catch (SQLException e) {
      recorded.failed(e);
      throw e;
    }
    List<List<Observation>> done = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      long count =
          i < Array.getLength(counts)
              ? ((Number) Array.get(counts, i)).longValue()
              : StatementPlan.NOT_TOLD;
      List<Observation> actual = observations(steps.get(i), count);
      isPending(steps.get(i), actual);
      done.add(actual);
    }
    recorded.done(done);
    return counts;
  }

  ResultSet result(Statement self, ResultSet rows) {
    if (rows == null || last.plan() instanceof StatementPlan.Nothing) {
      return rows;
    }
    if (last.plan() instanceof InsertPlan) {
      return keys(self, rows);
    }
    ObservedResultSet observed = new ObservedResultSet(rows, self, last, uncounted, log);
    log.opened(observed);
    return observed;
  }

  ResultSet keys(Statement self, ResultSet rows) {
    return rows == null || pending.isEmpty()
        ? rows
        : new ObservedKeys(rows, self, new ArrayList<>(pending), log);
  }
}
