package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/**
 * The predicate reads of a history: which rows of a relation matched a condition. They stand beside
 * the operations and not among them, so whoever goes through the operations meets reads and writes
 * of single keys only.
 *
 * <p>Predicate reads are dense ints, numbered transaction by transaction in program order. {@link
 * #place} says where one stands: before that operation. A row that it returned with its value was
 * read too; those reads are operations, the first of them at {@link #place}.
 */
public final class PredicateReads {
  // What is known of the result, and whether a version set is.
  static final int UNKNOWN = 0;
  static final int ROWS = 1;
  static final int VALUE = 2;
  static final int VERSION_SET = 4;

  /** {@link #resultRead}: the row came without its value. */
  public static final int NO_READ = RawPredicates.NO_READ;

  static final PredicateReads NONE = new PredicateReads();

  private final IntArrayList transactions = new IntArrayList();
  private final IntArrayList places = new IntArrayList();
  private final LongArrayList relations = new LongArrayList();
  private final LongArrayList conditions = new LongArrayList();
  private final LongArrayList values = new LongArrayList();
  private final IntArrayList kinds = new IntArrayList();

  // These have one more entry at the end.
  private final IntArrayList resultBegins = new IntArrayList();
  private final IntArrayList memberBegins = new IntArrayList();

  private final IntArrayList resultKeys = new IntArrayList();
  private final IntArrayList resultReads = new IntArrayList();
  private final IntArrayList memberKeys = new IntArrayList();
  private final LongArrayList memberValues = new LongArrayList();
  private final LongArrayList memberWriters = new LongArrayList();

  /** By transaction, one more at the end: its first predicate read. */
  private int[] first;

  private PredicateReads() {}

  /** Puts the predicate reads of all blocks into the order of the history. */
  static PredicateReads collect(
      List<RawBlock> blocks,
      int[][] transactionOfRun,
      int[] renumbered,
      int transactionCount,
      Numbers numbers) {
    if (blocks.stream().noneMatch(block -> block.predicates().isPresent())) {
      return NONE;
    }
    IntArrayList block = new IntArrayList();
    IntArrayList index = new IntArrayList();
    IntArrayList transaction = new IntArrayList();
    IntArrayList place = new IntArrayList();
    for (int b = 0; b < blocks.size(); b++) {
      if (blocks.get(b).predicates().isPresent()) {
        RawPredicates raw = blocks.get(b).predicates().get();
        for (int p = 0; p < raw.count(); p++) {
          int run = raw.runs.getInt(p);
          block.add(b);
          index.add(p);
          transaction.add(renumbered[transactionOfRun[b][run]]);
          place.add(numbers.target(b, run, raw.places.getInt(p)));
        }
      }
    }
    int[] order = new int[block.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    IntArrays.mergeSort(
        order,
        (a, b) -> {
          int byTransaction = Integer.compare(transaction.getInt(a), transaction.getInt(b));
          return byTransaction != 0
              ? byTransaction
              : Integer.compare(place.getInt(a), place.getInt(b));
        });
    PredicateReads reads = new PredicateReads();
    for (int i : order) {
      int b = block.getInt(i);
      reads.transactions.add(transaction.getInt(i));
      reads.places.add(place.getInt(i));
      reads.add(b, blocks.get(b).predicates().orElseThrow(), index.getInt(i), numbers);
    }
    reads.resultBegins.add(reads.resultKeys.size());
    reads.memberBegins.add(reads.memberKeys.size());
    reads.index(transactionCount);
    return reads;
  }

  /** Final numbers of what a block numbers by itself. */
  interface Numbers {
    int target(int block, int run, int operation);

    int key(int block, int localKey);
  }

  private void add(int block, RawPredicates raw, int p, Numbers numbers) {
    relations.add(raw.relations.getLong(p));
    conditions.add(raw.conditions.getLong(p));
    values.add(raw.values.getLong(p));
    kinds.add(raw.kinds.getInt(p));
    resultBegins.add(resultKeys.size());
    memberBegins.add(memberKeys.size());
    for (int i = raw.resultBegins.getInt(p); i < raw.resultEnd(p); i++) {
      int read = raw.resultReads.getInt(i);
      resultKeys.add(numbers.key(block, raw.resultKeys.getInt(i)));
      resultReads.add(read == NO_READ ? NO_READ : numbers.target(block, raw.runs.getInt(p), read));
    }
    for (int i = raw.memberBegins.getInt(p); i < raw.memberEnd(p); i++) {
      memberKeys.add(numbers.key(block, raw.memberKeys.getInt(i)));
      memberValues.add(raw.memberValues.getLong(i));
      memberWriters.add(raw.memberWriters.getLong(i));
    }
  }

  private void index(int transactionCount) {
    first = new int[transactionCount + 1];
    for (int t : transactions) {
      first[t + 1]++;
    }
    for (int t = 0; t < transactionCount; t++) {
      first[t + 1] += first[t];
    }
  }

  public int count() {
    return transactions.size();
  }

  /** The transaction's first predicate read; it has none if this equals {@link #end}. */
  public int first(int transaction) {
    return count() == 0 ? 0 : first[transaction];
  }

  /** The number after the transaction's last predicate read. */
  public int end(int transaction) {
    return count() == 0 ? 0 : first[transaction + 1];
  }

  public int transactionOf(int predicate) {
    return transactions.getInt(predicate);
  }

  /** The operation before which it stands; the transaction's end if none follows. */
  public int place(int predicate) {
    return places.getInt(predicate);
  }

  /** The operation after the reads of rows that it returned; {@link #place} if there are none. */
  public int endOfRows(int predicate) {
    int end = place(predicate);
    for (int i = 0; i < resultCount(predicate); i++) {
      end = Math.max(end, resultRead(predicate, i) + 1);
    }
    return end;
  }

  /** The atom of the relation's name; {@link Atoms#NO_NAME} for the one without a name. */
  public long relation(int predicate) {
    return relations.getLong(predicate);
  }

  /** The atom of the SQL condition, or of the aggregate and its condition. */
  public long condition(int predicate) {
    return conditions.getLong(predicate);
  }

  /** Whether it is known which rows were returned. */
  public boolean hasRows(int predicate) {
    return (kinds.getInt(predicate) & ROWS) != 0;
  }

  /** Whether an aggregate was returned, which {@link #value} tells. */
  public boolean hasValue(int predicate) {
    return (kinds.getInt(predicate) & VALUE) != 0;
  }

  /** The atom of the aggregate that was returned. */
  public long value(int predicate) {
    return values.getLong(predicate);
  }

  /** How many rows were returned. */
  public int resultCount(int predicate) {
    return resultBegins.getInt(predicate + 1) - resultBegins.getInt(predicate);
  }

  /** The key of a row that was returned. */
  public int resultKey(int predicate, int index) {
    return resultKeys.getInt(resultBegins.getInt(predicate) + index);
  }

  /** The operation that read the row that was returned, or {@link #NO_READ}. */
  public int resultRead(int predicate, int index) {
    return resultReads.getInt(resultBegins.getInt(predicate) + index);
  }

  /** Whether the database told which versions the condition was evaluated on. */
  public boolean hasVersionSet(int predicate) {
    return (kinds.getInt(predicate) & VERSION_SET) != 0;
  }

  /** How many versions the version set names. */
  public int memberCount(int predicate) {
    return memberBegins.getInt(predicate + 1) - memberBegins.getInt(predicate);
  }

  public int memberKey(int predicate, int index) {
    return memberKeys.getInt(memberBegins.getInt(predicate) + index);
  }

  /** The atom of a member's value; {@link Atoms#DEAD} of an absent object. */
  public long memberValue(int predicate, int index) {
    return memberValues.getLong(memberBegins.getInt(predicate) + index);
  }

  /** The atom of the name of a member's writer, or {@link Atoms#NO_NAME}. */
  public long memberWriter(int predicate, int index) {
    return memberWriters.getLong(memberBegins.getInt(predicate) + index);
  }
}
