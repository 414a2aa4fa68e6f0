package dev.isogauge.oracle;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.TinyHistory.Transaction;
import java.util.ArrayList;
import java.util.List;

/** What a history says before any level is asked: who counts, session order, reads-from. */
final class Facts {
  /** A faultless read of another transaction, or of the initial one, by one that counts. */
  record Seen(int operation, int reader, String key, int writer) {}

  private final TinyHistory history;
  private final List<Transaction> transactions;
  private final int[] sessionOf;
  private final int[] firstOperation;
  private final List<Reading> readings;
  private final boolean[] counts;
  private final List<Seen> seen = new ArrayList<>();
  private final Order sessionOrder;
  private final Order readsFrom;
  private final Order happensBefore;

  Facts(TinyHistory history) {
    this.history = history;
    transactions = history.transactions();
    sessionOf = history.sessionOf();
    firstOperation = history.firstOperation();
    readings = Reading.all(history);
    counts = countingTransactions();
    sessionOrder = keptSessionPairs().closed();
    readsFrom = new Order(count());
    Order initialFirst = new Order(count());
    for (Reading reading : readings) {
      if (counts[reading.reader()] && reading.sight() == Sight.CLEAN) {
        int writer = transactionOf(reading.writes().get(0));
        seen.add(new Seen(reading.operation(), reading.reader(), reading.key(), writer));
        readsFrom.add(writer, reading.reader());
      }
    }
    for (int t = 0; t < count(); t++) {
      if (counts[t]) {
        initialFirst.add(History.INITIAL, t);
      }
    }
    happensBefore = sessionOrder.or(readsFrom).or(initialFirst).closed();
  }

  TinyHistory history() {
    return history;
  }

  int count() {
    return transactions.size();
  }

  boolean counts(int transaction) {
    return transaction == History.INITIAL || counts[transaction];
  }

  /** The transactions that count, ascending, without the initial one. */
  List<Integer> counting() {
    List<Integer> counting = new ArrayList<>();
    for (int t = 0; t < count(); t++) {
      if (counts[t]) {
        counting.add(t);
      }
    }
    return counting;
  }

  List<Seen> seen() {
    return seen;
  }

  /** Reads of transactions that count, of every sight. */
  List<Reading> readings() {
    return readings.stream().filter(reading -> counts[reading.reader()]).toList();
  }

  List<Reading> faults() {
    return readings().stream().filter(reading -> reading.sight().isFault()).toList();
  }

  /** Whether some read was left out because it has several possible writers. */
  boolean leavesOut() {
    return readings().stream().anyMatch(reading -> reading.sight() == Sight.SEVERAL);
  }

  /** Session order, transitive. */
  Order sessionOrder() {
    return sessionOrder;
  }

  Order readsFrom() {
    return readsFrom;
  }

  /** (so or wr)+, with the initial transaction first. */
  Order happensBefore() {
    return happensBefore;
  }

  boolean writes(int transaction, String key) {
    return transaction == History.INITIAL || transactions.get(transaction).writes(key);
  }

  int transactionOf(int operation) {
    if (operation == History.INITIAL) {
      return History.INITIAL;
    }
    int t = 0;
    while (firstOperation[t + 1] <= operation) {
      t++;
    }
    return t;
  }

  TinyHistory.Operation operation(int operation) {
    int t = transactionOf(operation);
    return transactions.get(t).operations().get(operation - firstOperation[t]);
  }

  /** The transaction's last write of the key. */
  int finalWrite(int transaction, String key) {
    int last = -1;
    for (int i = firstOperation[transaction]; i < firstOperation[transaction + 1]; i++) {
      if (operation(i).isWrite() && operation(i).key().equals(key)) {
        last = i;
      }
    }
    return last;
  }

  /** The earlier began before the later of one session ended, by their clients' clock. */
  boolean overlap(int earlier, int later) {
    return sessionOf[earlier] == sessionOf[later]
        && earlier < later
        && transactions.get(later).begin().isPresent()
        && transactions.get(earlier).end().isPresent()
        && transactions.get(later).begin().get() < transactions.get(earlier).end().get();
  }

  Outcome outcome(int transaction) {
    return transactions.get(transaction).outcome();
  }

  private Order keptSessionPairs() {
    Order kept = new Order(count());
    for (int earlier : counting()) {
      for (int later : counting()) {
        if (earlier < later
            && sessionOf[earlier] == sessionOf[later]
            && outcome(earlier) == Outcome.COMMITTED
            && !overlap(earlier, later)) {
          kept.add(earlier, later);
        }
      }
    }
    return kept;
  }

  /** A read that could have come from several transactions makes none of them count. */
  private boolean[] countingTransactions() {
    boolean[] counting = new boolean[count()];
    for (int t = 0; t < count(); t++) {
      counting[t] = outcome(t) == Outcome.COMMITTED;
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Reading reading : readings) {
        List<Integer> writes = reading.writes();
        if (counting[reading.reader()] && writes.size() == 1) {
          int writer = transactionOf(writes.get(0));
          if (writer != History.INITIAL
              && !counting[writer]
              && outcome(writer) == Outcome.INDETERMINATE) {
            counting[writer] = true;
            changed = true;
          }
        }
      }
    }
    return counting;
  }
}
