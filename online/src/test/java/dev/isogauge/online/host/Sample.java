package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Small histories with timestamps, for comparing the engine with offline checking. */
public record Sample(List<Transaction> transactions) {
  /** A timestamp. */
  public record Time(long physical, long logical) implements Comparable<Time> {
    public static final Time NONE = new Time(RawBlock.NO_TIME, 0);

    @Override
    public int compareTo(Time other) {
      return physical != other.physical
          ? Long.compare(physical, other.physical)
          : Long.compare(logical, other.logical);
    }

    @Override
    public String toString() {
      return logical == 0 ? "" + physical : physical + ":" + logical;
    }
  }

  /** What an operation does. */
  public enum Kind {
    READ,
    READ_UNKNOWN,
    READ_LIST,
    WRITE,
    APPEND
  }

  /** One operation; a list read has elements. */
  public record Operation(Kind kind, long key, long value, List<Long> elements) {}

  /** One transaction; its place is the order in the sample where it has no number. */
  public record Transaction(
      int index,
      long session,
      long number,
      long name,
      Outcome outcome,
      Time start,
      Time commit,
      long begin,
      long end,
      List<Operation> operations) {
    public boolean counts() {
      return outcome == Outcome.COMMITTED
          || (outcome == Outcome.INDETERMINATE && !commit.equals(Time.NONE));
    }

    public boolean updates() {
      return operations.stream().anyMatch(o -> o.kind == Kind.WRITE || o.kind == Kind.APPEND);
    }

    /** The same with other operations. */
    public Transaction withOperations(List<Operation> others) {
      return new Transaction(
          index, session, number, name, outcome, start, commit, begin, end, others);
    }

    /** The same at other times. */
    public Transaction withTimes(Time otherStart, Time otherCommit) {
      return new Transaction(
          index, session, number, name, outcome, otherStart, otherCommit, begin, end, operations);
    }

    /** The same with another outcome. */
    public Transaction withOutcome(Outcome other) {
      return new Transaction(
          index, session, number, name, other, start, commit, begin, end, operations);
    }

    public void addTo(RawBlock block) {
      block.transaction(session, name, outcome, index);
      block.timestamps(start.physical, commit.physical);
      block.logicalTimes(start.logical, commit.logical);
      if (begin != RawBlock.NO_TIME || end != RawBlock.NO_TIME) {
        block.realTime(begin, end);
      }
      if (number != RawBlock.NO_NUMBER) {
        block.number(number);
      }
      for (Operation operation : operations) {
        switch (operation.kind) {
          case READ -> block.read(operation.key, operation.value);
          case READ_UNKNOWN -> block.readUnknown(operation.key);
          case WRITE -> block.write(operation.key, operation.value);
          case APPEND -> block.append(operation.key, operation.value);
          case READ_LIST -> {
            block.readList(operation.key);
            operation.elements.forEach(block::element);
          }
        }
      }
    }
  }

  /** Makes strings of the integers that are keys, values and names. */
  static void makeStrings(RawBlock block, Atoms atoms) {
    block.rename(atom -> atoms.isPlainInteger(atom) ? atoms.text("s" + atom) : atom);
  }

  /** The transactions in their order, a few to a block. */
  public static List<RawBlock> blocks(List<Transaction> transactions, SplittableRandom random) {
    List<RawBlock> blocks = new ArrayList<>();
    int i = 0;
    while (i < transactions.size()) {
      RawBlock block = new RawBlock();
      for (int end = Math.min(transactions.size(), i + random.nextInt(1, 5)); i < end; i++) {
        transactions.get(i).addTo(block);
      }
      blocks.add(block);
    }
    return blocks;
  }

  /** Keys 1 and 2 are registers, 3 and 4 lists. */
  public static Sample random(SplittableRandom random) {
    int count = random.nextInt(1, 10);
    int sessions = random.nextInt(1, 4);
    int times = random.nextInt(2, 12);
    boolean logical = random.nextInt(4) == 0;
    boolean realTimes = random.nextInt(4) == 0;
    boolean inverted = random.nextInt(4) == 0;
    boolean[] numbered = new boolean[sessions];
    long[] numbers = new long[sessions];
    for (int s = 0; s < sessions; s++) {
      numbered[s] = random.nextBoolean();
    }
    List<Transaction> transactions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int session = random.nextInt(sessions);
      numbers[session] += random.nextInt(8) == 0 ? random.nextInt(3) : 1;
      Time start = time(random, times, logical);
      Time commit = time(random, times, logical);
      if (start.compareTo(commit) > 0 && !(inverted && random.nextInt(3) == 0)) {
        Time other = start;
        start = commit;
        commit = other;
      }
      Outcome outcome =
          random.nextInt(8) != 0
              ? Outcome.COMMITTED
              : random.nextBoolean() ? Outcome.ABORTED : Outcome.INDETERMINATE;
      if (outcome != Outcome.COMMITTED && random.nextBoolean()) {
        start = Time.NONE;
        commit = Time.NONE;
      }
      long begin = realTimes && random.nextInt(4) > 0 ? random.nextInt(20) : RawBlock.NO_TIME;
      transactions.add(
          new Transaction(
              i,
              session,
              numbered[session] ? numbers[session] : RawBlock.NO_NUMBER,
              numbered[session] || random.nextBoolean() ? 100 + i : Atoms.NO_NAME,
              outcome,
              start,
              commit,
              begin,
              begin == RawBlock.NO_TIME || random.nextInt(4) == 0
                  ? RawBlock.NO_TIME
                  : begin + random.nextInt(10),
              // What has no timestamps must not have been seen by others either.
              commit.equals(Time.NONE) && outcome == Outcome.INDETERMINATE
                  ? List.of()
                  : operations(random)));
    }
    return new Sample(transactions);
  }

  private static Time time(SplittableRandom random, int times, boolean logical) {
    return new Time(random.nextInt(times), logical ? random.nextInt(3) : 0);
  }

  private static List<Operation> operations(SplittableRandom random) {
    List<Operation> operations = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      long key = random.nextInt(1, 5);
      boolean list = key > 2;
      int kind = random.nextInt(10);
      long value = random.nextInt(1, 4);
      if (kind == 0) {
        operations.add(new Operation(Kind.READ_UNKNOWN, key, 0, List.of()));
      } else if (kind < 5) {
        operations.add(new Operation(list ? Kind.APPEND : Kind.WRITE, key, value, List.of()));
      } else if (kind == 5) {
        operations.add(new Operation(Kind.READ, key, Atoms.NIL, List.of()));
      } else if (list) {
        List<Long> elements = new ArrayList<>();
        for (int e = random.nextInt(4); e > 0; e--) {
          elements.add((long) random.nextInt(1, 4));
        }
        operations.add(new Operation(Kind.READ_LIST, key, 0, elements));
      } else {
        operations.add(new Operation(Kind.READ, key, value, List.of()));
      }
    }
    return operations;
  }
}
