package dev.isogauge.property;

import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.TinyHistory.Operation;
import dev.isogauge.oracle.TinyHistory.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Makes random histories. Transactions run one after the other on a store; a history's own degree
 * of disorder says how often a read goes back to an older version, so that some histories hold at
 * every level and others break all of them. One seed makes one history.
 */
final class RandomHistories {
  private record Version(String writer, int value) {}

  private final Shape shape;
  private final Random random;
  private final int keyCount;
  private final int disorder;
  private final int readShare;

  /** Per key, all versions ever written, the initial one first. */
  private final Map<String, List<Version>> versions = new HashMap<>();

  private int nextValue = 1;
  private int clock;

  private RandomHistories(Shape shape, long seed) {
    this.shape = shape;
    random = new Random(seed);
    keyCount = 1 + random.nextInt(3);
    disorder = new int[] {0, 10, 30, 60}[random.nextInt(4)];
    readShare = 40 + random.nextInt(40);
  }

  static TinyHistory make(Shape shape, long seed, int maxTransactions) {
    return new RandomHistories(shape, seed).make(maxTransactions);
  }

  private TinyHistory make(int maxTransactions) {
    int count = 2 + random.nextInt(maxTransactions - 1);
    List<List<Transaction>> sessions = new ArrayList<>();
    int sessionCount = 1 + random.nextInt(count);
    for (int s = 0; s < sessionCount; s++) {
      sessions.add(new ArrayList<>());
    }
    for (int t = 0; t < count; t++) {
      // Every session gets one, so that none is empty.
      int session = t < sessionCount ? t : random.nextInt(sessionCount);
      sessions.get(session).add(transaction("T" + (t + 1)));
    }
    Collections.shuffle(sessions, random);
    return new TinyHistory(sessions);
  }

  private Transaction transaction(String name) {
    Outcome outcome = Outcome.COMMITTED;
    if (oneIn(shape.aborted())) {
      outcome = Outcome.ABORTED;
    } else if (oneIn(shape.indeterminate())) {
      outcome = Outcome.INDETERMINATE;
    }
    int size = 1 + random.nextInt(4);
    Map<String, Version> own = new HashMap<>();
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      String key = "" + (char) ('x' + random.nextInt(keyCount));
      if (random.nextInt(100) >= readShare) {
        int value = value(key);
        own.put(key, new Version(name, value));
        operations.add(Operation.write(key, value));
        versions(key).add(new Version(name, value));
      } else if (outcome == Outcome.INDETERMINATE && oneIn(4)) {
        operations.add(Operation.readUnknown(key));
      } else {
        operations.add(read(key, own));
      }
    }
    Transaction transaction = Transaction.of(outcome, operations);
    if (shape.named()) {
      transaction = transaction.named(name);
    }
    return shape.realTime() && !oneIn(6) ? timed(transaction) : transaction;
  }

  private Transaction timed(Transaction transaction) {
    int begin = Math.max(0, clock - (oneIn(3) ? random.nextInt(6) : 0));
    int end = begin + random.nextInt(4);
    clock = Math.max(clock, end) + random.nextInt(2);
    return transaction.between(begin, end);
  }

  private int value(String key) {
    if (oneIn(shape.repeatedValues())) {
      List<Version> known = versions(key);
      return known.get(random.nextInt(known.size())).value();
    }
    return nextValue++;
  }

  private Operation read(String key, Map<String, Version> own) {
    List<Version> known = versions(key);
    Version seen;
    if (oneIn(shape.faulty())) {
      // Perhaps a later write, perhaps nobody's.
      seen = new Version("T" + (1 + random.nextInt(6)), random.nextInt(nextValue + 2));
    } else if (own.containsKey(key)) {
      seen = own.get(key);
    } else if (random.nextInt(100) < disorder) {
      seen = known.get(random.nextInt(known.size()));
    } else {
      seen = known.get(known.size() - 1);
    }
    boolean initialOtherwise =
        seen.writer().equals(TinyHistory.INIT) && seen.value() != TinyHistory.NIL;
    return shape.named() && !oneIn(4) && !initialOtherwise
        ? Operation.readFrom(key, seen.value(), seen.writer())
        : Operation.read(key, seen.value());
  }

  private List<Version> versions(String key) {
    return versions.computeIfAbsent(
        key, unused -> new ArrayList<>(List.of(new Version(TinyHistory.INIT, TinyHistory.NIL))));
  }

  private boolean oneIn(int number) {
    return number > 0 && random.nextInt(number) == 0;
  }
}
