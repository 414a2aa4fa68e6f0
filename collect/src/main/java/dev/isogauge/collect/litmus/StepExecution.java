package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Changed;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** Runs single steps on a session, and takes down what they saw and did. */
final class StepExecution {
  private static final String INSERT = "INSERT INTO items (id, val) VALUES (?, ?)";

  private final Schedule schedule;
  private final AtomicLong clock;

  StepExecution(Schedule schedule, AtomicLong clock) {
    this.schedule = schedule;
    this.clock = clock;
  }

  /**
   * Runs a step and tells in words what came of it. After a failure the transaction is rolled back:
   * its locks are gone when this returns.
   */
  String run(Session session, ObservedTransaction transaction, Action action) {
    try {
      return perform(session, transaction, action);
    } catch (Failure e) {
      attempted(transaction, action);
      session.rollback();
      if (!(e instanceof Failure.Aborted || e instanceof Failure.CommitUnknown)) {
        transaction.rejected();
      }
      transaction.failed(e.outcome(), clock.incrementAndGet(), e.getMessage());
      return word(e) + ": " + e.getMessage();
    }
  }

  private static String word(Failure failure) {
    if (failure instanceof Failure.Aborted) {
      return "aborted";
    } else if (failure instanceof Failure.CommitUnknown) {
      return "outcome unknown";
    }
    return failure instanceof Failure.ConnectionLost ? "connection lost" : "rejected";
  }

  private String perform(Session session, ObservedTransaction transaction, Action action)
      throws Failure {
    if (action instanceof Action.Read read) {
      OptionalLong value = session.read(schedule.number(read.key()));
      transaction.add(new Operation.Read<>(read.key(), value));
      return value.isPresent() ? Long.toString(value.getAsLong()) : "none";
    } else if (action instanceof Action.Write write) {
      session.write(schedule.number(write.key()), write.value());
      return wrote(transaction, write.key(), OptionalLong.of(write.value()));
    } else if (action instanceof Action.Insert insert) {
      session.execute(INSERT, schedule.number(insert.key()), insert.value());
      return wrote(transaction, insert.key(), OptionalLong.of(insert.value()));
    } else if (action instanceof Action.Update update) {
      return session.update(schedule.number(update.key()), update.value())
          ? wrote(transaction, update.key(), OptionalLong.of(update.value()))
          : missed(transaction, update.key());
    } else if (action instanceof Action.Delete delete) {
      return session.delete(schedule.number(delete.key()))
          ? wrote(transaction, delete.key(), OptionalLong.empty())
          : missed(transaction, delete.key());
    } else if (action instanceof Action.Select select) {
      return select(session, transaction, select.condition());
    } else if (action instanceof Action.UpdateWhere update) {
      Changed changed = session.updateWhere(new Condition(update.condition()), update.value());
      return changed(
          transaction,
          update.condition(),
          ChangedItems.of(
              schedule, session, update.condition(), changed, OptionalLong.of(update.value())),
          OptionalLong.of(update.value()));
    } else if (action instanceof Action.DeleteWhere delete) {
      Changed changed = session.deleteWhere(new Condition(delete.condition()));
      return changed(
          transaction,
          delete.condition(),
          ChangedItems.of(schedule, session, delete.condition(), changed, OptionalLong.empty()),
          OptionalLong.empty());
    } else if (action instanceof Action.Commit) {
      session.commit();
      transaction.ended(Outcome.COMMITTED, clock.incrementAndGet());
      return "done";
    }
    session.rollback();
    transaction.ended(Outcome.ABORTED, clock.incrementAndGet());
    return "done";
  }

  private static String wrote(ObservedTransaction transaction, String key, OptionalLong value) {
    transaction.add(new Operation.Write<>(key, value));
    return "done";
  }

  /** A change of an item that is not there has seen that it is not. */
  private static String missed(ObservedTransaction transaction, String key) {
    transaction.add(new Operation.Read<>(key, OptionalLong.empty()));
    return "no such item";
  }

  private String select(Session session, ObservedTransaction transaction, String condition)
      throws Failure {
    List<Operation.Match<String>> matches = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (Item item : session.select(new Condition(condition))) {
      String key = schedule.key(item.key());
      matches.add(new Operation.Match<>(key, OptionalLong.of(item.value())));
      words.add(key + "=" + item.value());
    }
    transaction.add(new Operation.Search<>(condition, matches));
    return words.isEmpty() ? "none" : String.join(" ", words);
  }

  private static String changed(
      ObservedTransaction transaction, String condition, ChangedItems changed, OptionalLong value) {
    List<String> keys = changed.keys();
    transaction.add(
        new Operation.Search<>(
            condition,
            keys.stream().map(key -> new Operation.Match<>(key, OptionalLong.empty())).toList()));
    keys.forEach(key -> transaction.add(new Operation.Write<>(key, value)));
    changed.looks().forEach(transaction::add);
    return keys.isEmpty() ? "none" : String.join(" ", keys);
  }

  /** A write that failed did not happen, says the database; others must not see it. */
  private static void attempted(ObservedTransaction transaction, Action action) {
    if (action instanceof Action.Write write) {
      wrote(transaction, write.key(), OptionalLong.of(write.value()));
    } else if (action instanceof Action.Insert insert) {
      wrote(transaction, insert.key(), OptionalLong.of(insert.value()));
    } else if (action instanceof Action.Update update) {
      wrote(transaction, update.key(), OptionalLong.of(update.value()));
    }
  }
}
