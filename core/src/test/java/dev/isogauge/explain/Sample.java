package dev.isogauge.explain;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small history for tests, one string per transaction ({@code s1 T1: r(x,1) w(x,2)}, {@code s1
 * aborted T2: w(x,3)}), with its transactions, operations and edges found by name. An underscore
 * for a name leaves the transaction unnamed.
 */
public final class Sample {
  private static final Pattern LINE =
      Pattern.compile("(\\S+) (aborted |indeterminate )?(\\S+): (.*)");
  private static final Pattern OPERATION = Pattern.compile("([rw])\\(([^,]+),([^)]+)\\)");

  public final History history;

  private Sample(History history) {
    this.history = history;
  }

  public static Sample of(String... transactions) {
    return timed(0, transactions);
  }

  /** Every transaction begins one tick after the one before it and takes {@code duration}. */
  public static Sample timed(int duration, String... transactions) {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock();
    for (int t = 0; t < transactions.length; t++) {
      Matcher line = LINE.matcher(transactions[t]);
      if (!line.matches()) {
        throw new IllegalArgumentException(transactions[t]);
      }
      String outcome = line.group(2) == null ? "" : line.group(2).strip();
      long name = line.group(3).equals("_") ? Atoms.NO_NAME : atom(atoms, line.group(3));
      block.transaction(
          atom(atoms, line.group(1)),
          name,
          switch (outcome) {
            case "aborted" -> Outcome.ABORTED;
            case "indeterminate" -> Outcome.INDETERMINATE;
            default -> Outcome.COMMITTED;
          },
          t);
      if (duration > 0) {
        block.realTime(t + 1, t + 1 + duration);
      }
      Matcher operation = OPERATION.matcher(line.group(4));
      while (operation.find()) {
        long key = atom(atoms, operation.group(2));
        long value = atom(atoms, operation.group(3));
        if (operation.group(1).equals("w")) {
          block.write(key, value);
        } else {
          block.read(key, value);
        }
      }
    }
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return new Sample(builder.build());
  }

  private static long atom(Atoms atoms, String token) {
    if (token.equals("nil")) {
      return Atoms.NIL;
    }
    return token.matches("-?\\d+") ? atoms.integer(Long.parseLong(token)) : atoms.text(token);
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
    return new Edge(transaction(from), transaction(to), new Justification.SessionOrder());
  }

  public Edge initialFirst(String to) {
    return new Edge(History.INITIAL, transaction(to), new Justification.InitialFirst());
  }

  public Edge readsFrom(String from, String to, String read) {
    return new Edge(
        transaction(from), transaction(to), new Justification.ReadsFrom(operation(to, read)));
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
        new Justification.Forced(level, transaction(reader), operation(reader, read), visible));
  }
}
