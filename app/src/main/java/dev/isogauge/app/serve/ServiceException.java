package dev.isogauge.app.serve;

/** The service cannot start; the message says why and names the file or address. */
public final class ServiceException extends Exception {
  private static final long serialVersionUID = 1;

  ServiceException(String message) {
    super(message);
  }
}
