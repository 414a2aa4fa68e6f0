package dev.isogauge.property;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.RawPredicates;
import dev.isogauge.history.Snapshot;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Makes random histories with everything that can be recorded: hybrid timestamps, lists, numbers in
 * sessions, client times, rows, deletes, predicate reads, snapshots, names of all kinds. Values are
 * arbitrary, so most break every level. One seed makes one history.
 */
public final class RecordedHistories {
  private static final int LISTS = 3;
  private static final int KEYS = 6;

  private final Random random;
  private final Atoms atoms = new Atoms();
  private final RawBlock block = new RawBlock();
  private final boolean everythingTimed;
  private final boolean numbered;
  private final boolean lists;
  private final boolean timekiller;
  private final boolean predicates;
  private final boolean claims;

  private RecordedHistories(long seed, boolean timekiller) {
    random = new Random(seed);
    this.timekiller = timekiller;
    everythingTimed = timekiller || random.nextBoolean();
    numbered = random.nextBoolean();
    lists = random.nextBoolean();
    predicates = !timekiller && random.nextBoolean();
    claims = !timekiller && random.nextBoolean();
  }

  /**
   * A history.
   *
   * @param timekiller whether to leave out what TimeKiller's format has no place for
   */
  public static History make(long seed, boolean timekiller) {
    return new RecordedHistories(seed, timekiller).make();
  }

  private History make() {
    int count = random.nextInt(8);
    int[] next = new int[3];
    for (int t = 0; t < count; t++) {
      int session = random.nextInt(3);
      transaction(atom("s" + session, session), t, next[session]++);
    }
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return builder.build();
  }

  private void transaction(long session, int t, int place) {
    long name = random.nextInt(4) == 0 ? Atoms.NO_NAME : atom("T\n" + t, 100 + t);
    block.transaction(session, name, outcome(), 0);
    if (everythingTimed || random.nextBoolean()) {
      block.timestamps(time(), time());
      if (random.nextBoolean()) {
        block.logicalTimes(random.nextInt(3), random.nextInt(3) - 1);
      }
    }
    if (!timekiller && random.nextInt(4) == 0) {
      block.realTime(5, 5 + random.nextInt(4));
    }
    if (numbered) {
      long number = place - 2L + random.nextInt(2);
      block.number(number);
    }
    if (claims) {
      claims();
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      if (predicates && random.nextInt(3) == 0) {
        predicateRead();
      } else {
        operation();
      }
    }
  }

  private void claims() {
    if (random.nextBoolean()) {
      block.serial(time());
    }
    if (random.nextBoolean()) {
      block.transactionId(time());
    }
    if (random.nextBoolean()) {
      List<Long> running = Stream.generate(this::time).limit(random.nextInt(3)).toList();
      block.snapshot(new Snapshot(time(), time(), running));
    }
  }

  private void predicateRead() {
    long relation = random.nextInt(3) == 0 ? Atoms.NO_NAME : atom("re\nl", random.nextInt(2));
    String condition = random.nextBoolean() ? "true" : "a \"b\" = 'c\\'";
    RawPredicates read = block.predicateRead(relation, atoms.text(condition));
    int result = random.nextInt(3);
    if (result == 0) {
      read.value(value());
    } else if (result == 1) {
      read.rows();
      for (int i = random.nextInt(3); i > 0; i--) {
        // Keys that are no lists.
        int key = LISTS + random.nextInt(KEYS - LISTS);
        if (random.nextBoolean()) {
          read.row(atom("k" + key, key));
        } else {
          read.row(atom("k" + key, key), value());
          nameWriter();
        }
      }
    }
    if (random.nextBoolean()) {
      read.versionSet();
      for (int i = random.nextInt(3); i > 0; i--) {
        int key = random.nextInt(KEYS + 2);
        long writer = random.nextBoolean() ? Atoms.NO_NAME : atom("T\n2", random.nextInt(2));
        read.member(atom("k" + key, key), value(), writer);
      }
    }
  }

  private void nameWriter() {
    if (random.nextBoolean()) {
      block.fromWriter(random.nextBoolean() ? Atoms.INITIAL_WRITER : atom("T\n2", 102));
    }
  }

  private Outcome outcome() {
    return timekiller || random.nextInt(4) > 0
        ? Outcome.COMMITTED
        : Outcome.values()[random.nextInt(3)];
  }

  /** Some far from the others. */
  private long time() {
    return switch (random.nextInt(8)) {
      case 0 -> Long.MAX_VALUE;
      case 1 -> -Long.MAX_VALUE;
      default -> random.nextInt(20);
    };
  }

  private void operation() {
    int number = random.nextInt(KEYS);
    boolean list = lists && number < LISTS;
    long key = atom("k" + number, number);
    if (random.nextBoolean()) {
      if (list) {
        block.append(key, value());
      } else if (predicates && random.nextInt(4) == 0) {
        block.delete(key);
      } else {
        block.write(key, value());
      }
    } else if (!timekiller && random.nextInt(8) == 0) {
      block.readUnknown(key);
    } else if (!list) {
      block.read(key, value());
    } else {
      block.readList(key);
      for (int i = random.nextInt(4); i > 0; i--) {
        block.element(value());
      }
    }
  }

  private long value() {
    if (predicates && random.nextInt(4) == 0) {
      return row();
    }
    return switch (random.nextInt(8)) {
      case 0 -> Atoms.NIL;
      case 1 -> atoms.text("5");
      case 2 -> atoms.unsignedInteger(-1);
      case 3 -> atoms.integer(Long.MIN_VALUE);
      default -> atoms.integer(random.nextInt(20));
    };
  }

  private long row() {
    SortedMap<String, Long> columns = new TreeMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      String column = List.of("a", "b c", "nil", "{:,}\"").get(random.nextInt(4));
      long value = value();
      columns.put(column, atoms.isRow(value) ? Atoms.NIL : value);
    }
    return atoms.row(columns);
  }

  /** A string for even numbers, an integer for odd ones. */
  private long atom(String text, int number) {
    return number % 2 == 0 ? atoms.text(text) : atoms.integer(number);
  }
}
