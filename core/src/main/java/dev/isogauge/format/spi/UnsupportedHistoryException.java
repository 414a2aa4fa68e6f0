package dev.isogauge.format.spi;

import java.io.IOException;

/** A history that a format cannot express. */
public final class UnsupportedHistoryException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Refuses a history.
   *
   * @param message what the format cannot express, and what to do instead
   */
  public UnsupportedHistoryException(String message) {
    super(message);
  }
}
