package dev.isogauge.oracle.timestamp;

import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.timestamp.Timed.Kind;
import dev.isogauge.oracle.timestamp.Timed.Operation;
import dev.isogauge.oracle.timestamp.Timed.Time;
import dev.isogauge.oracle.timestamp.Timed.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Small random histories with timestamps: many ties, equal starts and commits, several writes of a
 * key, reads before and after own writes, lists, gaps, overlaps, every outcome. Most reads are
 * right, so that single faults stand out.
 */
public final class TimedHistories {
  private final Random random;

  /** What a history may hold. */
  public record Shape(
      int transactions, int sessions, int keys, int operations, long times, boolean lists) {}

  public TimedHistories(long seed) {
    random = new Random(seed);
  }

  /** A history; with sequence numbers its order does not matter. */
  public List<Transaction> next(boolean numbered, boolean snapshots) {
    Shape shape =
        new Shape(
            1 + random.nextInt(7),
            1 + random.nextInt(3),
            1 + random.nextInt(3),
            1 + random.nextInt(5),
            2 + random.nextInt(12),
            random.nextInt(3) == 0);
    return next(shape, numbered, snapshots);
  }

  public List<Transaction> next(Shape shape, boolean numbered, boolean snapshots) {
    boolean orderly = random.nextInt(3) == 0;
    boolean realTime = random.nextInt(6) == 0;
    boolean logical = random.nextInt(3) == 0;
    boolean distinct = random.nextBoolean();
    long[] numbers = new long[shape.sessions()];
    List<Transaction> history = new ArrayList<>();
    for (int i = 0; i < shape.transactions(); i++) {
      int session = random.nextInt(shape.sessions());
      numbers[session] += random.nextInt(12) == 0 ? random.nextInt(3) : 1;
      long from = orderly ? 3L * i : random.nextLong(shape.times());
      long span = random.nextLong(Math.max(1, shape.times() / 2));
      boolean reversed = random.nextInt(15) == 0;
      Time start = new Time(reversed ? from + span : from, logical ? random.nextInt(2) : 0);
      Time commit = new Time(reversed ? from : from + span, logical ? random.nextInt(3) : 0);
      history.add(
          new Transaction(
              100 + i,
              session,
              numbered ? numbers[session] : null,
              outcome(),
              start,
              commit,
              realTime ? (Long) random.nextLong(10) : null,
              realTime ? (Long) (10 + random.nextLong(3) - 5L * random.nextInt(2)) : null,
              operations(shape, i, distinct)));
    }
    List<Transaction> valid = history.stream().map(TimedHistories::sane).toList();
    return withReads(valid, snapshots);
  }

  /** Real time ends after it begins. */
  private static Transaction sane(Transaction t) {
    return t.begin() == null || t.end() >= t.begin()
        ? t
        : copy(t, t.operations(), t.begin(), t.begin());
  }

  private static Transaction copy(Transaction t, List<Operation> operations, Long begin, Long end) {
    return new Transaction(
        t.name(),
        t.session(),
        t.number(),
        t.outcome(),
        t.start(),
        t.commit(),
        begin,
        end,
        operations);
  }

  private Outcome outcome() {
    int dice = random.nextInt(12);
    return dice == 0 ? Outcome.ABORTED : dice == 1 ? Outcome.INDETERMINATE : Outcome.COMMITTED;
  }

  private List<Operation> operations(Shape shape, int transaction, boolean distinct) {
    List<Operation> operations = new ArrayList<>();
    int count = random.nextInt(shape.operations() + 1);
    for (int i = 0; i < count; i++) {
      long key = random.nextInt(shape.keys());
      long value = distinct ? 10L * transaction + i : random.nextInt(4);
      boolean read = random.nextBoolean();
      if (read && random.nextInt(20) == 0) {
        operations.add(new Operation(Kind.READ_UNKNOWN, key, null, null));
      } else if (shape.lists()) {
        operations.add(
            read
                ? new Operation(Kind.READ_LIST, key, null, List.of())
                : new Operation(Kind.APPEND, key, value, null));
      } else {
        operations.add(new Operation(read ? Kind.READ : Kind.WRITE, key, value, null));
      }
    }
    return operations;
  }

  /** Gives reads what they should see, most of the time. */
  private List<Transaction> withReads(List<Transaction> history, boolean snapshots) {
    TimestampOracle oracle = new TimestampOracle(history, snapshots);
    int wrong = 3 + random.nextInt(20);
    List<Transaction> result = new ArrayList<>();
    for (Transaction t : history) {
      List<Operation> operations = new ArrayList<>();
      for (Operation operation : t.operations()) {
        operations.add(
            switch (operation.kind()) {
              case READ -> read(oracle, t, operations, operation, wrong);
              case READ_LIST -> readList(oracle, t, operations, operation, wrong);
              default -> operation;
            });
      }
      result.add(copy(t, operations, t.begin(), t.end()));
    }
    return result;
  }

  private Operation read(
      TimestampOracle oracle, Transaction t, List<Operation> earlier, Operation read, int wrong) {
    if (random.nextInt(wrong) == 0) {
      return random.nextInt(4) == 0 ? new Operation(Kind.READ, read.key(), null, null) : read;
    }
    Long value = oracle.expectedValue(t, read.key());
    for (Operation operation : earlier) {
      if (operation.key() == read.key() && operation.kind() != Kind.READ_UNKNOWN) {
        value = operation.value();
      }
    }
    return new Operation(Kind.READ, read.key(), value, null);
  }

  private Operation readList(
      TimestampOracle oracle, Transaction t, List<Operation> earlier, Operation read, int wrong) {
    List<Long> list = new ArrayList<>(oracle.expectedList(t, read.key()));
    for (Operation operation : earlier) {
      if (operation.kind() == Kind.APPEND && operation.key() == read.key()) {
        list.add(operation.value());
      }
    }
    if (random.nextInt(wrong) == 0) {
      if (!list.isEmpty() && random.nextBoolean()) {
        list.remove(random.nextInt(list.size()));
      } else {
        list.add(random.nextInt(list.size() + 1), (long) random.nextInt(70));
      }
    }
    return new Operation(Kind.READ_LIST, read.key(), null, List.copyOf(list));
  }
}
