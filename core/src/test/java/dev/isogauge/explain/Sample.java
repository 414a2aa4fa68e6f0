package dev.isogauge.explain;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A small history for tests, in Isogauge text, with its transactions, operations and edges found by
 * name.
 */
public final class Sample {
  public final History history;

  private Sample(History history) {
    this.history = history;
  }

  public static Sample of(String... lines) {
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    try {
      return new Sample(
          HistoryFiles.read(HistoryFiles.bytes("sample", text), Optional.of(HistoryFormat.ISOGAUGE))
              .history());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int transaction(String name) {
    if (name.equals("init")) {
      return History.INITIAL;
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.transactionName(t).equals(name)) {
        return t;
      }
    }
    throw new IllegalArgumentException("no transaction " + name);
  }

  public int key(String name) {
    for (int key = 0; key < history.keyCount(); key++) {
      if (history.atoms().plain(history.keyAtom(key)).equals(name)) {
        return key;
      }
    }
    throw new IllegalArgumentException("no key " + name);
  }

  /** The first operation of the transaction that reads as given. */
  public int operation(String transaction, String operation) {
    int t = transaction(transaction);
    Names names = new Names(history);
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (names.operation(i).equals(operation)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no " + operation + " in " + transaction);
  }

  public Edge sessionOrder(String from, String to) {
    return new Edge(transaction(from), transaction(to), Justification.sessionOrder());
  }

  public Edge initialFirst(String to) {
    return new Edge(History.INITIAL, transaction(to), Justification.initialFirst());
  }

  public Edge readsFrom(String from, String to, String read) {
    return new Edge(
        transaction(from), transaction(to), Justification.readsFrom(operation(to, read)));
  }

  /** The edge that {@code reader}'s read of {@code to} forces, since it sees {@code from}. */
  public Edge forced(
      IsolationLevel level,
      String from,
      String to,
      String reader,
      String read,
      List<Edge> visible) {
    return new Edge(
        transaction(from),
        transaction(to),
        Justification.forced(level, operation(reader, read), visible));
  }
}
