package dev.isogauge.app.feed;

/** Feeding cannot go on. */
final class FeedException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean refused;

  FeedException(String message, boolean refused) {
    super(message);
    this.refused = refused;
  }

  /** Whether the service refused the history, rather than failed us. */
  public boolean isRefused() {
    return refused;
  }
}
