package dev.isogauge.oracle;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A history of a few transactions as plain objects, for the oracle and for generators of test
 * cases. Transactions are numbered session by session and operations transaction by transaction, as
 * in {@link History}. Every key is {@link #NIL} initially.
 */
public record TinyHistory(List<List<Transaction>> sessions) {
  /** The initial value of every key, written {@code nil}. */
  public static final int NIL = 0;

  /** The initial transaction as the named writer of a read. */
  public static final String INIT = "init";

  public TinyHistory {
    sessions = sessions.stream().map(List::copyOf).toList();
  }

  /** What an operation does. */
  public enum Kind {
    READ,
    WRITE,
    /** A read whose result was not observed. */
    READ_UNKNOWN
  }

  /**
   * An operation.
   *
   * @param writer for reads, the name of the transaction read from, where the record gives it
   */
  public record Operation(Kind kind, String key, int value, Optional<String> writer) {
    public static Operation read(String key, int value) {
      return new Operation(Kind.READ, key, value, Optional.empty());
    }

    public static Operation readFrom(String key, int value, String writer) {
      return new Operation(Kind.READ, key, value, Optional.of(writer));
    }

    public static Operation write(String key, int value) {
      return new Operation(Kind.WRITE, key, value, Optional.empty());
    }

    public static Operation readUnknown(String key) {
      return new Operation(Kind.READ_UNKNOWN, key, NIL, Optional.empty());
    }

    public boolean isWrite() {
      return kind == Kind.WRITE;
    }

    boolean writes(String wantedKey, int wantedValue) {
      return isWrite() && key.equals(wantedKey) && value == wantedValue;
    }

    @Override
    public String toString() {
      String content = value == NIL ? "nil" : Integer.toString(value);
      return switch (kind) {
        case WRITE -> "w(" + key + "," + content + ")";
        case READ_UNKNOWN -> "r(" + key + ",?)";
        case READ -> "r(" + key + "," + content + writer.map(name -> "@" + name).orElse("") + ")";
      };
    }
  }

  /**
   * A transaction.
   *
   * @param begin when it began on its client's clock, if known
   * @param end when it ended there, if known
   */
  public record Transaction(
      Optional<String> name,
      Outcome outcome,
      Optional<Integer> begin,
      Optional<Integer> end,
      List<Operation> operations) {
    public Transaction {
      operations = List.copyOf(operations);
    }

    public static Transaction of(Outcome outcome, Operation... operations) {
      return of(outcome, Arrays.asList(operations));
    }

    public static Transaction of(Outcome outcome, List<Operation> operations) {
      return new Transaction(
          Optional.empty(), outcome, Optional.empty(), Optional.empty(), operations);
    }

    public Transaction named(String newName) {
      return new Transaction(Optional.of(newName), outcome, begin, end, operations);
    }

    public Transaction between(int newBegin, int newEnd) {
      return new Transaction(name, outcome, Optional.of(newBegin), Optional.of(newEnd), operations);
    }

    public Transaction withOperations(List<Operation> newOperations) {
      return new Transaction(name, outcome, begin, end, newOperations);
    }

    /** The write of the key that others see, if it writes the key. */
    public Optional<Operation> lastWriteOf(String key) {
      return operations.stream()
          .filter(operation -> operation.isWrite() && operation.key().equals(key))
          .reduce((earlier, later) -> later);
    }

    boolean writes(String key) {
      return operations.stream().anyMatch(o -> o.isWrite() && o.key().equals(key));
    }

    @Override
    public String toString() {
      List<String> words = new ArrayList<>();
      if (outcome != Outcome.COMMITTED) {
        words.add(outcome == Outcome.ABORTED ? "aborted" : "indeterminate");
      }
      if (begin.isPresent() || end.isPresent()) {
        words.add(
            "[rt %s..%s]"
                .formatted(
                    begin.map(Object::toString).orElse(""), end.map(Object::toString).orElse("")));
      }
      operations.forEach(operation -> words.add(operation.toString()));
      return String.join(" ", words);
    }
  }

  /** All transactions in the order of their numbers. */
  public List<Transaction> transactions() {
    return sessions.stream().flatMap(List::stream).toList();
  }

  /** The session of each transaction. */
  int[] sessionOf() {
    int[] sessionOf = new int[transactions().size()];
    int next = 0;
    for (int s = 0; s < sessions.size(); s++) {
      for (int i = 0; i < sessions.get(s).size(); i++) {
        sessionOf[next++] = s;
      }
    }
    return sessionOf;
  }

  /** The number of the first operation of each transaction, and one more at the end. */
  int[] firstOperation() {
    List<Transaction> all = transactions();
    int[] first = new int[all.size() + 1];
    for (int t = 0; t < all.size(); t++) {
      first[t + 1] = first[t] + all.get(t).operations().size();
    }
    return first;
  }

  /** The same history as the checkers see it. */
  public History toHistory() {
    return toHistory(Map.of());
  }

  /**
   * The same with parts of an order of versions.
   *
   * @param versions by key: named transactions that write it, in the order of their versions
   */
  public History toHistory(Map<String, List<Transaction>> versions) {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock(16);
    for (int s = 0; s < sessions.size(); s++) {
      for (Transaction transaction : sessions.get(s)) {
        addTransaction(atoms, block, atoms.text("s" + (s + 1)), transaction);
      }
    }
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    versions.forEach((key, writers) -> builder.versionOrder(order(atoms, key, writers)));
    return builder.build();
  }

  private static VersionOrder order(Atoms atoms, String key, List<Transaction> writers) {
    List<VersionOrder.Version> versions = new ArrayList<>();
    for (Transaction writer : writers) {
      versions.add(
          new VersionOrder.Version(
              value(atoms, writer.lastWriteOf(key).orElseThrow()),
              atoms.text(writer.name().orElseThrow())));
    }
    return new VersionOrder(atom(atoms, key), versions);
  }

  private static void addTransaction(
      Atoms atoms, RawBlock block, long session, Transaction transaction) {
    long name = transaction.name().map(atoms::text).orElse(Atoms.NO_NAME);
    block.transaction(session, name, transaction.outcome(), 0);
    if (transaction.begin().isPresent() || transaction.end().isPresent()) {
      block.realTime(
          transaction.begin().map(Integer::longValue).orElse(RawBlock.NO_TIME),
          transaction.end().map(Integer::longValue).orElse(RawBlock.NO_TIME));
    }
    for (Operation operation : transaction.operations()) {
      long key = atom(atoms, operation.key());
      long value = value(atoms, operation);
      switch (operation.kind()) {
        case WRITE -> block.write(key, value);
        case READ -> block.read(key, value);
        case READ_UNKNOWN -> block.readUnknown(key);
      }
      operation
          .writer()
          .map(writer -> writer.equals(INIT) ? Atoms.INITIAL_WRITER : atoms.text(writer))
          .ifPresent(block::fromWriter);
    }
  }

  private static long value(Atoms atoms, Operation operation) {
    return operation.value() == NIL ? Atoms.NIL : atoms.integer(operation.value());
  }

  private static long atom(Atoms atoms, String key) {
    return Character.isDigit(key.charAt(0)) ? atoms.integer(Long.parseLong(key)) : atoms.text(key);
  }

  /** One line of Isogauge text: {@code s1: w(x,1) ; r(x,1) | s2: aborted w(x,2)}. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder();
    for (int s = 0; s < sessions.size(); s++) {
      line.append(s == 0 ? "s" : " | s").append(s + 1);
      for (int t = 0; t < sessions.get(s).size(); t++) {
        Transaction transaction = sessions.get(s).get(t);
        line.append(t == 0 ? "" : " ;").append(transaction.name().map(n -> " " + n).orElse(""));
        line.append(t == 0 || transaction.name().isPresent() ? ": " : " ").append(transaction);
      }
    }
    return line.toString();
  }
}
