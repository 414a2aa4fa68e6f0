package dev.isogauge.app.serve;

/** A request that is answered with an error. */
final class HttpFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  HttpFailure(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }
}
