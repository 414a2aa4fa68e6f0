package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Reads and writes of which only the scope is known: some of the objects there may have been read,
 * or written, any number of times. Recorders note them for statements that they do not understand.
 * They are not among the operations.
 */
public final class UnknownOperations {
  /** Where something may have been read or written. */
  public enum Scope {
    /** One key. */
    KEY,
    /** The keys of one relation. */
    TABLE,
    /** Any key. */
    EVERYTHING
  }

  private static final Scope[] SCOPES = Scope.values();

  /** No statement of the recording. */
  public static final int NO_STATEMENT = -1;

  static final UnknownOperations NONE = new UnknownOperations(0, 0);

  // One entry an unknown operation.
  private final int[] transactions;
  private final int[] nextOperations;
  private final int[] predicatesBefore;
  private final boolean[] writes;
  private final Scope[] scopes;
  private final long[] names;
  private final int[] statements;

  /** By transaction, one more at the end: its first unknown operation. */
  private final int[] first;

  private UnknownOperations(int count, int transactionCount) {
    transactions = new int[count];
    nextOperations = new int[count];
    predicatesBefore = new int[count];
    writes = new boolean[count];
    scopes = new Scope[count];
    names = new long[count];
    statements = new int[count];
    first = new int[transactionCount + 1];
  }

  /** The unknown operations of a block, in input order. */
  static final class Raw {
    private final IntArrayList fragments = new IntArrayList();
    private final IntArrayList nextOperations = new IntArrayList();
    private final IntArrayList predicatesBefore = new IntArrayList();
    private final IntArrayList kinds = new IntArrayList();
    private final LongArrayList names = new LongArrayList();
    private final IntArrayList statements = new IntArrayList();

    /** After that many predicate reads of its fragment. */
    void add(
        int fragment,
        int operation,
        int predicates,
        boolean isWrite,
        Scope scope,
        long name,
        int statement) {
      fragments.add(fragment);
      nextOperations.add(operation);
      predicatesBefore.add(predicates);
      kinds.add(2 * scope.ordinal() + (isWrite ? 1 : 0));
      names.add(name);
      statements.add(statement);
    }

    BitSet fragments() {
      BitSet found = new BitSet();
      fragments.forEach(found::set);
      return found;
    }
  }

  /** Puts the unknown operations of all blocks into the order of the history. */
  static UnknownOperations collect(
      List<RawBlock> blocks,
      int[][] transactionOfFragment,
      int[] renumbered,
      int transactionCount,
      PredicateReads.Numbers numbers) {
    if (blocks.stream().noneMatch(block -> block.unknownOperations().isPresent())) {
      return NONE;
    }
    IntArrayList block = new IntArrayList();
    IntArrayList index = new IntArrayList();
    IntArrayList transaction = new IntArrayList();
    for (int b = 0; b < blocks.size(); b++) {
      if (blocks.get(b).unknownOperations().isPresent()) {
        Raw raw = blocks.get(b).unknownOperations().get();
        for (int u = 0; u < raw.fragments.size(); u++) {
          block.add(b);
          index.add(u);
          transaction.add(renumbered[transactionOfFragment[b][raw.fragments.getInt(u)]]);
        }
      }
    }
    int[] order = new int[block.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    IntArrays.mergeSort(
        order, (a, b) -> Integer.compare(transaction.getInt(a), transaction.getInt(b)));
    UnknownOperations unknown = new UnknownOperations(order.length, transactionCount);
    for (int u = 0; u < order.length; u++) {
      int b = block.getInt(order[u]);
      int from = index.getInt(order[u]);
      Raw raw = blocks.get(b).unknownOperations().orElseThrow();
      unknown.transactions[u] = transaction.getInt(order[u]);
      unknown.nextOperations[u] =
          numbers.target(b, raw.fragments.getInt(from), raw.nextOperations.getInt(from));
      unknown.predicatesBefore[u] = raw.predicatesBefore.getInt(from);
      unknown.writes[u] = raw.kinds.getInt(from) % 2 == 1;
      unknown.scopes[u] = SCOPES[raw.kinds.getInt(from) / 2];
      unknown.names[u] = raw.names.getLong(from);
      unknown.statements[u] = raw.statements.getInt(from);
      unknown.first[unknown.transactions[u] + 1]++;
    }
    for (int t = 0; t < transactionCount; t++) {
      unknown.first[t + 1] += unknown.first[t];
    }
    return unknown;
  }

  /** How many unknown operations there are. */
  public int count() {
    return transactions.length;
  }

  /** The transaction's first unknown operation; it has none if this equals {@link #end}. */
  public int first(int transaction) {
    return count() == 0 ? 0 : first[transaction];
  }

  /** The number after the transaction's last unknown operation. */
  public int end(int transaction) {
    return count() == 0 ? 0 : first[transaction + 1];
  }

  /** The transaction of an unknown operation. */
  public int transactionOf(int unknown) {
    return transactions[unknown];
  }

  /** The operation that follows it; the transaction's end if none follows. */
  public int operationAfter(int unknown) {
    return nextOperations[unknown];
  }

  /** How many predicate reads of the transaction come before it. */
  int predicatesBefore(int unknown) {
    return predicatesBefore[unknown];
  }

  /** Whether something may have been written; else something may have been read. */
  public boolean isWrite(int unknown) {
    return writes[unknown];
  }

  /** Where something may have been read or written. */
  public Scope scope(int unknown) {
    return scopes[unknown];
  }

  /**
   * The atom of the scope's key or relation; {@link Atoms#NO_NAME} for everything, and for the
   * relation without a name.
   */
  public long name(int unknown) {
    return names[unknown];
  }

  /** The number of the statement that did it; {@link #NO_STATEMENT} if none was recorded. */
  public int statement(int unknown) {
    return statements[unknown];
  }

  /** How many unknown operations there are of a statement. */
  public long countOf(int statement) {
    return Arrays.stream(statements).filter(each -> each == statement).count();
  }
}
