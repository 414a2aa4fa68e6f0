package dev.isogauge.property;

import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.TinyHistory.Operation;
import dev.isogauge.oracle.TinyHistory.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Makes a history smaller while it keeps a property, by leaving out one thing at a time. */
final class Shrinker {
  private Shrinker() {}

  static TinyHistory shrink(TinyHistory history, Predicate<TinyHistory> property) {
    TinyHistory smallest = history;
    Optional<TinyHistory> smaller = Optional.of(history);
    while (smaller.isPresent()) {
      smallest = smaller.get();
      smaller = smallerOnes(smallest).stream().filter(property).findFirst();
    }
    return smallest;
  }

  /** The history without one transaction, one operation, or one transaction's times. */
  private static List<TinyHistory> smallerOnes(TinyHistory history) {
    List<TinyHistory> smaller = new ArrayList<>();
    for (int s = 0; s < history.sessions().size(); s++) {
      for (int t = 0; t < history.sessions().get(s).size(); t++) {
        smaller.add(replace(history, s, t, List.of()));
      }
    }
    for (int s = 0; s < history.sessions().size(); s++) {
      for (int t = 0; t < history.sessions().get(s).size(); t++) {
        Transaction whole = history.sessions().get(s).get(t);
        for (int o = 0; o < whole.operations().size(); o++) {
          List<Operation> operations = new ArrayList<>(whole.operations());
          operations.remove(o);
          smaller.add(replace(history, s, t, List.of(whole.withOperations(operations))));
        }
        if (whole.begin().isPresent() || whole.end().isPresent()) {
          Transaction timeless =
              new Transaction(
                  whole.name(),
                  whole.outcome(),
                  Optional.empty(),
                  Optional.empty(),
                  whole.operations());
          smaller.add(replace(history, s, t, List.of(timeless)));
        }
      }
    }
    return smaller;
  }

  private static TinyHistory replace(
      TinyHistory history, int session, int transaction, List<Transaction> replacement) {
    List<List<Transaction>> sessions = new ArrayList<>();
    for (int s = 0; s < history.sessions().size(); s++) {
      List<Transaction> transactions = new ArrayList<>(history.sessions().get(s));
      if (s == session) {
        transactions.remove(transaction);
        transactions.addAll(transaction, replacement);
      }
      if (!transactions.isEmpty()) {
        sessions.add(transactions);
      }
    }
    return new TinyHistory(sessions);
  }
}
