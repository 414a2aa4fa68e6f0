package dev.isogauge.recorder.jdbc;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Set;

/** A statement that records what it does. */
final class StatementHandler implements InvocationHandler {
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
  private final List<Object> parameters = new ArrayList<>();
  private final List<Step> batch = new ArrayList<>();
  private Plans.Planned plan;

  /** What was executed last, for its result. */
  private Step last = new Step(NOTHING, List.of());

  /** What it did, where rows that it returns tell how many it changed. */
  private List<Observation> uncounted = List.of();

  /** Inserts whose keys the database made, in the order in which it tells them. */
  private final List<Pending> pending = new ArrayList<>();

  /** An execution: a plan and what stands for its question marks. */
  record Step(StatementPlan plan, List<Object> parameters) {
    List<Observation> observations(long count) {
      List<Observation> all = plan.observations(parameters, count);
      for (Observation each : all) {
        each.by(this);
      }
      return all;
    }
  }

  /** An insert whose key is not known yet. */
  record Pending(StatementPlan.Insert plan, List<Object> parameters, List<Observation> unknown) {}

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

  static boolean asksForKeys(Object[] arguments) {
    return arguments != null
        && arguments.length == 2
        && (arguments[1] instanceof String[]
            || arguments[1] instanceof int[]
            || Integer.valueOf(Statement.RETURN_GENERATED_KEYS).equals(arguments[1]));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    return switch (name) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "getConnection" -> connection;
      case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate" ->
          execute(proxy, method, arguments);
      case "executeBatch", "executeLargeBatch" -> executeBatch(method, arguments);
      case "getResultSet" -> result(proxy, (ResultSet) Calls.on(statement, method, arguments));
      case "getGeneratedKeys" -> keys(proxy, (ResultSet) Calls.on(statement, method, arguments));
      default -> {
        if (name.startsWith("set") || name.endsWith("Batch") || name.startsWith("clear")) {
          prepare(name, arguments);
        }
        yield Calls.on(statement, method, arguments);
      }
    };
  }

  /** Notes what a later execution will need. */
  private void prepare(String method, Object[] arguments) {
    try {
      switch (method) {
        case "addBatch" -> batch.add(step(arguments));
        case "clearBatch" -> batch.clear();
        case "clearParameters" -> parameters.clear();
        default -> {
          if (arguments != null && arguments.length >= 2 && arguments[0] instanceof Integer index) {
            parameter(method, index, arguments);
          }
        }
      }
    } catch (RuntimeException e) {
      owner.engine().failed(e);
    }
  }

  private void parameter(String setter, int index, Object[] arguments) {
    while (parameters.size() < index) {
      parameters.add(StatementValue.UNREADABLE);
    }
    Object value = arguments[1];
    if (setter.equals("setNull")) {
      value = null;
    } else if (UNREADABLE.contains(setter)) {
      value = StatementValue.UNREADABLE;
    } else if (arguments.length > 2 && arguments[2] instanceof Calendar calendar) {
      value =
          value instanceof Timestamp time
              ? LocalDateTime.ofInstant(time.toInstant(), calendar.getTimeZone().toZoneId())
              : StatementValue.UNREADABLE;
    } else if (value instanceof byte[] bytes) {
      value = bytes.clone();
    }
    parameters.set(index - 1, value);
  }

  private Step step(Object[] arguments) {
    boolean isDirect = arguments != null && arguments[0] instanceof String;
    String sql = isDirect ? (String) arguments[0] : prepared;
    String schema = owner.schema();
    if (isDirect || plan == null || plan.version() != owner.engine().catalog().version()) {
      plan = owner.engine().plans().plan(sql, schema);
    }
    return new Step(plan.plan(), isDirect ? List.of() : new ArrayList<>(parameters));
  }

  /** What is about to be executed; unknown if that cannot be found out. */
  private Step planned(Object[] arguments) {
    try {
      return step(arguments);
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

  private Object execute(Object proxy, Method method, Object[] arguments) throws Throwable {
    Step step = planned(arguments);
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
        Object result = Calls.on(statement, method, arguments);
        return result instanceof ResultSet rows ? result(proxy, rows) : result;
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
      result = Calls.on(statement, method, arguments);
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
      return result instanceof ResultSet rows ? result(proxy, rows) : result;
    }
    done(step, intended, result, asksForKeys(arguments));
    if (what instanceof StatementPlan.Sequence sequence) {
      sequence.parts().forEach(part -> defined(part, false));
    }
    return result instanceof ResultSet rows ? result(proxy, rows) : result;
  }

  private void done(Step step, List<Observation> intended, Object result, boolean asks) {
    boolean isQuery = result instanceof ResultSet || Boolean.TRUE.equals(result);
    List<Observation> actual = intended;
    if (!isQuery) {
      long count = count(result);
      // Of a statement that commits by itself the intention is in the file as it was.
      boolean isAsWanted = count == step.plan().wanted();
      actual = isAsWanted && !log.isAutoCommit() ? intended : observations(step, count);
    } else if (step.plan() instanceof StatementPlan.Change) {
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
    if (step.plan() instanceof StatementPlan.Insert insert
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

  private Object executeBatch(Method method, Object[] arguments) throws Throwable {
    List<Step> steps = List.copyOf(batch);
    batch.clear();
    pending.clear();
    BatchLog recorded = new BatchLog(log, steps, step -> observations(step, step.plan().wanted()));
    recorded.sending();
    Object counts;
    try {
      counts = Calls.on(statement, method, arguments);
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

  private Object result(Object proxy, ResultSet rows) {
    if (rows == null || last.plan() instanceof StatementPlan.Nothing) {
      return rows;
    }
    if (last.plan() instanceof StatementPlan.Insert) {
      return keys(proxy, rows);
    }
    ResultHandler handler = new ResultHandler(rows, (Statement) proxy, last, uncounted, log);
    log.opened(handler);
    return Calls.proxy(ResultSet.class, handler);
  }

  private Object keys(Object proxy, ResultSet rows) {
    return rows == null || pending.isEmpty()
        ? rows
        : Calls.proxy(
            ResultSet.class,
            new KeysHandler(rows, (Statement) proxy, new ArrayList<>(pending), log));
  }
}
