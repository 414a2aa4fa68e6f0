package dev.isogauge.collect.adapter;

import java.time.Duration;
import java.util.Map;

/** What carries requests to an adapter, and brings its answers. */
public interface Channel {
  /** There is no answer, or none as it must be; the message says what there was instead. */
  final class BrokenException extends Exception {
    private static final long serialVersionUID = 1;

    /** With what happened. */
    public BrokenException(String message) {
      super(message);
    }
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @param fields of the request besides its number
   */
  AdapterAnswer ask(Map<String, ?> fields, Duration deadline) throws BrokenException;

  /** Whether it can go on. */
  boolean isSound();

  /** Gives it up, since what it answered makes no sense; returns the reason. */
  String fail(String what);
}
