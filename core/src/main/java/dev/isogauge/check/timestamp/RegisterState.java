package dev.isogauge.check.timestamp;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.timestamp.TimestampRules;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The state of plain keys while the claimed order is simulated: each key's versions so far. Judges
 * reads against it, and writers against one another, those of lists included.
 */
final class RegisterState {
  private final History history;
  private final TimestampRules rules;
  private final TimestampFindings findings;
  private final Budget budget;
  private final ReadOrigins origins;
  private final boolean inverted;

  /** By key: its last version so far. */
  private final int[] last;

  // By key: what its last version shows, and the physical time of that version's commit. They
  // answer
  // nearly every question without reading the version, which may stand anywhere in memory.
  private final long[] shown;
  private final long[] committed;

  // By version: the write, and the version of the key before it.
  private final IntArrayList writes = new IntArrayList();
  private final IntArrayList previous = new IntArrayList();

  /**
   * By key: the last operation on it in the current transaction; invalid if before its first
   * operation.
   */
  private final int[] touched;

  RegisterState(
      History history,
      TimestampRules rules,
      TimestampFindings findings,
      Budget budget,
      ReadOrigins origins,
      boolean inverted) {
    this.history = history;
    this.rules = rules;
    this.findings = findings;
    this.budget = budget;
    this.origins = origins;
    this.inverted = inverted;
    last = new int[history.keyCount()];
    touched = new int[history.keyCount()];
    Arrays.fill(last, NONE);
    Arrays.fill(touched, NONE);
    shown = new long[history.keyCount()];
    Arrays.setAll(shown, history::initialValue);
    committed = new long[history.keyCount()];
    Arrays.fill(committed, Long.MIN_VALUE);
  }

  /** Judges the reads of a transaction: internal ones always, external ones if they count. */
  void read(int t, boolean judgeExternal) {
    int first = history.firstOperation(t);
    int end = history.endOperation(t);
    for (int i = first; i < end; i++) {
      if (history.isListRead(i) || history.isUnknownRead(i)) {
        continue;
      }
      int key = history.keyOf(i);
      if (!history.isWrite(i)) {
        int before = touched[key];
        if (before >= first && before < end) {
          if (history.valueOf(before) != history.valueOf(i)) {
            findings.internal(i, () -> history.valueName(before));
          }
        } else if (judgeExternal && (inverted || history.valueOf(i) != shown[key])) {
          judge(t, i, key);
        }
      }
      touched[key] = i;
    }
  }

  private void judge(int t, int read, int key) {
    int version = inverted ? lastNotFollowing(t, key) : last[key];
    long expected =
        version == NONE ? history.initialValue(key) : history.valueOf(writes.getInt(version));
    if (history.valueOf(read) != expected) {
      int write = version == NONE ? History.INITIAL : writes.getInt(version);
      findings.external(
          read,
          write == History.INITIAL ? History.INITIAL : history.transactionOf(write),
          () -> history.atoms().token(expected),
          () -> origins.of(read, write));
    }
  }

  /** The key's last version that is not of a transaction after t in t's session. */
  private int lastNotFollowing(int t, int key) {
    int version = last[key];
    while (version != NONE && rules.follows(history.transactionOf(writes.getInt(version)), t)) {
      version = previous.getInt(version);
    }
    return version;
  }

  /** Puts the final writes of a transaction into the state. */
  void commit(int t) {
    int first = history.firstOperation(t);
    int end = history.endOperation(t);
    boolean canConflict = rules.canConflict(t);
    long start = rules.start(t);
    long commit = rules.commit(t);
    for (int i = end - 1; i >= first; i--) {
      int key = history.keyOf(i);
      // Marks from reading are of this range too; below they are all negative or of other ranges.
      if (history.isWrite(i) && !isWritten(key, first, end)) {
        touched[key] = -2 - i;
        if (canConflict && committed[key] >= start) {
          findConflicts(t, key);
        }
        writes.add(i);
        previous.add(last[key]);
        last[key] = writes.size() - 1;
        shown[key] = history.valueOf(i);
        committed[key] = commit;
      }
    }
  }

  /** Whether a later write of the key by the current transaction is in the state already. */
  private boolean isWritten(int key, int first, int end) {
    int write = -2 - touched[key];
    return write >= first && write < end;
  }

  /** Every earlier writer of the key that had not committed when t started overlaps it. */
  private void findConflicts(int t, int key) {
    for (int version = last[key]; version != NONE; version = previous.getInt(version)) {
      int earlier = history.transactionOf(writes.getInt(version));
      if (!rules.isConcurrent(earlier, t)) {
        return;
      }
      if (rules.canConflict(earlier)) {
        budget.checkTime();
        findings.conflict(earlier, t, key);
      }
    }
  }
}
