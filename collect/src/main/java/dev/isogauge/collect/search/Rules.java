package dev.isogauge.collect.search;

import dev.isogauge.collect.litmus.Action.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which schedules are tried, up to the names of transactions and rows:
 *
 * <ol>
 *   <li>Two or three transactions, numbered by their first statements; the first row named is x.
 *   <li>At least one statement changes a row.
 *   <li>A row that is there, and that no statement so far may have removed, is read, read for
 *       update, updated or deleted. One that is not there, and that none may have made, is read,
 *       read for update or inserted. Any other row is also written, that is updated or inserted as
 *       the case may be.
 *   <li>A search, a join and a change by condition read all rows.
 *   <li>Of the statements that are asked for in addition, a copy stands where an insert does, and a
 *       MERGE and a read that skips what is locked stand anywhere.
 *   <li>A transaction has at most one savepoint, and goes back to it after at least one statement.
 *   <li>A transaction commits right after its last statement, or later, or is rolled back. The
 *       latter two are statements of their own, and not its only one.
 * </ol>
 *
 * @param rows one or two
 * @param transactions how many at most
 * @param locks whether rows are read for update
 * @param savepoints whether there are savepoints
 * @param extras which statements are tried in addition
 */
record Rules(int rows, int transactions, boolean locks, boolean savepoints, Set<Extra> extras) {
  static final int MOST_TRANSACTIONS = 3;

  Rules {
    extras = Set.copyOf(extras);
  }

  Rules(int rows, int transactions, boolean locks, boolean savepoints) {
    this(rows, transactions, locks, savepoints, Set.of());
  }

  /** Whether a statement that is not always tried is. */
  boolean has(Extra extra) {
    return extras.contains(extra);
  }

  /** Whether a schedule is one of those that are tried. */
  boolean allow(Candidate candidate) {
    for (int i = 0; i < candidate.size(); i++) {
      List<Move> before = candidate.moves().subList(0, i);
      if (!next(candidate.present(), before).contains(candidate.moves().get(i))) {
        return false;
      }
    }
    return isComplete(candidate.moves());
  }

  /** Whether these statements are a whole schedule. */
  boolean isComplete(List<Move> moves) {
    boolean changes = false;
    int most = 0;
    int open = 0;
    for (Move move : moves) {
      changes |= move.isChange();
      most = Math.max(most, move.transaction());
      open += move.verb() == Verb.SAVEPOINT ? 1 : 0;
      open -= move.verb() == Verb.ROLLBACK_TO_SAVEPOINT ? 1 : 0;
    }
    return changes && most > 0 && open == 0;
  }

  /** The statements that may come next, in a fixed order. */
  List<Move> next(int present, List<Move> before) {
    List<Move> next = new ArrayList<>();
    int begun = 0;
    int named = 0;
    for (Move move : before) {
      begun = Math.max(begun, move.transaction() + 1);
      named = Math.max(named, move.row() + 1);
    }
    for (int transaction = 0; transaction < Math.min(begun + 1, transactions); transaction++) {
      if (!hasEnded(before, transaction)) {
        for (int row = 0; row < rows && (row == 0 || named > 0); row++) {
          addOnRow(present, before, transaction, row, next);
        }
        next.add(new Move(transaction, Verb.SELECT, Move.NO_ROW));
        add(Extra.JOINS, transaction, Move.NO_ROW, next);
        add(Extra.CONDITIONS, transaction, Move.NO_ROW, next);
        addFrames(before, transaction, next);
      }
    }
    return next;
  }

  private void add(Extra extra, int transaction, int row, List<Move> next) {
    if (has(extra)) {
      next.add(new Move(transaction, extra.verb(), row));
    }
  }

  private static boolean hasEnded(List<Move> before, int transaction) {
    return before.stream().anyMatch(move -> move.transaction() == transaction && move.isEnd());
  }

  private void addOnRow(int present, List<Move> before, int transaction, int row, List<Move> next) {
    boolean isThere = ((present >> row) & 1) != 0;
    boolean isSure = true;
    for (Move move : before) {
      isSure &= move.row() != row || !turns(move.verb(), isThere);
    }
    next.add(new Move(transaction, Verb.READ, row));
    if (locks) {
      next.add(new Move(transaction, Verb.LOCK, row));
    }
    if (isThere || !isSure) {
      next.add(new Move(transaction, Verb.UPDATE, row));
      next.add(new Move(transaction, Verb.DELETE, row));
    }
    if (!isThere || !isSure) {
      next.add(new Move(transaction, Verb.INSERT, row));
      add(Extra.COPIES, transaction, row, next);
    }
    if (!isSure) {
      next.add(new Move(transaction, Verb.WRITE, row));
    }
    add(Extra.SKIP_LOCKED, transaction, row, next);
    add(Extra.MERGE, transaction, row, next);
  }

  /** Whether the statement may make a row that is there absent, or the other way round. */
  private static boolean turns(Verb verb, boolean isThere) {
    return isThere
        ? verb == Verb.DELETE
        : verb == Verb.INSERT || verb == Verb.COPY || verb == Verb.MERGE;
  }

  private void addFrames(List<Move> before, int transaction, List<Move> next) {
    boolean hasSavepoint = false;
    boolean wentBack = false;
    boolean worked = false;
    boolean workedSince = false;
    for (Move move : before) {
      if (move.transaction() == transaction) {
        worked |= !move.isFrame();
        workedSince |= hasSavepoint && !move.isFrame();
        hasSavepoint |= move.verb() == Verb.SAVEPOINT;
        wentBack |= move.verb() == Verb.ROLLBACK_TO_SAVEPOINT;
      }
    }
    boolean isOpen = hasSavepoint && !wentBack;
    if (savepoints && !hasSavepoint) {
      next.add(new Move(transaction, Verb.SAVEPOINT, Move.NO_ROW));
    }
    if (isOpen && workedSince) {
      next.add(new Move(transaction, Verb.ROLLBACK_TO_SAVEPOINT, Move.NO_ROW));
    }
    if (worked && !isOpen) {
      next.add(new Move(transaction, Verb.ROLLBACK, Move.NO_ROW));
      if (before.get(before.size() - 1).transaction() != transaction) {
        next.add(new Move(transaction, Verb.COMMIT, Move.NO_ROW));
      }
    }
  }
}
