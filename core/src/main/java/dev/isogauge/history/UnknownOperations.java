package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Reads and writes of which only the scope is known: some of the objects there may have been read,
 * or written, any number of times. Recorders note them for statements that they do not understand.
 * They are not among the operations.
 */
public final class UnknownOperations extends StepPlaces {
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

  // One entry an unknown operation.
  private final int[] predicatesBefore;
  private final boolean[] writes;
  private final Scope[] scopes;
  private final long[] names;
  private final int[] statements;

  /** The unknown operations of a block, in input order. */
  static final class Raw {
    private final IntArrayList kinds = new IntArrayList();
    private final LongArrayList names = new LongArrayList();
    private final IntArrayList statements = new IntArrayList();

    /** Adds one; how many there are now. */
    int add(boolean isWrite, Scope scope, long name, int statement) {
      kinds.add(2 * scope.ordinal() + (isWrite ? 1 : 0));
      names.add(name);
      statements.add(statement);
      return kinds.size();
    }
  }

  /** The unknown operations of a history, of all steps in its order. */
  UnknownOperations(RawSteps.Steps all, RawSteps.Numbers numbers, int transactionCount) {
    super(all, all.ofKind(false), transactionCount);
    predicatesBefore = new int[count()];
    writes = new boolean[count()];
    scopes = new Scope[count()];
    names = new long[count()];
    statements = new int[count()];
    int u = 0;
    for (int step : all.ofKind(false)) {
      Raw raw = numbers.blocks().get(all.block(step)).unknownOperations().orElseThrow();
      int from = all.number(step);
      predicatesBefore[u] = step - u;
      writes[u] = raw.kinds.getInt(from) % 2 == 1;
      scopes[u] = SCOPES[raw.kinds.getInt(from) / 2];
      names[u] = raw.names.getLong(from);
      statements[u++] = raw.statements.getInt(from);
    }
  }

  /** How many predicate reads of the history come before it. */
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
