package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.history.RawBlock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Transactions of a recorded history as steps of a schedule. A recording says when transactions
 * began and ended, and not when their statements ran; what is known of their order is in {@link
 * #comesBefore}.
 */
final class RecordedSteps {
  private static final List<String> NAMES = List.of("x", "y", "z");

  /**
   * A step.
   *
   * @param transaction the position of its transaction
   * @param seen what it returned, as programs print it
   */
  record RecordedStep(int transaction, Action action, String seen) {}

  /**
   * A transaction.
   *
   * @param name what schedules call it
   * @param begin on the clients' clock
   * @param end {@link RawBlock#NO_TIME} if it is not known to have ended
   */
  record RecordedTransaction(String name, String session, long begin, long end) {
    boolean isBefore(RecordedTransaction other) {
      return end != RawBlock.NO_TIME && other.begin != RawBlock.NO_TIME && end < other.begin;
    }
  }

  private final List<RecordedTransaction> transactions = new ArrayList<>();
  private final List<RecordedStep> steps = new ArrayList<>();
  private final Map<Integer, String> keys = new LinkedHashMap<>();

  /** By write of the history: its step. */
  private final Map<Integer, Integer> stepOfWrite = new HashMap<>();

  /** Pairs of a read's step and a write that it saw. */
  private final List<int[]> seen = new ArrayList<>();

  /** By transaction: the step that ends it. */
  private final List<Integer> ends = new ArrayList<>();

  private RecordedSteps() {}

  /**
   * Transactions of a history, in the order in which they began; empty if a schedule cannot do what
   * they did.
   */
  static Optional<RecordedSteps> of(History history, List<Integer> wanted) {
    RecordedSteps steps = new RecordedSteps();
    List<Integer> ordered =
        wanted.stream()
            .sorted(
                Comparator.comparingLong(history::beginTime)
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    for (int transaction : ordered) {
      if (!steps.add(history, transaction)) {
        return Optional.empty();
      }
    }
    return Optional.of(steps);
  }

  private boolean add(History history, int transaction) {
    int place = transactions.size();
    transactions.add(
        new RecordedTransaction(
            "T" + (place + 1),
            // As names of sessions may be those of servers, too.
            "s" + (history.sessionOf(transaction) + 1),
            history.beginTime(transaction),
            history.endTime(transaction)));
    PredicateReads predicates = history.predicateReads();
    ProgramSteps program = ProgramSteps.withUnknown(history);
    program.begin(transaction);
    while (program.next()) {
      if (program.isUnknown()) {
        return false;
      } else if (!program.isPredicate()) {
        if (!add(history, place, program.number())) {
          return false;
        }
      } else if (predicates.hasRows(program.number())) {
        String condition = history.atoms().plain(predicates.condition(program.number()));
        steps.add(new RecordedStep(place, Action.where(Verb.SELECT, condition), ""));
      } else {
        return false;
      }
    }
    Action last =
        history.outcome(transaction) == Outcome.ABORTED ? Action.rollback() : Action.commit();
    ends.add(steps.size());
    steps.add(new RecordedStep(place, last, "done"));
    return true;
  }

  private boolean add(History history, int place, int operation) {
    String key =
        keys.computeIfAbsent(
            history.keyOf(operation),
            unused ->
                keys.size() < NAMES.size() ? NAMES.get(keys.size()) : "k" + (keys.size() + 1));
    if (!history.isWrite(operation)) {
      sources(history, operation);
      steps.add(new RecordedStep(place, Action.onItem(Verb.READ, key), result(history, operation)));
      return true;
    }
    stepOfWrite.put(operation, steps.size());
    if (history.isDelete(operation)) {
      steps.add(new RecordedStep(place, Action.onItem(Verb.DELETE, key), "done"));
      return true;
    }
    long value = history.valueOf(operation);
    Verb verb = history.isAppend(operation) ? Verb.APPEND : Verb.WRITE;
    steps.add(new RecordedStep(place, Action.onItem(verb, key, value), "done"));
    return history.atoms().isPlainInteger(value);
  }

  private void sources(History history, int read) {
    if (history.isListRead(read)) {
      for (int i = 0; i < history.listSize(read); i++) {
        seen.add(
            new int[] {
              steps.size(), history.writeOf(history.keyOf(read), history.listElement(read, i))
            });
      }
    } else if (!history.isUnknownRead(read)) {
      seen.add(new int[] {steps.size(), history.readFrom(read)});
    }
  }

  /** Empty where it is not known. */
  private static String result(History history, int read) {
    if (history.isUnknownRead(read)) {
      return "";
    } else if (history.isListRead(read)) {
      List<String> elements = new ArrayList<>();
      for (int i = 0; i < history.listSize(read); i++) {
        elements.add(history.atoms().plain(history.listElement(read, i)));
      }
      return "[" + String.join(",", elements) + "]";
    }
    return history.valueOf(read) == Atoms.NIL ? "none" : history.valueName(read);
  }

  List<RecordedTransaction> transactions() {
    return transactions;
  }

  /** Transaction by transaction. */
  List<RecordedStep> steps() {
    return steps;
  }

  /** What schedules call the keys, in the order in which transactions name them. */
  List<String> keys() {
    return List.copyOf(keys.values());
  }

  /**
   * Pairs of steps of which the first came before the second: steps of a transaction, transactions
   * of a session or one after the other by the clients' clock, and a write before those that saw
   * it.
   *
   * @param committed whether reads saw only what had been committed
   */
  List<int[]> comesBefore(boolean committed) {
    List<int[]> pairs = new ArrayList<>();
    for (int step = 1; step < steps.size(); step++) {
      if (steps.get(step).transaction() == steps.get(step - 1).transaction()) {
        pairs.add(new int[] {step - 1, step});
      }
    }
    for (int before = 0; before < transactions.size(); before++) {
      for (int after = 0; after < transactions.size(); after++) {
        boolean sameSession =
            before < after
                && transactions.get(before).session().equals(transactions.get(after).session());
        if (sameSession || transactions.get(before).isBefore(transactions.get(after))) {
          pairs.add(new int[] {ends.get(before), after == 0 ? 0 : ends.get(after - 1) + 1});
        }
      }
    }
    for (int[] each : seen) {
      Integer write = stepOfWrite.get(each[1]);
      if (write != null) {
        int writer = steps.get(write).transaction();
        if (writer != steps.get(each[0]).transaction()) {
          pairs.add(new int[] {committed ? ends.get(writer) : write, each[0]});
        }
      }
    }
    return pairs;
  }
}
