package dev.isogauge.recorder.jdbc;

import java.sql.SQLException;

/** What an error says about a commit. */
final class Outcomes {
  private Outcomes() {}

  /**
   * Whether the transaction may have committed in spite of the error. It has not after a
   * serialization failure or a deadlock (40), except for 40003, which says that it is unknown; nor
   * if a constraint is violated (23, 27, 44), or an error came before (25).
   */
  static boolean isOpen(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.equals("40003") || !state.matches("(2[0-9]|3[0-9]|4[0-9]).*");
  }
}
