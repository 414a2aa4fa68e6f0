package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.List;

/**
 * The predicate reads of a history: which rows of a relation matched a condition. They are not
 * among the operations, so a loop over the operations meets reads and writes of single keys only.
 *
 * <p>Predicate reads are dense ints, numbered transaction by transaction in program order. {@link
 * #operationAfter} says where one is. A row that it returned with its value was read too; those
 * reads are operations, from {@link #operationAfter} on.
 */
public final class PredicateReads {
  // What is known of the result, and whether a version set is.
  static final int UNKNOWN = 0;
  static final int ROWS = 1;
  static final int VALUE = 2;
  static final int VERSION_SET = 4;

  /** {@link #resultRead}: the row came without its value. */
  public static final int NO_READ = History.NONE;

  static final PredicateReads NONE = new PredicateReads(0, 0, 0, 0);

  // One entry a predicate read.
  private final int[] transactions;
  private final int[] nextOperations;
  private final long[] relations;
  private final long[] conditions;
  private final long[] values;
  private final int[] kinds;

  // These have one more entry at the end.
  private final int[] resultBegins;
  private final int[] memberBegins;

  // One entry a row that was returned.
  private final int[] resultKeys;
  private final int[] resultReads;

  // One entry a member of a version set.
  private final int[] memberKeys;
  private final long[] memberValues;
  private final long[] memberWriters;

  /** By transaction, one more at the end: its first predicate read. */
  private final int[] first;

  private PredicateReads(int count, int rows, int members, int transactionCount) {
    transactions = new int[count];
    nextOperations = new int[count];
    relations = new long[count];
    conditions = new long[count];
    values = new long[count];
    kinds = new int[count];
    resultBegins = new int[count + 1];
    memberBegins = new int[count + 1];
    resultKeys = new int[rows];
    resultReads = new int[rows];
    memberKeys = new int[members];
    memberValues = new long[members];
    memberWriters = new long[members];
    first = new int[transactionCount + 1];
  }

  /** Puts the predicate reads of all blocks into the order of the history. */
  static PredicateReads collect(
      List<RawBlock> blocks,
      int[][] transactionOfFragment,
      int[] renumbered,
      int transactionCount,
      Numbers numbers) {
    if (blocks.stream().noneMatch(block -> block.predicates().isPresent())) {
      return NONE;
    }
    IntArrayList block = new IntArrayList();
    IntArrayList index = new IntArrayList();
    IntArrayList transaction = new IntArrayList();
    IntArrayList next = new IntArrayList();
    int rows = 0;
    int members = 0;
    for (int b = 0; b < blocks.size(); b++) {
      if (blocks.get(b).predicates().isPresent()) {
        RawPredicates raw = blocks.get(b).predicates().get();
        rows = Math.addExact(rows, raw.resultKeys.size());
        members = Math.addExact(members, raw.memberKeys.size());
        for (int p = 0; p < raw.count(); p++) {
          int fragment = raw.fragments.getInt(p);
          block.add(b);
          index.add(p);
          transaction.add(renumbered[transactionOfFragment[b][fragment]]);
          next.add(numbers.target(b, fragment, raw.nextOperations.getInt(p)));
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
              : Integer.compare(next.getInt(a), next.getInt(b));
        });
    PredicateReads reads = new PredicateReads(order.length, rows, members, transactionCount);
    for (int p = 0; p < order.length; p++) {
      int b = block.getInt(order[p]);
      reads.transactions[p] = transaction.getInt(order[p]);
      reads.nextOperations[p] = next.getInt(order[p]);
      reads.copy(b, blocks.get(b).predicates().orElseThrow(), index.getInt(order[p]), p, numbers);
    }
    reads.index();
    return reads;
  }

  /**
   * Final numbers of what a block numbers by itself.
   *
   * @param targets by block and fragment: where its operations go
   * @param keyIds by block and local key: the key
   */
  record Numbers(List<RawBlock> blocks, int[][] targets, int[][] keyIds) {
    int target(int block, int fragment, int operation) {
      return targets[block][fragment] + operation - blocks.get(block).fragmentBegin(fragment);
    }

    int key(int block, int localKey) {
      return keyIds[block][localKey];
    }
  }

  /** Copies the predicate read {@code from} of a block to {@code to}, after the one before it. */
  private void copy(int block, RawPredicates raw, int from, int to, Numbers numbers) {
    relations[to] = raw.relations.getLong(from);
    conditions[to] = raw.conditions.getLong(from);
    values[to] = raw.values.getLong(from);
    kinds[to] = raw.kinds.getInt(from);
    int row = resultBegins[to];
    for (int i = raw.resultBegins.getInt(from); i < raw.resultEnd(from); i++) {
      int read = raw.resultReads.getInt(i);
      resultKeys[row] = numbers.key(block, raw.resultKeys.getInt(i));
      resultReads[row++] =
          read == NO_READ ? NO_READ : numbers.target(block, raw.fragments.getInt(from), read);
    }
    resultBegins[to + 1] = row;
    int member = memberBegins[to];
    int end = raw.memberEnd(from);
    for (int i = raw.memberBegins.getInt(from); i < end; i++) {
      memberKeys[member] = numbers.key(block, raw.memberKeys.getInt(i));
      memberValues[member] = raw.memberValues.getLong(i);
      memberWriters[member++] = raw.memberWriters.getLong(i);
    }
    memberBegins[to + 1] = member;
  }

  private void index() {
    for (int t : transactions) {
      first[t + 1]++;
    }
    for (int t = 0; t + 1 < first.length; t++) {
      first[t + 1] += first[t];
    }
  }

  /** How many predicate reads there are. */
  public int count() {
    return transactions.length;
  }

  /** The transaction's first predicate read; it has none if this equals {@link #end}. */
  public int first(int transaction) {
    return count() == 0 ? 0 : first[transaction];
  }

  /** The number after the transaction's last predicate read. */
  public int end(int transaction) {
    return count() == 0 ? 0 : first[transaction + 1];
  }

  /** The transaction of a predicate read. */
  public int transactionOf(int predicate) {
    return transactions[predicate];
  }

  /** The operation that follows it; the transaction's end if none follows. */
  public int operationAfter(int predicate) {
    return nextOperations[predicate];
  }

  /**
   * The operation after the reads of rows that it returned; {@link #operationAfter} if there are
   * none.
   */
  public int endOfRows(int predicate) {
    int end = operationAfter(predicate);
    for (int i = 0; i < resultCount(predicate); i++) {
      end = Math.max(end, resultRead(predicate, i) + 1);
    }
    return end;
  }

  /** The atom of the relation's name; {@link Atoms#NO_NAME} for the one without a name. */
  public long relation(int predicate) {
    return relations[predicate];
  }

  /** The atom of the SQL condition, or of the aggregate and its condition. */
  public long condition(int predicate) {
    return conditions[predicate];
  }

  /** Whether it is known which rows were returned. */
  public boolean hasRows(int predicate) {
    return (kinds[predicate] & ROWS) != 0;
  }

  /** Whether an aggregate was returned, which {@link #value} gives. */
  public boolean hasValue(int predicate) {
    return (kinds[predicate] & VALUE) != 0;
  }

  /** The atom of the aggregate that was returned. */
  public long value(int predicate) {
    return values[predicate];
  }

  /** Whether anything is known of its result or its version set; else it constrains nothing. */
  public boolean saysSomething(int predicate) {
    return kinds[predicate] != UNKNOWN;
  }

  /**
   * Whether its version set says of all objects that it does not list that they did not exist yet:
   * it has the key {@code relation/*} as it was initially, which is absent.
   */
  public boolean listsAllBorn(int predicate, History history) {
    for (int m = memberBegins[predicate]; m < memberBegins[predicate + 1]; m++) {
      boolean isAbsent = memberValues[m] == Atoms.NIL || memberValues[m] == Atoms.DEAD;
      if (isAbsent
          && memberWriters[m] == Atoms.INITIAL_WRITER
          && history.atoms().plain(history.keyAtom(memberKeys[m])).endsWith("/*")) {
        return true;
      }
    }
    return false;
  }

  /** How many rows were returned. */
  public int resultCount(int predicate) {
    return resultBegins[predicate + 1] - resultBegins[predicate];
  }

  /** The key of a row that was returned. */
  public int resultKey(int predicate, int index) {
    return resultKeys[resultBegins[predicate] + index];
  }

  /** The operation that read the row that was returned, or {@link #NO_READ}. */
  public int resultRead(int predicate, int index) {
    return resultReads[resultBegins[predicate] + index];
  }

  /** Whether the database said which versions the condition was evaluated on. */
  public boolean hasVersionSet(int predicate) {
    return (kinds[predicate] & VERSION_SET) != 0;
  }

  /** How many versions the version set names. */
  public int memberCount(int predicate) {
    return memberBegins[predicate + 1] - memberBegins[predicate];
  }

  /** The key of a member of a version set. */
  public int memberKey(int predicate, int index) {
    return memberKeys[memberBegins[predicate] + index];
  }

  /** The atom of a member's value; {@link Atoms#DEAD} of an absent object. */
  public long memberValue(int predicate, int index) {
    return memberValues[memberBegins[predicate] + index];
  }

  /** The atom of the name of a member's writer, or {@link Atoms#NO_NAME}. */
  public long memberWriter(int predicate, int index) {
    return memberWriters[memberBegins[predicate] + index];
  }
}
