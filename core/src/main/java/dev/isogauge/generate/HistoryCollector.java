package dev.isogauge.generate;

import dev.isogauge.generate.Recording.Timestamps;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.RawPredicates;
import dev.isogauge.history.VersionOrder;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.Optional;

/**
 * Collects transactions in the order in which they end, and hands out names of transactions and
 * values, which are unique and counted from 1.
 */
final class HistoryCollector {
  private static final int BLOCK_OPERATIONS = 1 << 20;
  private static final long MOST_ELEMENTS = 1_000_000_000;

  // Hybrid timestamps: an hour of July 2023, and the points of the clock in a millisecond.
  private static final long FIRST_MILLISECOND = 1_690_000_000_000L;
  private static final int POINTS_PER_MILLISECOND = 50;

  private final Recording recording;
  private final Atoms atoms = new Atoms();
  private final HistoryBuilder builder;
  private RawBlock block = new RawBlock();
  private int transactionsInBlock;
  private long lastName;
  private long lastValue = Store.INITIAL_VALUE;
  private final long initialAtom;

  /** What calls keys and transactions by what they are. */
  private Optional<Application> namer = Optional.empty();

  /** The latest value of each key, where values count key by key; else empty. */
  private final long[] lastValues;

  private long elements;

  HistoryCollector(WorkloadSpec spec) {
    recording = spec.recording();
    lastValues = new long[spec.keysRetire() ? spec.mostKeys() : 0];
    builder = new HistoryBuilder(atoms);
    initialAtom = spec.startsAtNil() ? Atoms.NIL : atoms.integer(Store.INITIAL_VALUE);
    builder.defaultInitialValue(initialAtom);
  }

  /** Has keys and transactions called by what they are, if that is wanted. */
  void names(Optional<Application> application) {
    if (recording.names()) {
      namer = application;
      builder.defaultInitialValue(Atoms.NIL);
    }
  }

  Atoms atoms() {
    return atoms;
  }

  boolean takes(Outcome outcome) {
    return recording.aborted() || outcome != Outcome.ABORTED;
  }

  /** A value that was never written. */
  long newValue() {
    return ++lastValue;
  }

  /** A value that was never written to the key. */
  long newValue(int key) {
    return lastValues.length == 0 ? newValue() : ++lastValues[key];
  }

  /** The name of the transaction that ends now. */
  long newName() {
    return ++lastName;
  }

  /** Begins to record a transaction that ends now, and returns its name. */
  long begin(int session, Outcome outcome) {
    begin(session, outcome, newName(), "");
    return lastName;
  }

  /**
   * Begins to record a transaction.
   *
   * @param what transactions like this are called
   */
  void begin(int session, Outcome outcome, long name, String what) {
    if (block.operationCount() >= BLOCK_OPERATIONS) {
      builder.add(block);
      block = new RawBlock();
      transactionsInBlock = 0;
    }
    long atom = namer.isEmpty() || what.isEmpty() ? name : atoms.text(what + "-" + name);
    block.transaction(session, atom, outcome, transactionsInBlock++);
    // Names are given in the order in which transactions end.
    if (recording.serial() && outcome == Outcome.COMMITTED) {
      block.serial(name);
    }
  }

  /** Puts down points of the {@link Clock}, if timestamps are wanted. */
  void timestamps(long start, long commit) {
    if (recording.timestamps() == Timestamps.COUNTER) {
      block.timestamps(start, commit);
    } else if (recording.timestamps() == Timestamps.HYBRID) {
      block.timestamps(
          FIRST_MILLISECOND + start / POINTS_PER_MILLISECOND,
          FIRST_MILLISECOND + commit / POINTS_PER_MILLISECOND);
      block.logicalTimes(start % POINTS_PER_MILLISECOND, commit % POINTS_PER_MILLISECOND);
    }
  }

  /** Puts down points of the {@link Clock} when the client began and ended, if it does so. */
  void realTime(long begin, long end) {
    if (recording.realTime()) {
      block.realTime(begin, end);
    }
  }

  void read(long key, long value) {
    long seen = value == Store.INITIAL_VALUE ? initialValue(key) : value;
    block.read(atom(key), seen);
  }

  void write(long key, long value) {
    block.write(atom(key), value);
  }

  /** The name of a key, which is its number unless it has one. */
  private long atom(long key) {
    if (namer.isEmpty()) {
      return key;
    }
    long atom = atoms.text(namer.get().name(key));
    if (initialValue(key) != Atoms.NIL) {
      builder.initialValue(atom, initialAtom);
    }
    return atom;
  }

  private long initialValue(long key) {
    return namer.isEmpty() || namer.get().isFixed(key) ? initialAtom : Atoms.NIL;
  }

  /** A read of a row and, where its value does not show it, of the transaction that wrote it. */
  void readRow(long key, long value, long writer) {
    block.read(key, value);
    if (writer != Atoms.NO_NAME) {
      block.fromWriter(writer);
    }
  }

  void delete(long key) {
    block.delete(key);
  }

  /** A predicate read; its result goes into the returned object. */
  RawPredicates predicateRead(long relation, String condition) {
    return block.predicateRead(relation, atoms.text(condition));
  }

  /** Whether a predicate read puts down its version set, up to a number of members. */
  boolean takesVersionSet(int members) {
    if (!recording.versionOrder()) {
      return false;
    }
    elements += members;
    if (elements > MOST_ELEMENTS) {
      throw new InvalidWorkloadException(
          "versions: the version sets of predicate reads have more than "
              + MOST_ELEMENTS
              + " members; expected fewer transactions, or fewer keys");
    }
    return true;
  }

  /** A read of a list; its elements follow by {@link #elements}. */
  void readList(long key) {
    block.readList(key);
  }

  /** The first of these values, as further elements of the list that was just read. */
  void elements(LongList values, int count) {
    elements += count;
    if (elements > MOST_ELEMENTS) {
      throw new InvalidWorkloadException(
          "workload list-append: the lists that are read have more than "
              + MOST_ELEMENTS
              + " elements; expected fewer transactions, or more keys");
    }
    for (int i = 0; i < count; i++) {
      block.element(values.getLong(i));
    }
  }

  void append(long key, long value) {
    block.append(key, value);
  }

  /** The order of a key's versions, unless it was never written. */
  void versionOrder(VersionOrder order) {
    if (!order.versions().isEmpty()) {
      builder.versionOrder(new VersionOrder(atom(order.key()), order.versions()));
    }
  }

  History build() {
    builder.add(block);
    return builder.build();
  }
}
