package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.Sample.Kind;
import dev.isogauge.online.host.Sample.Operation;
import dev.isogauge.online.host.Sample.Time;
import dev.isogauge.online.host.Sample.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A run of a small store that gives snapshot isolation, or serializability where transactions take
 * no time; in half of the runs something goes wrong once or twice.
 */
final class StoreRun {
  private static final int KEYS = 6;
  private static final int SESSIONS = 3;

  private record Version(long key, Time commit, long value) {}

  private final SplittableRandom random;
  private final boolean takesTime;
  private final boolean numbered;
  private final boolean logical;
  private final List<Version> versions = new ArrayList<>();
  private final List<Transaction> transactions = new ArrayList<>();

  StoreRun(SplittableRandom random, IsolationLevel level) {
    this.random = random;
    takesTime = level == IsolationLevel.SNAPSHOT_ISOLATION;
    numbered = random.nextBoolean();
    logical = random.nextInt(3) == 0;
    long[] free = new long[SESSIONS];
    long[] numbers = new long[SESSIONS];
    long clock = 0;
    for (int i = random.nextInt(2, 30); i > 0; i--) {
      int session = random.nextInt(SESSIONS);
      clock = Math.max(clock, free[session]) + random.nextInt(2);
      Time start = time(clock);
      Time commit = takesTime ? time(clock + random.nextInt(5)) : start;
      commit = commit.compareTo(start) < 0 ? start : commit;
      free[session] = commit.physical() + 1;
      clock = takesTime ? clock : clock + random.nextInt(2);
      add(session, ++numbers[session], start, commit);
    }
    for (int faults = random.nextBoolean() ? 0 : random.nextInt(1, 3); faults > 0; faults--) {
      goWrong();
    }
    if (random.nextBoolean()) {
      transactions.sort(Comparator.comparingLong(Transaction::session));
    }
  }

  List<Transaction> transactions() {
    return List.copyOf(transactions);
  }

  private Time time(long physical) {
    return new Time(physical, logical ? random.nextInt(3) : 0);
  }

  private void add(long session, long number, Time start, Time commit) {
    List<Operation> operations = new ArrayList<>();
    long[] own = new long[KEYS];
    Arrays.fill(own, -1);
    for (int i = random.nextInt(4); i > 0; i--) {
      int key = random.nextInt(KEYS);
      if (random.nextBoolean()) {
        long value = own[key] >= 0 ? own[key] : read(key, start);
        operations.add(new Operation(Kind.READ, key, value, List.of()));
      } else if (versions.stream()
          .noneMatch(v -> v.key == key && v.commit.compareTo(start) > (takesTime ? 0 : -1))) {
        own[key] = random.nextInt(5);
        operations.add(new Operation(Kind.WRITE, key, own[key], List.of()));
      }
    }
    for (int key = 0; key < KEYS; key++) {
      if (own[key] >= 0) {
        versions.add(new Version(key, commit, own[key]));
      }
    }
    transactions.add(
        new Transaction(
            transactions.size(),
            session,
            numbered ? number : RawBlock.NO_NUMBER,
            random.nextBoolean() ? 100 + transactions.size() : Atoms.NO_NAME,
            Outcome.COMMITTED,
            start,
            commit,
            RawBlock.NO_TIME,
            RawBlock.NO_TIME,
            operations));
  }

  private long read(long key, Time start) {
    return versions.stream()
        .filter(v -> v.key == key && v.commit.compareTo(start) <= 0)
        .max(Comparator.comparing(Version::commit))
        .map(Version::value)
        .orElse(Atoms.NIL);
  }

  /** Another value, another time, or another outcome. */
  private void goWrong() {
    int i = random.nextInt(transactions.size());
    Transaction t = transactions.get(i);
    switch (random.nextInt(4)) {
      case 0 -> {
        List<Operation> operations = new ArrayList<>(t.operations());
        if (!operations.isEmpty()) {
          int changed = random.nextInt(operations.size());
          Operation o = operations.get(changed);
          operations.set(changed, new Operation(o.kind(), o.key(), random.nextInt(6), List.of()));
        }
        transactions.set(i, t.withOperations(operations));
      }
      case 1 ->
          transactions.set(
              i, t.withTimes(near(t.start()), takesTime ? t.commit() : near(t.start())));
      case 2 -> transactions.set(i, t.withTimes(t.start(), near(t.commit())));
      default ->
          transactions.set(
              i, t.withOutcome(random.nextBoolean() ? Outcome.ABORTED : Outcome.INDETERMINATE));
    }
  }

  private Time near(Time time) {
    return time(time.physical() + random.nextInt(-4, 5));
  }
}
