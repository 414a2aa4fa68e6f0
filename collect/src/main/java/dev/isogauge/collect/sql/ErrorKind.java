package dev.isogauge.collect.sql;

import java.sql.SQLException;

/** What an error of a database means for its transaction. */
public enum ErrorKind {
  /** A conflict, deadlock or lock timeout: the transaction had to give way. */
  ABORTED,
  /** The connection or the server is gone. */
  LOST,
  /** The server has no room left, on disk or in memory: what it answers next tests nothing. */
  EXHAUSTED,
  /** Anything else, such as wrong SQL. */
  REJECTED;

  /** The one rollback of class 40 that may have been a commit; so says CockroachDB, for one. */
  private static final String COMPLETION_UNKNOWN = "40003";

  /** By the classes of standard SQL; systems know more cases. */
  public static ErrorKind ofState(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    if (state.equals(COMPLETION_UNKNOWN)) {
      return LOST;
    }
    if (state.startsWith("40") || state.equals("23505")) {
      // A duplicate key: ours are unique or upserted, so another transaction inserted it meanwhile.
      return ABORTED;
    }
    if (state.startsWith("53")) {
      return EXHAUSTED;
    }
    return state.startsWith("08") ? LOST : REJECTED;
  }
}
