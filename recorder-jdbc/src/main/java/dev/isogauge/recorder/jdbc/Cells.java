package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.Recorder;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all connections of a recording know about single columns of rows.
 *
 * <ol>
 *   <li><b>Initial values.</b> What was there before the recording began is told with the first use
 *       of the cell.
 *   <li><b>Values that are explained</b>: the initial one, and all that a recorded statement sent.
 *       A read of another value comes from elsewhere, such as another program, and is unknown.
 *   <li><b>The last write</b>, for {@code balance = balance - 10}. Writers of a row wait for one
 *       another until they commit, so the last one that has not been rolled back when the statement
 *       has come back is what it saw. Where that is not certain it is unknown: statements that
 *       commit by themselves may have come back in another order than they were executed.
 * </ol>
 */
final class Cells {
  /** How a transaction stands; shared by all that it wrote. */
  enum State {
    RUNNING,
    COMMITTING,
    COMMITTED,
    ABORTED,
    OPEN
  }

  /** A transaction. */
  static final class Transaction {
    volatile State state = State.RUNNING;
  }

  /** A write that has come back. */
  static final class Write {
    private final Transaction transaction;
    private final long moment;
    private Write before;
    private Object value;
    private boolean isUndone;

    private Write(Transaction transaction, long moment, Object value) {
      this.transaction = transaction;
      this.moment = moment;
      this.value = value;
    }

    /** It was rolled back to a savepoint. */
    void undo() {
      isUndone = true;
    }

    /** What it wrote turned out. */
    void is(Object known) {
      value = known;
    }

    private boolean isGone() {
      return isUndone || transaction.state == State.ABORTED;
    }
  }

  /** A column of all rows. */
  static final class Relation {
    final Map<String, Cell> cells = new ConcurrentHashMap<>();
    volatile Map<String, Object> initial = Map.of();

    /** Whether rows that are not among the initial ones were not there. */
    volatile boolean isComplete;

    /** When something unknown was written last. */
    volatile long doubtful;

    /** Cells that were used last, by the hash of their row; null before the first one. */
    private Cell[] recent;
  }

  /** A column of one row. */
  final class Cell {
    private final Relation relation;
    private final String row;
    private final String key;
    private boolean isTouched;
    private boolean isInitialKnown;
    private int selfCommitting;
    private Write last;

    /** Hashes of the values that were explained last; the others are among those of all cells. */
    private long[] recent = {};

    private int recentCount;

    private Cell(Relation relation, String row, String key) {
      this.relation = relation;
      this.row = row;
      this.key = key;
    }

    String key() {
      return key;
    }

    /** Not the identity's, which would make its lock a slow one. */
    @Override
    public int hashCode() {
      return key.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    /** Tells the initial value if it is known. */
    private void touch(String row) {
      if (!isTouched) {
        isTouched = true;
        Object value = relation.initial.get(row);
        if (value != null || relation.isComplete) {
          initial(value);
        }
      }
    }

    private void explain(Object value) {
      if (recentCount == recent.length) {
        if (recentCount < MOST_RECENT) {
          recent = Arrays.copyOf(recent, Math.max(2, 2 * recentCount));
        } else {
          for (long each : recent) {
            explained.add(each);
          }
          recentCount = 0;
        }
      }
      recent[recentCount++] = hash(key, value);
    }

    private boolean isExplained(Object value) {
      if (last != null && Objects.equals(last.value, value)) {
        return true;
      }
      long hash = hash(key, value);
      for (int i = recentCount - 1; i >= 0; i--) {
        if (recent[i] == hash) {
          return true;
        }
      }
      return explained.contains(hash);
    }

    private void initial(Object value) {
      isInitialKnown = true;
      explain(value);
      if (value != null) {
        recorder.initialValue(key, value);
      }
      last = new Write(BEFORE, 0, value);
    }
  }

  private static final int MOST_RECENT = 512;
  private static final int MOST_RECENT_CELLS = 1 << 12;
  private static final Transaction BEFORE = new Transaction();

  static {
    BEFORE.state = State.COMMITTED;
  }

  private final Recorder recorder;
  private final Map<String, Relation> relations = new ConcurrentHashMap<>();
  private final HashSet64 explained = new HashSet64();
  private final AtomicLong moments = new AtomicLong();
  private volatile long everythingDoubtful;

  Cells(Recorder recorder) {
    this.recorder = recorder;
  }

  private static long hash(String key, Object value) {
    return ((long) key.hashCode() << 32) ^ Objects.hashCode(value) * 0x9E37_79B9_7F4A_7C15L;
  }

  Relation relation(String name) {
    return relations.computeIfAbsent(name, each -> new Relation());
  }

  /** Tells what a column held before the recording, by row; all of it or what was found. */
  void initial(Column column, Map<String, Object> values, boolean isComplete) {
    Relation relation = relation(column.relation());
    relation.initial = values;
    relation.isComplete = isComplete;
  }

  /** A column of one row. */
  Cell cell(Column column, String row) {
    Relation relation = column.cells(this);
    if (relation.recent == null) {
      relation.recent = new Cell[MOST_RECENT_CELLS];
    }
    int place = row.hashCode() & (MOST_RECENT_CELLS - 1);
    Cell found = relation.recent[place];
    if (found == null || !found.row.equals(row)) {
      found = relation.cells.get(row);
      if (found == null) {
        found =
            relation.cells.computeIfAbsent(row, each -> new Cell(relation, row, column.cell(row)));
      }
      relation.recent[place] = found;
    }
    return found;
  }

  /**
   * Before a value is sent, null to delete it. False if the cell existed with an unknown value that
   * someone may still read: then a read that finds this value may have found that one.
   *
   * @param commitsItself whether the statement does
   */
  boolean sending(Observation write, boolean commitsItself) {
    Cell cell = write.cell(this);
    Object value = write.value();
    synchronized (cell) {
      cell.touch(write.row());
      if (value != StatementValue.UNREADABLE) {
        cell.explain(value);
      }
      if (commitsItself) {
        cell.selfCommitting++;
      }
      return cell.isInitialKnown || cell.last != null;
    }
  }

  /** After a statement has come back that {@link #sending} announced, and that commits itself. */
  void returned(Observation write) {
    Cell cell = write.cell(this);
    synchronized (cell) {
      cell.selfCommitting--;
    }
  }

  /** What a statement of this transaction saw that has just come back; unreadable if uncertain. */
  Object current(Observation change, Transaction by) {
    Cell cell = change.cell(this);
    synchronized (cell) {
      Write seen = cell.last;
      while (seen != null && seen.isGone()) {
        seen = seen.before;
      }
      boolean isCertain =
          seen != null
              && cell.selfCommitting == 0
              && seen.moment >= cell.relation.doubtful
              && seen.moment >= everythingDoubtful
              && (seen.transaction == by
                  || seen.transaction.state == State.COMMITTED
                  || seen.transaction.state == State.COMMITTING);
      return isCertain ? seen.value : StatementValue.UNREADABLE;
    }
  }

  /** After a statement wrote a value, which may be unreadable. */
  Write written(Observation change, Transaction by) {
    Cell cell = change.cell(this);
    Object value = change.value();
    synchronized (cell) {
      if (change.isNewRow() && !cell.isInitialKnown && cell.last == null) {
        cell.initial(null);
      }
      boolean isCertain = cell.selfCommitting == 0;
      Write write =
          new Write(by, moments.incrementAndGet(), isCertain ? value : StatementValue.UNREADABLE);
      if (value != StatementValue.UNREADABLE && change.kind() == Observation.Kind.RELATIVE) {
        cell.explain(value);
      }
      write.before = cell.last;
      if (cell.last != null && cell.last.transaction.state == State.COMMITTED) {
        cell.last.before = null;
      }
      cell.last = write;
      return write;
    }
  }

  /** A value of which it turned out that this program wrote it. */
  void explain(Observation read) {
    Cell cell = read.cell(this);
    synchronized (cell) {
      cell.explain(read.value());
    }
  }

  /** After something unknown was written to a column of some rows. */
  void doubt(String relation) {
    relation(relation).doubtful = moments.incrementAndGet();
  }

  /** After something unknown was written anywhere. */
  void doubtEverything() {
    everythingDoubtful = moments.incrementAndGet();
  }

  /** Whether a value that was read is explained; the first one of a cell is its initial value. */
  boolean seen(Observation read) {
    Cell cell = read.cell(this);
    Object value = read.value();
    synchronized (cell) {
      cell.touch(read.row());
      if (!cell.isInitialKnown && cell.last == null) {
        cell.initial(value);
      }
      return cell.isExplained(value);
    }
  }
}
