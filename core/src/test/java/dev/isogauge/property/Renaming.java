package dev.isogauge.property;

import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.TinyHistory.Operation;
import dev.isogauge.oracle.TinyHistory.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Changes of a history that change nothing about it. */
public final class Renaming {
  private Renaming() {}

  /** Other names for keys, and other values; nil stays. */
  public static TinyHistory keysAndValues(TinyHistory history) {
    return rename(
        history,
        o ->
            new Operation(
                o.kind(),
                "key_" + o.key(),
                o.value() == TinyHistory.NIL ? o.value() : 1_000_003 - 7 * o.value(),
                o.writer()));
  }

  /** Numbers for keys. */
  static TinyHistory numberedKeys(TinyHistory history) {
    return rename(
        history, o -> new Operation(o.kind(), "" + (int) o.key().charAt(0), o.value(), o.writer()));
  }

  private static TinyHistory rename(TinyHistory history, UnaryOperator<Operation> renaming) {
    return new TinyHistory(
        history.sessions().stream()
            .map(
                session ->
                    session.stream()
                        .map(t -> t.withOperations(t.operations().stream().map(renaming).toList()))
                        .toList())
            .toList());
  }

  /** Transactions get other names; reads that name their writer follow. */
  public static TinyHistory transactions(TinyHistory history) {
    return new TinyHistory(
        history.sessions().stream()
            .map(session -> session.stream().map(Renaming::transaction).toList())
            .toList());
  }

  private static Transaction transaction(Transaction old) {
    List<Operation> operations =
        old.operations().stream()
            .map(o -> new Operation(o.kind(), o.key(), o.value(), o.writer().map(Renaming::name)))
            .toList();
    Optional<String> name = old.name().map(Renaming::name);
    return new Transaction(name, old.outcome(), old.begin(), old.end(), operations);
  }

  private static String name(String old) {
    return old.equals(TinyHistory.INIT) ? old : "other_" + old;
  }

  /** The places to which a permutation moves the sessions. */
  public static List<Integer> permutation(TinyHistory history, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int s = 0; s < history.sessions().size(); s++) {
      order.add(s);
    }
    Collections.shuffle(order, random);
    return order;
  }

  /** The sessions in another order. */
  public static TinyHistory sessions(TinyHistory history, List<Integer> order) {
    return new TinyHistory(order.stream().map(history.sessions()::get).toList());
  }

  /** The new number of each transaction when the sessions come in another order. */
  static int[] numbers(TinyHistory history, List<Integer> order) {
    int[] first = new int[order.size()];
    int next = 0;
    for (int s : order) {
      first[s] = next;
      next += history.sessions().get(s).size();
    }
    int[] numbers = new int[next];
    int old = 0;
    for (int s = 0; s < order.size(); s++) {
      for (int i = 0; i < history.sessions().get(s).size(); i++) {
        numbers[old++] = first[s] + i;
      }
    }
    return numbers;
  }
}
