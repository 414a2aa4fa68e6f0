package dev.isogauge.evidence;

import dev.isogauge.anomaly.Anomaly.NonLinearizable;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/** The evidence where a key has no linearization, and what its stories ask of the history. */
public final class LinearEvidence {
  private LinearEvidence() {}

  public static Evidence of(History history, NonLinearizable anomaly) {
    List<Integer> transactions = anomaly.transactions();
    List<Integer> others = anomaly.others();
    Set<Integer> all = new LinkedHashSet<>(others);
    all.addAll(transactions);
    Set<Integer> operations = new LinkedHashSet<>();
    List<Edge> edges = new ArrayList<>();
    switch (anomaly.fault()) {
      case NEVER_WRITTEN, FORK -> {
        for (int t : transactions) {
          readOf(history, t).ifPresent(operations::add);
          others.forEach(writer -> readsFrom(history, writer, t, edges));
        }
      }
      case CIRCULAR -> {
        follow(history, transactions, edges);
        readsFrom(history, transactions.get(transactions.size() - 1), transactions.get(0), edges);
      }
      case BACKWARDS, ENTANGLED -> {
        follow(history, transactions, edges);
        follow(history, others, edges);
        addEnds(history, transactions, operations);
        addEnds(history, others, operations);
      }
      case NO_ORDER -> addEnds(history, others.subList(0, 1), operations);
    }
    return new Evidence(List.copyOf(all), List.copyOf(operations), edges);
  }

  private static void addEnds(History history, List<Integer> piece, Set<Integer> operations) {
    for (int place = piece.size() - 1; place >= 0; place -= Math.max(1, piece.size() - 1)) {
      if (piece.get(place) != History.INITIAL) {
        operations.add(main(history, piece.get(place)));
      }
    }
  }

  private static void follow(History history, List<Integer> piece, List<Edge> edges) {
    for (int p = 1; p < piece.size(); p++) {
      readsFrom(history, piece.get(p - 1), piece.get(p), edges);
    }
  }

  /** An edge, if the one reads what the other wrote. */
  private static void readsFrom(History history, int writer, int reader, List<Edge> edges) {
    OptionalInt read = readOf(history, reader);
    boolean wrote = writer == History.INITIAL || writeOf(history, writer).isPresent();
    if (read.isPresent() && wrote) {
      edges.add(new Edge(writer, reader, new Justification.ReadsFrom(read.getAsInt())));
    }
  }

  /** The read that says most about the transaction, else its write. */
  public static int main(History history, int transaction) {
    return readOf(history, transaction)
        .orElseGet(() -> writeOf(history, transaction).orElseThrow());
  }

  public static OptionalInt readOf(History history, int transaction) {
    return operations(history, transaction)
        .filter(i -> !history.isWrite(i) && !history.isUnknownRead(i))
        .findFirst();
  }

  /** The write, unless it writes back what was read. */
  public static OptionalInt writeOf(History history, int transaction) {
    OptionalInt read = readOf(history, transaction);
    return operations(history, transaction)
        .filter(history::isWrite)
        .filter(i -> read.isEmpty() || history.valueOf(i) != history.valueOf(read.getAsInt()))
        .findFirst();
  }

  private static IntStream operations(History history, int transaction) {
    return IntStream.range(history.firstOperation(transaction), history.endOperation(transaction));
  }
}
