package dev.isogauge.recorder.jdbc;

import java.sql.SQLException;
import java.util.Set;

/** What an error says about a transaction. */
final class Outcomes {
  /** Codes of SQLite after which a transaction may be gone: memory, interrupt, disk, damage. */
  private static final Set<Integer> SQLITE_ENDS = Set.of(7, 9, 10, 11, 13);

  private Outcomes() {}

  private static String state(SQLException e) {
    return e.getSQLState() == null ? "" : e.getSQLState();
  }

  /**
   * Whether the transaction may have committed in spite of an error of its commit. It has not after
   * a serialization failure or a deadlock (40), except for 40003, which says that it is unknown;
   * nor if a constraint is violated (23, 27, 44), or an error came before (25).
   */
  static boolean isOpen(SQLException e) {
    String state = state(e);
    return state.equals("40003") || !state.matches("(2[0-9]|3[0-9]|4[0-9]).*");
  }

  /** Whether an error of a statement has rolled the whole transaction back: a deadlock. */
  static boolean endsTransaction(SQLException e) {
    return state(e).startsWith("40");
  }

  /** Whether it may have. */
  static boolean mayEndTransaction(SQLException e, RecordedDialect dialect) {
    return state(e).startsWith("08")
        || (dialect == RecordedDialect.SQLITE && SQLITE_ENDS.contains(e.getErrorCode() & 0xff));
  }
}
