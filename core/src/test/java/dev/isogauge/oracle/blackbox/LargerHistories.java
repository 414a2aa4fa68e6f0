package dev.isogauge.oracle.blackbox;

import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.TinyHistory.Operation;
import dev.isogauge.oracle.TinyHistory.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Runs of a store with versions, too large for trying all runs, that goes wrong now and then: it
 * shows an old snapshot, forgets conflicts, or lets others see what is rolled back.
 *
 * @param history with names for all transactions, and with times
 * @param versions by key: who wrote it, in the order of the store
 */
record LargerHistories(TinyHistory history, Map<String, List<Transaction>> versions) {
  private static final int KEYS = 5;

  /** A store at work. */
  private static final class Store {
    private final Random random;
    private final int faults;
    private final int values;
    private final List<int[]> snapshots = new ArrayList<>(List.of(new int[KEYS]));
    private final Map<String, List<Transaction>> versions = new HashMap<>();
    private int fresh = 1;

    Store(Random random) {
      this.random = random;
      this.faults = 2 + random.nextInt(25);
      this.values = random.nextBoolean() ? 0 : 2 + random.nextInt(5);
    }

    private boolean isFault() {
      return random.nextInt(faults) == 0;
    }

    Transaction run(int number) {
      int dice = random.nextInt(25);
      Outcome outcome =
          dice == 0 ? Outcome.ABORTED : dice <= 2 ? Outcome.INDETERMINATE : Outcome.COMMITTED;
      int age = isFault() ? 1 + random.nextInt(3) : 0;
      int[] seen = snapshots.get(Math.max(0, snapshots.size() - 1 - age)).clone();
      int[] after = snapshots.get(snapshots.size() - 1).clone();
      List<Operation> operations = new ArrayList<>();
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        int key = random.nextInt(KEYS);
        if (random.nextInt(5) < 3) {
          operations.add(
              random.nextInt(40) == 0
                  ? Operation.readUnknown("k" + key)
                  : Operation.read("k" + key, seen[key]));
        } else {
          seen[key] = values == 0 ? fresh++ : 1 + random.nextInt(values);
          after[key] = seen[key];
          operations.add(Operation.write("k" + key, seen[key]));
        }
      }
      int begin = 10 * number - random.nextInt(12);
      Transaction transaction =
          Transaction.of(outcome, operations)
              .named("T" + number)
              .between(begin, Math.max(begin, 10 * number + random.nextInt(9)));
      boolean applied =
          outcome == Outcome.COMMITTED
              || (outcome == Outcome.INDETERMINATE ? random.nextBoolean() : isFault());
      if (applied) {
        snapshots.add(after);
        record(transaction);
      }
      return transaction;
    }

    private void record(Transaction transaction) {
      for (int key = 0; key < KEYS && transaction.outcome() == Outcome.COMMITTED; key++) {
        if (transaction.lastWriteOf("k" + key).isPresent()) {
          versions.computeIfAbsent("k" + key, k -> new ArrayList<>()).add(transaction);
        }
      }
    }
  }

  static LargerHistories next(Random random) {
    Store store = new Store(random);
    List<List<Transaction>> sessions = new ArrayList<>();
    for (int s = 3 + random.nextInt(4); s > 0; s--) {
      sessions.add(new ArrayList<>());
    }
    for (int t = 20 + random.nextInt(41); t > 0; t--) {
      int number = 61 - t;
      sessions.get(random.nextInt(sessions.size())).add(store.run(number));
    }
    sessions.removeIf(List::isEmpty);
    return new LargerHistories(new TinyHistory(sessions), store.versions);
  }

  /** Some versions of some keys; in their order or, if asked for, perhaps not. */
  static Map<String, List<Transaction>> some(
      Map<String, List<Transaction>> versions, Random random, boolean mayLie) {
    Map<String, List<Transaction>> some = new HashMap<>();
    versions.forEach(
        (key, writers) -> {
          int share = random.nextInt(4);
          List<Transaction> kept = new ArrayList<>(writers);
          kept.removeIf(writer -> random.nextInt(4) < share);
          if (mayLie && random.nextInt(6) == 0 && kept.size() > 1) {
            int at = random.nextInt(kept.size() - 1);
            kept.add(at, kept.remove(at + 1));
          }
          if (!kept.isEmpty()) {
            some.put(key, kept);
          }
        });
    return some;
  }
}
