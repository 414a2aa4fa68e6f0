package dev.isogauge.collect.record;

import java.io.IOException;

/** The recording cannot be written, for example because the disk is full. The run must stop. */
public final class RecordingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RecordingException(String message, IOException cause) {
    super(message, cause);
  }
}
