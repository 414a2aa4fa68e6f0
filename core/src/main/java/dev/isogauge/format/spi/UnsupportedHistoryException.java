package dev.isogauge.format.spi;

import java.io.IOException;

/** A history that a format cannot express; the message says what, and what to do instead. */
public final class UnsupportedHistoryException extends IOException {
  private static final long serialVersionUID = 1;

  public UnsupportedHistoryException(String message) {
    super(message);
  }
}
