package dev.isogauge.explain;

import dev.isogauge.history.History;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The transactions of one explanation, in the order in which they enter it, each with the
 * operations that the explanation mentions.
 */
final class Cast {
  /** Transactions up to this size are shown whole. */
  private static final int SHOWN_WHOLE = 8;

  private final History history;
  private final Names names;

  /** By transaction: operations, and -1 - p for predicate reads p. */
  private final Map<Integer, Set<Integer>> mentioned = new LinkedHashMap<>();

  Cast(History history, Names names) {
    this.history = history;
    this.names = names;
  }

  /** Lets a transaction enter; the initial state needs no introduction. */
  void enter(int transaction) {
    if (transaction != History.INITIAL) {
      mentioned.computeIfAbsent(transaction, unused -> new TreeSet<>());
    }
  }

  /** Marks an operation as one that matters. */
  void mention(int operation) {
    int transaction = history.transactionOf(operation);
    enter(transaction);
    mentioned.get(transaction).add(operation);
  }

  /** Marks a predicate read as one that matters. */
  void mentionPredicate(int predicate) {
    int transaction = history.predicateReads().transactionOf(predicate);
    enter(transaction);
    mentioned.get(transaction).add(-1 - predicate);
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
    StringBuilder text = new StringBuilder();
    ProgramSteps steps = new ProgramSteps(history);
    steps.begin(transaction);
    while (steps.next()) {
      int step = steps.number();
      if (size > SHOWN_WHOLE && !important.contains(steps.isPredicate() ? -1 - step : step)) {
        others++;
      } else {
        text.append(steps.isPredicate() ? names.predicateRead(step) : names.operation(step));
        text.append(' ');
      }
    }
    return others == 0
        ? text.toString().strip()
        : text + "… " + Words.count(others, text.isEmpty() ? "operation" : "more operation");
  }

  private int size(int transaction) {
    ProgramSteps steps = new ProgramSteps(history);
    steps.begin(transaction);
    int size = 0;
    while (steps.next()) {
      size++;
    }
    return size;
  }
}
