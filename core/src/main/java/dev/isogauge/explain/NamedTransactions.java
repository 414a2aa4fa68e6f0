package dev.isogauge.explain;

import dev.isogauge.anomaly.Part;
import dev.isogauge.history.History;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The transactions of one explanation, in the order in which they enter it, each with the
 * operations that the explanation mentions.
 */
final class NamedTransactions {
  /** Transactions up to this size are shown whole. */
  private static final int SHOWN_WHOLE = 8;

  /** Of longer ones, at most this many unknown operations are shown. */
  private static final int MOST_UNKNOWN = 3;

  private final History history;
  private final Names names;

  /** By transaction: operations, and -1 - p for predicate reads p. */
  private final Map<Integer, Set<Integer>> mentioned = new LinkedHashMap<>();

  NamedTransactions(History history, Names names) {
    this.history = history;
    this.names = names;
  }

  /** Lets a transaction enter; the initial state needs no introduction. */
  void enter(int transaction) {
    if (transaction != History.INITIAL) {
      operationsOf(transaction);
    }
  }

  /** Lets what a part is about enter, or marks it as what matters of its transaction. */
  void introduce(Part part) {
    if (part.operation() >= 0) {
      mention(part.operation());
    } else if (part.place().predicate() >= 0) {
      mentionPredicate(part.place().predicate());
    } else {
      enter(part.transaction());
    }
  }

  /** Marks an operation as one that matters. */
  void mention(int operation) {
    int transaction = history.transactionOf(operation);
    operationsOf(transaction).add(operation);
  }

  private void mentionPredicate(int predicate) {
    int transaction = history.predicateReads().transactionOf(predicate);
    operationsOf(transaction).add(-1 - predicate);
  }

  private Set<Integer> operationsOf(int transaction) {
    Set<Integer> operations = mentioned.get(transaction);
    if (operations == null) {
      operations = new HashSet<>();
      mentioned.put(transaction, operations);
    }
    return operations;
  }

  /** One line per transaction. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Integer, Set<Integer>> entry : mentioned.entrySet()) {
      int transaction = entry.getKey();
      lines.add(
          names.transaction(transaction)
              + " ("
              + names.place(transaction)
              + (history.recordedLevel(transaction).isEmpty()
                  ? ""
                  : ", level " + history.recordedLevel(transaction))
              + ") = "
              + operations(transaction, entry.getValue()));
    }
    return lines;
  }

  private String operations(int transaction, Set<Integer> important) {
    int others = 0;
    int size = size(transaction);
    if (size == 0) {
      return "no operations";
    }
    int unknown = 0;
    StringBuilder text = new StringBuilder();
    ProgramSteps steps = ProgramSteps.withUnknown(history);
    steps.begin(transaction);
    while (steps.next()) {
      int step = steps.number();
      boolean isShown =
          steps.isUnknown()
              ? unknown++ < MOST_UNKNOWN
              : important.contains(steps.isPredicate() ? -1 - step : step);
      if (size > SHOWN_WHOLE && !isShown) {
        others++;
        continue;
      }
      if (steps.isUnknown()) {
        text.append(names.unknownOperation(step));
      } else {
        text.append(steps.isPredicate() ? names.predicateRead(step) : names.operation(step));
      }
      text.append(' ');
    }
    return others == 0
        ? text.toString().strip()
        : text + "… " + Words.count(others, text.isEmpty() ? "operation" : "more operation");
  }

  private int size(int transaction) {
    ProgramSteps steps = ProgramSteps.withUnknown(history);
    steps.begin(transaction);
    int size = 0;
    while (steps.next()) {
      size++;
    }
    return size;
  }
}
