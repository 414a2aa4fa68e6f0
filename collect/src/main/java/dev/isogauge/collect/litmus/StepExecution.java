package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Changed;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** Runs single steps on a session, and records what they saw and did. */
final class StepExecution {
  private static final String INSERT = "INSERT INTO items (id, val) VALUES (?, ?)";
  private static final String DONE = "done";
  private static final String NONE = "none";

  private final Schedule schedule;
  private final boolean hasSql;
  private final AtomicLong clock;

  /** Ticks when a statement is sent and when it returns, also within transactions. */
  private final AtomicLong statements = new AtomicLong();

  /**
   * Execution of a schedule.
   *
   * @param hasSql whether plain inserts can be said in SQL
   */
  StepExecution(Schedule schedule, boolean hasSql, AtomicLong clock) {
    this.schedule = schedule;
    this.hasSql = hasSql;
    this.clock = clock;
  }

  /**
   * Runs a step and returns the result in words. After a failure the transaction is rolled back:
   * its locks are gone when this returns.
   */
  String run(Session session, ScheduledTransaction transaction, Action action) {
    long sent = statements.incrementAndGet();
    String result = result(session, transaction, action);
    transaction.stamp(sent, statements.incrementAndGet());
    return result;
  }

  private String result(Session session, ScheduledTransaction transaction, Action action) {
    try {
      return perform(session, transaction, action);
    } catch (Failure e) {
      if (action.setsOneItem()) {
        // The database says that the write did not happen, so others must not see it.
        wrote(transaction, action);
      }
      session.rollback();
      if (!(e instanceof Failure.Aborted || e instanceof Failure.CommitUnknown)) {
        transaction.rejected();
      }
      transaction.failed(e.outcome(), clock.incrementAndGet(), e.getMessage());
      return word(e) + ": " + reason(e);
    }
  }

  /** In words if there are any; the run's failures have what the database said. */
  private static String reason(Failure failure) {
    boolean isNamed = failure.kind().chars().anyMatch(Character::isLowerCase);
    return failure instanceof Failure.Aborted && isNamed ? failure.kind() : failure.getMessage();
  }

  private static String word(Failure failure) {
    if (failure instanceof Failure.Aborted) {
      return "aborted";
    } else if (failure instanceof Failure.CommitUnknown) {
      return "outcome unknown";
    }
    return failure instanceof Failure.ConnectionLost ? "connection lost" : "rejected";
  }

  private String perform(Session session, ScheduledTransaction transaction, Action action)
      throws Failure {
    return switch (action.verb()) {
      case READ ->
          schedule.isList(action.key())
              ? sawList(transaction, action, session.readList(schedule.number(action.key())))
              : saw(transaction, action, session.read(schedule.number(action.key())));
      case LOCK -> saw(transaction, action, session.readForUpdate(schedule.number(action.key())));
      case WRITE, INSERT, UPDATE, DELETE, APPEND ->
          change(session, action) ? wrote(transaction, action) : missed(transaction, action);
      case SELECT -> select(session, transaction, action.condition());
      case UPDATE_WHERE, DELETE_WHERE -> changeWhere(session, transaction, action);
      case TAKE -> take(transaction, action, standard(session, action));
      case MERGE ->
          standard(session, action).changed() > 0
              ? wrote(transaction, action)
              : missed(transaction, action);
      case COPY -> copy(session, transaction, action);
      case JOIN -> join(transaction, action.condition(), standard(session, action));
      case SAVEPOINT -> {
        session.savepoint();
        transaction.savepoint();
        yield DONE;
      }
      case ROLLBACK_TO_SAVEPOINT -> {
        session.rollbackToSavepoint();
        transaction.rolledBackToSavepoint();
        yield DONE;
      }
      case COMMIT -> {
        session.commit();
        yield ended(transaction, Outcome.COMMITTED);
      }
      case ROLLBACK -> {
        session.rollback();
        yield ended(transaction, Outcome.ABORTED);
      }
    };
  }

  private static String saw(ScheduledTransaction transaction, Action action, OptionalLong value) {
    transaction.add(new Operation.Read<>(action.key(), value));
    return value.isPresent() ? Long.toString(value.getAsLong()) : NONE;
  }

  private static String sawList(
      ScheduledTransaction transaction, Action action, List<Long> elements) {
    transaction.add(new Operation.ListRead<>(action.key(), elements));
    return HistoryText.list(elements);
  }

  /** Changes one item; false if there was none to change. */
  private boolean change(Session session, Action action) throws Failure {
    long number = schedule.number(action.key());
    if (action.verb() == Action.Verb.DELETE) {
      return session.delete(number);
    }
    long value = action.value().getAsLong();
    if (action.verb() == Action.Verb.UPDATE) {
      return session.update(number, value);
    }
    if (action.verb() == Action.Verb.INSERT) {
      insert(session, number, value);
    } else if (action.verb() == Action.Verb.APPEND) {
      session.append(number, value);
    } else {
      session.write(number, value);
    }
    return true;
  }

  /** A plain insert fails where the item exists. */
  private void insert(Session session, long number, long value) throws Failure {
    if (hasSql) {
      session.execute(INSERT, number, value);
    } else if (!session.insert(number, value)) {
      throw new Failure.Rejected("the item exists", null);
    }
  }

  private Rows standard(Session session, Action action) throws Failure {
    long number = action.key().isEmpty() ? 0 : schedule.number(action.key());
    return session.execute(StandardSql.of(action, number));
  }

  /** What finds nothing has read nothing: the item may be there and locked. */
  private static String take(ScheduledTransaction transaction, Action action, Rows rows) {
    return rows.isEmpty()
        ? NONE
        : saw(transaction, action, OptionalLong.of((Long) rows.rows().get(0).get(0)));
  }

  /** The value that was inserted, which the transaction looks up, shows which items were summed. */
  private String copy(Session session, ScheduledTransaction transaction, Action action)
      throws Failure {
    if (standard(session, action).changed() < 1) {
      return missed(transaction, action);
    }
    // Beside its own row PostgreSQL may show one of the same key that was deleted meanwhile.
    Rows own =
        session.execute(
            "SELECT val FROM items WHERE id = "
                + schedule.number(action.key())
                + " AND val >= "
                + action.value().getAsLong());
    if (own.rows().size() == 1) {
      long inserted = (Long) own.rows().get(0).get(0);
      Optional<List<Operation.Match<String>>> summed = SummedItems.of(schedule, action, inserted);
      if (summed.isPresent()) {
        transaction.add(new Operation.Search<>(action.condition(), summed.get()));
        transaction.add(new Operation.Write<>(action.key(), OptionalLong.of(inserted)));
        return DONE;
      }
    }
    throw new Failure.Rejected("the database does not show which items it has summed", null);
  }

  /** One search, and another for each item that it finds: no level promises more of one. */
  private String join(ScheduledTransaction transaction, String condition, Rows rows) {
    Map<Operation.Match<String>, List<Operation.Match<String>>> pairs = new LinkedHashMap<>();
    List<String> words = new ArrayList<>();
    for (List<Object> row : rows.rows()) {
      List<Operation.Match<String>> seconds =
          pairs.computeIfAbsent(match(row, 0), item -> new ArrayList<>());
      if (row.get(2) == null) {
        words.add(word(match(row, 0)));
      } else {
        seconds.add(match(row, 2));
        words.add(word(match(row, 0)) + ":" + word(match(row, 2)));
      }
    }
    transaction.add(new Operation.Search<>(condition, List.copyOf(pairs.keySet())));
    pairs.values().forEach(found -> transaction.add(new Operation.Search<>(condition, found)));
    return words.isEmpty() ? NONE : String.join(" ", words);
  }

  private Operation.Match<String> match(List<Object> row, int column) {
    return new Operation.Match<>(
        schedule.key((Long) row.get(column)), OptionalLong.of((Long) row.get(column + 1)));
  }

  private static String word(Operation.Match<String> match) {
    return match.key() + "=" + match.value().getAsLong();
  }

  private static String wrote(ScheduledTransaction transaction, Action action) {
    transaction.add(
        action.verb() == Action.Verb.APPEND
            ? new Operation.Append<>(action.key(), action.value().getAsLong())
            : new Operation.Write<>(action.key(), action.value()));
    return DONE;
  }

  /** A change of an absent item has read that the item is absent. */
  private static String missed(ScheduledTransaction transaction, Action action) {
    transaction.add(Operation.Read.ofNothing(action.key()));
    return "no such item";
  }

  private String ended(ScheduledTransaction transaction, Outcome outcome) {
    transaction.ended(outcome, clock.incrementAndGet());
    return DONE;
  }

  private String select(Session session, ScheduledTransaction transaction, String condition)
      throws Failure {
    List<Operation.Match<String>> matches = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (Item item : session.select(new Condition(condition))) {
      matches.add(new Operation.Match<>(schedule.key(item.key()), OptionalLong.of(item.value())));
      words.add(word(matches.get(matches.size() - 1)));
    }
    transaction.add(new Operation.Search<>(condition, matches));
    return words.isEmpty() ? NONE : String.join(" ", words);
  }

  private String changeWhere(Session session, ScheduledTransaction transaction, Action action)
      throws Failure {
    Condition condition = new Condition(action.condition());
    Changed changed =
        action.value().isPresent()
            ? session.updateWhere(condition, action.value().getAsLong())
            : session.deleteWhere(condition);
    ChangedItems items = ChangedItems.of(schedule, session, action, changed);
    transaction.add(
        new Operation.Search<>(
            action.condition(), items.keys().stream().map(Operation.Match::ofKey).toList()));
    items.keys().forEach(key -> transaction.add(new Operation.Write<>(key, action.value())));
    items.looks().forEach(transaction::add);
    return items.keys().isEmpty() ? NONE : String.join(" ", items.keys());
  }
}
