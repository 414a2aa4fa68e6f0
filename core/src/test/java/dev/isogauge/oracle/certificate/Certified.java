package dev.isogauge.oracle.certificate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A tiny history with a version certificate, as plain data: keys of one relation, small integers as
 * values, null for an absent object. It knows how to write itself down and nothing else.
 */
final class Certified {
  static final int INITIAL = -1;

  final List<Transaction> transactions = new ArrayList<>();

  /** By key: what the certificate lists, oldest first. */
  final Map<String, List<Version>> orders = new TreeMap<>();

  /** Whether each transaction's snapshot is known: as a set, or by timestamps. */
  boolean hasSnapshots;

  boolean hasTimestamps;

  /** Whether the clients' clock is known. */
  boolean hasTimes;

  /** A version as the certificate names it: its value and its writer's number. */
  record Version(Integer value, int writer) {}

  /** One operation; a read names its writer. */
  record Operation(Kind kind, String key, Integer value, int writer, Optional<Query> query) {}

  enum Kind {
    READ,
    WRITE,
    PREDICATE
  }

  /** A predicate read: its condition, version set and result. */
  static final class Query {
    final Condition condition;
    final Map<String, Version> versions = new TreeMap<>();
    Optional<List<String>> rows = Optional.empty();
    Optional<Integer> value = Optional.empty();

    Query(Condition condition) {
      this.condition = condition;
    }
  }

  /** What a predicate asks, and how to tell whether a value matches. */
  record Condition(int shape, int bound) {
    static final int SHAPES = 7;
    private static final int COUNT = 5;
    private static final int SUM = 6;

    boolean isAggregate() {
      return shape == COUNT || shape == SUM;
    }

    /** Whether the result is another one if a row has another value that matches as well. */
    boolean readsValues() {
      return shape == SUM;
    }

    /** What is computed over values that match; nothing where SQL says NULL. */
    Optional<Integer> aggregate(Collection<Integer> values) {
      if (shape == COUNT) {
        return Optional.of(values.size());
      }
      return values.stream().reduce(Integer::sum);
    }

    String text() {
      return switch (shape) {
        case 0 -> "value > " + bound;
        case 1 -> "value <= " + bound;
        case 2 -> "value % 2 = 0";
        case 3 -> "value between " + bound + " and " + (bound + 3);
        case 4 -> "not (value = " + bound + " or value > 7)";
        case SUM -> "sum(value) where value >= " + bound;
        default -> "count(*) where value >= " + bound;
      };
    }

    boolean matches(Integer value) {
      if (value == null) {
        return false;
      }
      return switch (shape) {
        case 0 -> value > bound;
        case 1 -> value <= bound;
        case 2 -> value % 2 == 0;
        case 3 -> bound <= value && value <= bound + 3;
        case 4 -> value != bound && value <= 7;
        default -> value >= bound;
      };
    }
  }

  /** A transaction; its snapshot is the set of numbers that it sees. */
  static final class Transaction {
    final int session;
    final boolean committed;
    final List<Operation> operations = new ArrayList<>();
    final List<Integer> snapshot = new ArrayList<>();
    int start;
    int commit;
    int begin;
    int end;

    Transaction(int session, boolean committed) {
      this.session = session;
      this.committed = committed;
    }
  }

  private static String name(int transaction) {
    return transaction == INITIAL ? "init" : "T" + transaction;
  }

  private static String token(Integer value) {
    return value == null ? "dead" : value.toString();
  }

  /** In Isogauge text. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    orders.forEach(
        (key, versions) -> {
          text.append("order ").append(key).append(':');
          versions.forEach(
              v -> text.append(' ').append(token(v.value)).append('@').append(name(v.writer)));
          text.append('\n');
        });
    for (int t = 0; t < transactions.size(); t++) {
      Transaction transaction = transactions.get(t);
      text.append('s').append(transaction.session).append(' ').append(name(t)).append(':');
      text.append(transaction.committed ? "" : " aborted");
      if (hasTimes) {
        text.append(String.format(" [rt %d..%d]", transaction.begin, transaction.end));
      }
      if (hasTimestamps) {
        text.append(String.format(" [ts %d..%d]", transaction.start, transaction.commit));
      } else if (hasSnapshots) {
        text.append(" [xid ").append(t).append("] ").append(snapshot(transaction));
      }
      transaction.operations.forEach(operation -> text.append(' ').append(text(operation)));
      text.append('\n');
    }
    return text.toString();
  }

  private String snapshot(Transaction transaction) {
    List<String> running = new ArrayList<>();
    for (int t = 0; t < transactions.size(); t++) {
      if (!transaction.snapshot.contains(t)) {
        running.add(Integer.toString(t));
      }
    }
    return "[snapshot 0:" + transactions.size() + ":" + String.join(",", running) + "]";
  }

  private static String text(Operation operation) {
    String key = operation.key;
    return switch (operation.kind) {
      case READ -> "r(" + key + "," + token(operation.value) + "@" + name(operation.writer) + ")";
      case WRITE ->
          operation.value == null ? "d(" + key + ")" : "w(" + key + "," + operation.value + ")";
      case PREDICATE -> text(operation.query.orElseThrow());
    };
  }

  private static String text(Query query) {
    List<String> members = new ArrayList<>();
    query.versions.forEach(
        (key, v) -> members.add(key + "=" + token(v.value) + "@" + name(v.writer)));
    String result =
        query
            .rows
            .map(rows -> "[" + String.join(",", rows) + "]")
            .or(() -> query.value.map(Object::toString))
            .orElse("?");
    return String.format(
        "p(*,\"%s\",%s of [%s])", query.condition.text(), result, String.join(",", members));
  }
}
