package dev.isogauge.collect;

import dev.isogauge.history.Outcome;

/**
 * Why an operation of a transaction did not work. In every case the transaction is over for its
 * client, which calls {@link Session#rollback} and never repeats it under the same identity.
 */
public abstract sealed class Failure extends Exception {
  private static final long serialVersionUID = 1;

  private Failure(String message, Throwable cause) {
    super(message, cause);
  }

  /** Its kind in a few words, by which failures are counted. */
  public abstract String kind();

  /** What is known about the transaction once it has been rolled back. */
  public Outcome outcome() {
    return Outcome.ABORTED;
  }

  /** The database refused to go on, as isolation may ask: conflict, deadlock, lock timeout. */
  public static final class Aborted extends Failure {
    private static final long serialVersionUID = 1;

    private final String kind;

    /** With the database's message. */
    public Aborted(String message, Throwable cause) {
      this(message, cause, "conflict");
    }

    /** With the database's message and what it calls such a failure. */
    public Aborted(String message, Throwable cause, String kind) {
      super(message, cause);
      this.kind = kind;
    }

    @Override
    public String kind() {
      return kind;
    }
  }

  /** The database rejected a statement for a reason that has nothing to do with isolation. */
  public static final class Rejected extends Failure {
    private static final long serialVersionUID = 1;

    /** With the database's message. */
    public Rejected(String message, Throwable cause) {
      super(message, cause);
    }

    @Override
    public String kind() {
      return "rejected statement";
    }
  }

  /**
   * The database has no room left, such as on its disk. It may still answer, and what it answers
   * says nothing about isolation: the run must stop.
   */
  public static final class Exhausted extends Failure {
    private static final long serialVersionUID = 1;

    /** With the database's message. */
    public Exhausted(String message, Throwable cause) {
      super(message, cause);
    }

    @Override
    public String kind() {
      return "no room left";
    }
  }

  /**
   * What is measured does not work: an adapter that breaks the protocol, or has ended. Nothing that
   * follows says anything about isolation, so the run must stop.
   */
  public static final class Broken extends Failure {
    private static final long serialVersionUID = 1;

    /** With what is wrong. */
    public Broken(String message, Throwable cause) {
      super(message, cause);
    }

    @Override
    public String kind() {
      return "broken adapter";
    }
  }

  /** The connection broke before the commit was sent; the database rolls the transaction back. */
  public static final class ConnectionLost extends Failure {
    private static final long serialVersionUID = 1;

    /** With the database's message. */
    public ConnectionLost(String message, Throwable cause) {
      super(message, cause);
    }

    @Override
    public String kind() {
      return "lost connection";
    }
  }

  /** The commit was sent and its answer does not say whether it happened. */
  public static final class CommitUnknown extends Failure {
    private static final long serialVersionUID = 1;

    /** With the database's message. */
    public CommitUnknown(String message, Throwable cause) {
      super(message, cause);
    }

    @Override
    public String kind() {
      return "commit without an answer";
    }

    @Override
    public Outcome outcome() {
      return Outcome.INDETERMINATE;
    }
  }
}
