package dev.isogauge.history;

import dev.isogauge.history.VersionOrder.Version;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Copies a history, or a chosen part of it, into a history of its own. Whatever a history can hold
 * is kept: kinds of operations, names, outcomes, all times, claimed places, ids, snapshots,
 * predicate reads with their results and version sets, unknown operations, initial values and
 * version orders.
 *
 * <p>What is left out leaves no trace in the rest:
 *
 * <ul>
 *   <li>A key without any operation left disappears from results, version sets and initial values.
 *   <li>A version without any write left disappears from version orders. So does one that is
 *       ambiguous, unless all its writes stay: with fewer writers it would seem clear.
 *   <li>A row whose read is left out stays in its result, without its value.
 *   <li>A transaction without a name that moves up in its session gets its old position for a name,
 *       so that reports call it the same.
 *   <li>Sequence numbers close up; a recorded gap stays with the two transactions around it.
 * </ul>
 *
 * <p>Transactions, operations and predicate reads keep their order. O(operations copied) a copy,
 * and O(transactions) unless the choice says which.
 */
public final class HistoryCopy {
  /** What is copied; everything unless a method says otherwise. */
  public interface Choice {
    /** The whole history. */
    Choice ALL = new Choice() {};

    /** Whether a transaction is copied. */
    default boolean transaction(int transaction) {
      return true;
    }

    /**
     * The first transaction from a number on that may be copied; negative if there is none. Saves
     * asking about all others.
     */
    default int nextTransaction(int from) {
      return from;
    }

    /** Whether an operation of a copied transaction is copied. */
    default boolean operation(int operation) {
      return true;
    }

    /** Whether a predicate read of a copied transaction is copied. */
    default boolean predicateRead(int predicate) {
      return true;
    }

    /** Whether a copied read keeps what it saw; it becomes one with an unknown result otherwise. */
    default boolean result(int read) {
      return true;
    }

    /** Whether a copied predicate read keeps its result and its version set. */
    default boolean predicateResult(int predicate) {
      return true;
    }

    /** Whether a predicate read becomes reads of all that its version set says it saw. */
    default boolean asReads(int predicate) {
      return false;
    }

    /** Whether the version order of a key is copied. */
    default boolean versionOrder(int key) {
      return true;
    }

    /** Whether copied transactions keep their reads and writes of which only the scope is known. */
    default boolean unknownOperations() {
      return true;
    }

    /** Whether keys keep their numbers, which is for copies of all transactions. */
    default boolean keepsNumbers() {
      return false;
    }

    /** Whether a copied list read keeps an element. */
    default boolean element(int listRead, int index) {
      return true;
    }

    /** Whether reads keep the names of their writers. */
    default boolean writerNames() {
      return true;
    }

    /** Whether reads that name their writer also keep which of its writes they name. */
    default boolean writeIds() {
      return true;
    }
  }

  private final History whole;
  private final PredicateReads predicates;

  /** Names that the history gives, which no unnamed transaction may get; made when needed. */
  private Optional<LongOpenHashSet> usedNames = Optional.empty();

  /** The keys that no operation has: they stay wherever they are mentioned. */
  private final BitSet unusedKeys = new BitSet();

  /** Copies parts of a history. */
  public HistoryCopy(History whole) {
    this.whole = whole;
    this.predicates = whole.predicateReads();
    unusedKeys.set(0, whole.keyCount());
    for (int i = 0; i < whole.operationCount(); i++) {
      unusedKeys.clear(whole.keyOf(i));
    }
  }

  private boolean isUsedName(long name) {
    if (usedNames.isEmpty()) {
      usedNames = Optional.of(namesInUse());
    }
    return usedNames.get().contains(name);
  }

  private LongOpenHashSet namesInUse() {
    LongOpenHashSet names = new LongOpenHashSet();
    for (int t = 0; t < whole.transactionCount(); t++) {
      names.add(whole.nameAtom(t));
    }
    for (int i = 0; i < whole.operationCount(); i++) {
      Optional<Long> writer = whole.namedWriter(i);
      if (writer.isPresent()) {
        names.add(writer.get().longValue());
      }
    }
    for (int p = 0; p < predicates.count(); p++) {
      for (int m = 0; m < predicates.memberCount(p); m++) {
        names.add(predicates.memberWriter(p, m));
      }
    }
    for (VersionOrder order : whole.versionOrders()) {
      order.versions().forEach(version -> names.add(version.writer()));
    }
    return names;
  }

  /** Whether a key is one of a relation. */
  static boolean isIn(History history, long relation, int key) {
    String name = history.atoms().plain(history.keyAtom(key));
    String of = relation == Atoms.NO_NAME ? "" : history.atoms().plain(relation);
    return name.substring(0, Math.max(0, name.indexOf('/'))).equals(of);
  }

  /** The history of what is chosen. */
  public History of(Choice choice) {
    return new Copy(choice).make();
  }

  /** One copy. */
  private final class Copy {
    private final Choice choice;
    private final RawBlock block = new RawBlock();
    private final ProgramSteps steps = ProgramSteps.withUnknown(whole);

    /** The keys that have an operation left, or never had one. */
    private final BitSet keys = (BitSet) unusedKeys.clone();

    /** The operations that are left, if version orders depend on them. */
    private final BitSet operations = new BitSet();

    private int previous = History.NONE;
    private int position;
    private long number;

    Copy(Choice choice) {
      this.choice = choice;
    }

    History make() {
      for (int t = next(0); t != History.NONE; t = next(t + 1)) {
        for (int i = whole.firstOperation(t); i < whole.endOperation(t); i++) {
          if (choice.operation(i)) {
            keys.set(whole.keyOf(i));
            operations.set(i);
          }
        }
      }
      if (choice.keepsNumbers()) {
        for (int key = 0; key < whole.keyCount(); key++) {
          block.localKeyOf(whole.keyAtom(key));
        }
      }
      for (int t = next(0); t != History.NONE; t = next(t + 1)) {
        transaction(t);
        steps(t);
      }
      HistoryBuilder builder = new HistoryBuilder(whole.atoms());
      for (int key = keys.nextSetBit(0); key >= 0; key = keys.nextSetBit(key + 1)) {
        builder.initialValue(whole.keyAtom(key), whole.initialValue(key));
      }
      versionOrders(builder);
      builder.add(block);
      return builder.build();
    }

    /** The first transaction from a number on that is copied; {@code NONE} if there is none. */
    private int next(int from) {
      for (int t = from; t < whole.transactionCount(); t++) {
        t = choice.nextTransaction(t);
        if (t < 0 || t >= whole.transactionCount()) {
          return History.NONE;
        }
        if (choice.transaction(t)) {
          return t;
        }
      }
      return History.NONE;
    }

    private boolean isLeft(int key) {
      return keys.get(key);
    }

    private void transaction(int t) {
      int session = whole.sessionOf(t);
      position = previous >= whole.firstTransaction(session) ? position + 1 : 0;
      boolean moved = t - whole.firstTransaction(session) != position;
      block.transaction(whole.sessionAtom(session), name(t, moved), whole.outcome(t), 0);
      if (whole.sequenceNumber(t) != RawBlock.NO_NUMBER) {
        number = position == 0 ? whole.sequenceNumber(t) : number + step(t);
        block.number(number);
      }
      previous = t;
      times(t);
      if (whole.serialPosition(t) != RawBlock.NO_NUMBER) {
        block.serial(whole.serialPosition(t));
      }
      if (whole.transactionId(t) != RawBlock.NO_NUMBER) {
        block.transactionId(whole.transactionId(t));
      }
      whole.snapshot(t).ifPresent(block::snapshot);
      if (!whole.recordedLevel(t).isEmpty()) {
        block.level(whole.recordedLevel(t));
      }
      if (!whole.recordedStatements(t).isEmpty()) {
        block.statements(whole.recordedStatements(t));
      }
    }

    /** Neighbours stay as far apart as they were recorded; others become neighbours. */
    private long step(int t) {
      return previous == t - 1 ? whole.sequenceNumber(t) - whole.sequenceNumber(previous) : 1;
    }

    private long name(int t, boolean moved) {
      if (whole.nameAtom(t) != Atoms.NO_NAME || !moved) {
        return whole.nameAtom(t);
      }
      long name = whole.atoms().text(whole.transactionName(t));
      return isUsedName(name) ? Atoms.NO_NAME : name;
    }

    private void times(int t) {
      if (whole.startTimestamp(t) != RawBlock.NO_TIME
          || whole.commitTimestamp(t) != RawBlock.NO_TIME) {
        block.timestamps(whole.startTimestamp(t), whole.commitTimestamp(t));
      }
      if (whole.startLogical(t) != 0 || whole.commitLogical(t) != 0) {
        block.logicalTimes(whole.startLogical(t), whole.commitLogical(t));
      }
      if (whole.beginTime(t) != RawBlock.NO_TIME || whole.endTime(t) != RawBlock.NO_TIME) {
        block.realTime(whole.beginTime(t), whole.endTime(t));
      }
    }

    private void steps(int t) {
      steps.begin(t);
      while (steps.next()) {
        int step = steps.number();
        if (steps.isUnknown()) {
          unknownOperation(step);
        } else if (!steps.isPredicate()) {
          operation(step);
        } else if (choice.asReads(step)) {
          versionsRead(t, step);
        } else if (choice.predicateRead(step) && choice.predicateResult(step)) {
          predicateRead(step);
        } else {
          if (choice.predicateRead(step)) {
            block.predicateRead(predicates.relation(step), predicates.condition(step));
          }
          // The rows were read all the same.
          for (int i = predicates.operationAfter(step); i < predicates.endOfRows(step); i++) {
            operation(i);
          }
        }
      }
    }

    /** Reads every object of the relation that the transaction has not written before. */
    private void versionsRead(int t, int p) {
      BitSet passed = new BitSet();
      for (int i = whole.firstOperation(t); i < predicates.operationAfter(p); i++) {
        if (whole.isWrite(i)) {
          passed.set(whole.keyOf(i));
        }
      }
      for (int i = 0; i < predicates.memberCount(p); i++) {
        int key = predicates.memberKey(p, i);
        if (!passed.get(key)) {
          passed.set(key);
          long value = predicates.memberValue(p, i);
          block.read(whole.keyAtom(key), value == Atoms.DEAD ? Atoms.NIL : value);
          if (predicates.memberWriter(p, i) != Atoms.NO_NAME) {
            block.fromWriter(predicates.memberWriter(p, i));
          }
        }
      }
      for (int key = 0; key < whole.keyCount(); key++) {
        if (!passed.get(key) && isIn(whole, predicates.relation(p), key)) {
          block.read(whole.keyAtom(key), Atoms.NIL);
          block.fromWriter(Atoms.INITIAL_WRITER);
        }
      }
      for (int i = predicates.operationAfter(p); i < predicates.endOfRows(p); i++) {
        operation(i);
      }
    }

    private void unknownOperation(int unknown) {
      UnknownOperations operations = whole.unknownOperations();
      if (choice.unknownOperations()) {
        block.unknownOperation(
            operations.isWrite(unknown),
            operations.scope(unknown),
            operations.name(unknown),
            operations.statement(unknown));
      }
    }

    private void operation(int operation) {
      if (!operations.get(operation)) {
        return;
      }
      long key = whole.keyAtom(whole.keyOf(operation));
      if (!whole.isWrite(operation) && !choice.result(operation)) {
        block.readUnknown(key);
      } else if (whole.isListRead(operation)) {
        block.readList(key);
        for (int e = 0; e < whole.listSize(operation); e++) {
          if (choice.element(operation, e)) {
            block.element(whole.listElement(operation, e));
          }
        }
      } else if (whole.isAppend(operation)) {
        block.append(key, whole.valueOf(operation));
      } else if (whole.isWrite(operation)) {
        write(operation, key);
      } else if (whole.isUnknownRead(operation)) {
        block.readUnknown(key);
      } else {
        block.read(key, whole.valueOf(operation));
        writerName(operation);
      }
    }

    private void write(int write, long key) {
      if (whole.isDelete(write)) {
        block.delete(key);
      } else {
        block.write(key, whole.valueOf(write));
      }
      if (choice.writeIds() && whole.writeId(write) != Atoms.NO_NAME) {
        block.writeId(whole.writeId(write));
      }
    }

    private void writerName(int read) {
      if (choice.writerNames() && whole.namedWriter(read).isPresent()) {
        block.fromWrite(
            whole.namedWriter(read).get(), choice.writeIds() ? whole.writeId(read) : Atoms.NO_NAME);
      }
    }

    private void predicateRead(int p) {
      RawPredicates read = block.predicateRead(predicates.relation(p), predicates.condition(p));
      if (predicates.hasValue(p)) {
        read.value(predicates.value(p));
      }
      if (predicates.hasRows(p)) {
        read.rows();
        for (int i = 0; i < predicates.resultCount(p); i++) {
          row(read, predicates.resultKey(p, i), predicates.resultRead(p, i));
        }
      }
      if (predicates.hasVersionSet(p)) {
        read.versionSet();
        for (int i = 0; i < predicates.memberCount(p); i++) {
          if (isLeft(predicates.memberKey(p, i))) {
            read.member(
                whole.keyAtom(predicates.memberKey(p, i)),
                predicates.memberValue(p, i),
                predicates.memberWriter(p, i));
          }
        }
      }
    }

    private void row(RawPredicates predicate, int key, int read) {
      if (read != PredicateReads.NO_READ && operations.get(read)) {
        // Nil of a key that other operations show to be a list was read as the empty list.
        predicate.row(whole.keyAtom(key), whole.isListRead(read) ? Atoms.NIL : whole.valueOf(read));
        writerName(read);
      } else if (isLeft(key)) {
        predicate.row(whole.keyAtom(key));
      }
    }

    private void versionOrders(HistoryBuilder builder) {
      for (VersionOrder order : whole.versionOrders()) {
        int key = whole.keyNamed(order.key());
        if (key == History.NONE || (isLeft(key) && choice.versionOrder(key))) {
          List<Version> versions = new ArrayList<>();
          for (Version version : order.versions()) {
            if (key == History.NONE || isLeft(key, version)) {
              versions.add(new Version(version.value(), version.writer()));
            }
          }
          builder.versionOrder(new VersionOrder(order.key(), versions));
        }
      }
    }

    private boolean isLeft(int key, Version version) {
      int[] writes = whole.writesOf(key, version.value());
      if (version.writer() != Atoms.NO_NAME) {
        writes = Arrays.stream(writes).filter(write -> isBy(write, version.writer())).toArray();
      }
      return writes.length == 0
          || (version.isClear()
              ? Arrays.stream(writes).anyMatch(operations::get)
              : Arrays.stream(writes).allMatch(operations::get));
    }

    private boolean isBy(int write, long writer) {
      return whole.nameAtom(whole.transactionOf(write)) == writer;
    }
  }
}
