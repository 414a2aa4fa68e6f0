package dev.isogauge.app.serve;

import java.io.IOException;

/** The journal could not be written, so nothing of the batches is acknowledged. */
final class JournalException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean canGoOn;

  JournalException(String message, IOException cause, boolean canGoOn) {
    super(message + ": " + cause.getMessage(), cause);
    this.canGoOn = canGoOn;
  }

  /** Whether the journal is whole, so that a later batch may succeed. */
  boolean canGoOn() {
    return canGoOn;
  }
}
