package dev.isogauge.recorder;

import java.io.IOException;

/**
 * The recording cannot be written, for example because the disk is full. What the file holds is
 * true, but later transactions are missing in it.
 *
 * <pre>{@code
 * try {
 *   transaction.committed();
 * } catch (RecordingException e) {
 *   logger.log(Level.WARNING, "the recording ends here", e);
 * }
 * }</pre>
 */
public final class RecordingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RecordingException(String message, IOException cause) {
    super(message, cause);
  }
}
