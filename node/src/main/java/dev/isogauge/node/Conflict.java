package dev.isogauge.node;

/** The store refuses to go on, as isolation may ask; the transaction is certainly not committed. */
public final class Conflict extends Exception {
  private static final long serialVersionUID = 1;

  /** With the store's message. */
  public Conflict(Throwable cause) {
    super(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
  }

  /** With a message of ours. */
  public Conflict(String message) {
    super(message);
  }
}
