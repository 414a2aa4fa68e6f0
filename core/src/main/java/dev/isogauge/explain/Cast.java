package dev.isogauge.explain;

import dev.isogauge.history.History;
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

  /** One line per transaction. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    mentioned.forEach(
        (transaction, operations) ->
            lines.add(
                names.transaction(transaction)
                    + " ("
                    + names.place(transaction)
                    + ") = "
                    + operations(transaction, operations)));
    return lines;
  }

  private String operations(int transaction, Set<Integer> important) {
    int first = history.firstOperation(transaction);
    int end = history.endOperation(transaction);
    StringBuilder text = new StringBuilder();
    if (end == first) {
      return "no operations";
    }
    if (end - first <= SHOWN_WHOLE) {
      for (int i = first; i < end; i++) {
        text.append(i > first ? " " : "").append(names.operation(i));
      }
      return text.toString();
    }
    for (int operation : important) {
      text.append(names.operation(operation)).append(" ");
    }
    int others = end - first - important.size();
    return others == 0
        ? text.toString().strip()
        : text + "… " + Words.count(others, important.isEmpty() ? "operation" : "more operation");
  }
}
