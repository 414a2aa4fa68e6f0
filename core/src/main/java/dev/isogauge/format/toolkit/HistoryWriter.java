package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import java.io.IOException;
import java.io.OutputStream;

/** Writes one format. */
public interface HistoryWriter {
  /**
   * Writes the history; the caller closes the stream.
   *
   * @param history what to write
   * @param output where to write it
   * @throws UnsupportedHistoryException when the format cannot say what the history holds; nothing
   *     has been written then
   * @throws IOException when the stream fails
   */
  void write(History history, OutputStream output) throws IOException;
}
