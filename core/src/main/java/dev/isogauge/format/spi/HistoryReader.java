package dev.isogauge.format.spi;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;

/** Reads one format. Readers stream, keep what was recorded, and never judge isolation. */
public interface HistoryReader {
  /**
   * Reads the input; the caller builds the history.
   *
   * @throws InputException when the input is not of this format
   */
  default HistoryBuilder read(Input input) throws IOException {
    return read(input, new Atoms());
  }

  /**
   * Reads the input with atoms that other inputs may share, so that a name has the same atom in all
   * of them.
   *
   * @throws InputException when the input is not of this format
   */
  HistoryBuilder read(Input input, Atoms atoms) throws IOException;
}
