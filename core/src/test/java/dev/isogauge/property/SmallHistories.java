package dev.isogauge.property;

import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.TinyHistory.Operation;
import dev.isogauge.oracle.TinyHistory.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * Every history with given numbers of transactions in its sessions, two keys and one or two
 * operations per transaction, up to the order of sessions and the names of keys and values. (A
 * transaction without operations changes nothing.) Reads see the initial value, any value that is
 * written to their key, or one that nobody writes. The reads of aborted transactions are left out,
 * since nothing depends on them.
 */
public final class SmallHistories {
  private static final int THIN_AIR = 99;
  private static final int KEYS = 2;

  /** A transaction without values: its outcome, and per operation its kind and key. */
  private record Skeleton(Outcome outcome, List<Operation> operations) {}

  private final boolean repeatedValues;
  private final List<Skeleton> skeletons = new ArrayList<>();
  private final LongPredicate wanted;
  private final Consumer<TinyHistory> consumer;
  private long combinations;

  private SmallHistories(
      List<Outcome> outcomes,
      boolean repeatedValues,
      LongPredicate wanted,
      Consumer<TinyHistory> consumer) {
    this.repeatedValues = repeatedValues;
    this.wanted = wanted;
    this.consumer = consumer;
    List<Operation> kinds =
        List.of(
            Operation.read("x", 0),
            Operation.read("y", 0),
            Operation.write("x", 0),
            Operation.write("y", 0));
    for (Outcome outcome : outcomes) {
      List<Operation> allowed =
          outcome == Outcome.ABORTED ? kinds.stream().filter(Operation::isWrite).toList() : kinds;
      for (Operation first : allowed) {
        skeletons.add(new Skeleton(outcome, List.of(first)));
        for (Operation second : allowed) {
          skeletons.add(new Skeleton(outcome, List.of(first, second)));
        }
      }
    }
  }

  /**
   * Hands every history to the consumer.
   *
   * @param sizes the numbers of transactions of the sessions, largest first
   * @param repeatedValues whether writes may repeat values, the initial one among them
   * @param wanted which of the numbered combinations of transactions, without values, to take
   */
  public static void forEach(
      List<Integer> sizes,
      List<Outcome> outcomes,
      boolean repeatedValues,
      LongPredicate wanted,
      Consumer<TinyHistory> consumer) {
    new SmallHistories(outcomes, repeatedValues, wanted, consumer).choose(sizes, new ArrayList<>());
  }

  /** Whether some read is of a value that nobody writes. */
  public static boolean hasThinAirRead(TinyHistory history) {
    return history.transactions().stream()
        .flatMap(transaction -> transaction.operations().stream())
        .anyMatch(operation -> operation.value() == THIN_AIR);
  }

  private void choose(List<Integer> sizes, List<Skeleton> chosen) {
    if (chosen.size() == sizes.stream().mapToInt(Integer::intValue).sum()) {
      if (wanted.test(combinations++)) {
        new Filling(sizes, chosen).fillWrites(0, new int[KEYS]);
      }
      return;
    }
    for (Skeleton skeleton : skeletons) {
      chosen.add(skeleton);
      choose(sizes, chosen);
      chosen.remove(chosen.size() - 1);
    }
  }

  /** Gives the operations of one list of skeletons their values, in every way. */
  private final class Filling {
    private final List<Integer> sizes;
    private final List<Skeleton> chosen;
    private final Operation[] operations;
    private final int[] values;

    Filling(List<Integer> sizes, List<Skeleton> chosen) {
      this.sizes = sizes;
      this.chosen = List.copyOf(chosen);
      operations =
          chosen.stream()
              .flatMap(skeleton -> skeleton.operations().stream())
              .toArray(Operation[]::new);
      values = new int[operations.length];
    }

    private int key(int index) {
      return operations[index].key().charAt(0) - 'x';
    }

    /** A write takes the next new value of its key or, where they may repeat, any before it. */
    void fillWrites(int index, int[] used) {
      if (index == operations.length) {
        fillReads(0, used);
      } else if (!operations[index].isWrite()) {
        fillWrites(index + 1, used);
      } else {
        int key = key(index);
        int next = used[key] + 1;
        for (int value = repeatedValues ? TinyHistory.NIL : next; value <= next; value++) {
          values[index] = value;
          used[key] = Math.max(next - 1, value);
          fillWrites(index + 1, used);
        }
        used[key] = next - 1;
      }
    }

    void fillReads(int index, int[] used) {
      if (index == operations.length) {
        finish();
      } else if (operations[index].isWrite()) {
        fillReads(index + 1, used);
      } else {
        for (int value = TinyHistory.NIL; value <= used[key(index)]; value++) {
          values[index] = value;
          fillReads(index + 1, used);
        }
        values[index] = THIN_AIR;
        fillReads(index + 1, used);
      }
    }

    private void finish() {
      List<List<Transaction>> sessions = new ArrayList<>();
      int transaction = 0;
      int operation = 0;
      for (int size : sizes) {
        List<Transaction> session = new ArrayList<>();
        for (int i = 0; i < size; i++) {
          Skeleton skeleton = chosen.get(transaction++);
          List<Operation> filled = new ArrayList<>();
          for (Operation each : skeleton.operations()) {
            int value = values[operation++];
            filled.add(
                each.isWrite()
                    ? Operation.write(each.key(), value)
                    : Operation.read(each.key(), value));
          }
          session.add(Transaction.of(skeleton.outcome(), filled));
        }
        sessions.add(session);
      }
      if (isCanonical(sessions)) {
        consumer.accept(new TinyHistory(sessions));
      }
    }
  }

  /** Whether no renaming of keys or exchange of sessions gives a history that comes first. */
  private static boolean isCanonical(List<List<Transaction>> sessions) {
    int[] code = code(sessions, false);
    for (List<List<Transaction>> permuted : permutations(sessions)) {
      if (Arrays.compare(code(permuted, false), code) < 0
          || Arrays.compare(code(permuted, true), code) < 0) {
        return false;
      }
    }
    return true;
  }

  private static List<List<List<Transaction>>> permutations(List<List<Transaction>> sessions) {
    int count = sessions.size();
    List<List<List<Transaction>>> permutations = new ArrayList<>();
    if (count == 1) {
      permutations.add(sessions);
    }
    for (int first = 0; first < count && count > 1; first++) {
      List<List<Transaction>> rest = new ArrayList<>(sessions);
      List<Transaction> taken = rest.remove(first);
      for (List<List<Transaction>> tail : permutations(rest)) {
        List<List<Transaction>> permutation = new ArrayList<>(List.of(taken));
        permutation.addAll(tail);
        permutations.add(permutation);
      }
    }
    return permutations;
  }

  /**
   * The history as numbers, with values numbered per key in the order in which they are written.
   */
  private static int[] code(List<List<Transaction>> sessions, boolean swapKeys) {
    int[][] renamed = new int[KEYS][THIN_AIR + 1];
    int[] used = new int[KEYS];
    for (List<Transaction> session : sessions) {
      for (Transaction transaction : session) {
        for (Operation operation : transaction.operations()) {
          int key = operation.key().charAt(0) - 'x';
          if (operation.isWrite()
              && operation.value() != TinyHistory.NIL
              && renamed[key][operation.value()] == 0) {
            renamed[key][operation.value()] = ++used[key];
          }
        }
      }
    }
    int[] code = new int[64];
    int length = 0;
    for (List<Transaction> session : sessions) {
      code[length++] = -session.size();
      for (Transaction transaction : session) {
        code[length++] = transaction.outcome().ordinal();
        code[length++] = transaction.operations().size();
        for (Operation operation : transaction.operations()) {
          int key = operation.key().charAt(0) - 'x';
          int value = operation.value() == THIN_AIR ? THIN_AIR : renamed[key][operation.value()];
          code[length++] = operation.isWrite() ? 1 : 0;
          code[length++] = swapKeys ? 1 - key : key;
          code[length++] = value;
        }
      }
    }
    return Arrays.copyOf(code, length);
  }
}
