package dev.isogauge.anomaly;

/** A way to prevent anomalies, with the SQL that does it. */
public enum Remedy {
  /** Reads see committed data. */
  READ_COMMITTED(
      "Ask for READ COMMITTED or a stronger level; nearly every database has it by default.",
      "SET TRANSACTION ISOLATION LEVEL READ COMMITTED"),
  /** All reads come from one snapshot. */
  ONE_SNAPSHOT(
      "Read from one snapshot: a level that gives snapshot isolation, such as PostgreSQL's"
          + " REPEATABLE READ, or all that belongs together in one statement.",
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"),
  /** The database computes the new value. */
  ATOMIC_UPDATE(
      "Let the database compute the new value, in one statement.",
      "UPDATE account SET balance = balance - 10 WHERE id = 1 AND balance >= 10"),
  /** What is read stays as it is until the end. */
  LOCK_WHAT_IS_READ(
      "Lock what the decision rests on while reading it.",
      "SELECT balance FROM account WHERE id = 1 FOR UPDATE"),
  /** An update fails if someone else was faster. */
  VERSION_COLUMN(
      "Keep a version in each row, and start again if the update finds another one (JPA's"
          + " @Version does).",
      "UPDATE account SET balance = 90, version = 8 WHERE id = 1 AND version = 7"),
  /** The first writer wins, and the other tries again. */
  SNAPSHOT_WITH_RETRIES(
      "Ask for snapshot isolation, and run a transaction again that fails with SQLSTATE 40001."
          + " MySQL's and MariaDB's REPEATABLE READ is not enough.",
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"),
  /** The database finds what no serial order explains. */
  SERIALIZABLE_WITH_RETRIES(
      "Ask for SERIALIZABLE, and run a transaction again that fails with SQLSTATE 40001.",
      "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"),
  /** The rule is in the database. */
  CONSTRAINT(
      "Let the database keep the rule: a unique, check or exclusion constraint.",
      "ALTER TABLE booking ADD CONSTRAINT one_seat UNIQUE (flight, seat)"),
  /** A row that stands for what does not exist yet. */
  LOCK_A_PARENT(
      "Lock a row that stands for all that the search could find, since rows that do not exist"
          + " yet cannot be locked.",
      "SELECT 1 FROM flight WHERE id = 7 FOR UPDATE"),
  /** One server answers a session. */
  ONE_SERVER(
      "Let a session read where it writes, or wait until the replica has seen what the session"
          + " has.",
      "SELECT pg_last_wal_replay_lsn() >= '0/306EE20'"),
  /** The one copy that is always current. */
  CURRENT_COPY(
      "Read from the primary, or ask for linearizable reads, where an answer must not be older"
          + " than what others have already seen.",
      ""),
  /** Applications cannot prevent it. */
  REPORT(
      "No level allows this, so no statement prevents it. Check first that the recording is"
          + " complete: rows that existed before, writes that were not recorded. Otherwise it is a"
          + " fault of the database: 'isogauge shrink' makes a small history for its vendor.",
      "");

  private final String sentence;
  private final String sql;

  Remedy(String sentence, String sql) {
    this.sentence = sentence;
    this.sql = sql;
  }

  /** What to do, in one or two sentences. */
  public String sentence() {
    return sentence;
  }

  /** An example; empty where no statement does it. */
  public String sql() {
    return sql;
  }
}
