package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;

/** Reads one format. Readers stream, keep what was recorded, and never judge isolation. */
public interface HistoryReader {
  /**
   * Reads the input; the caller builds the history. Other inputs may share the atoms, so that a
   * name has the same atom in all of them.
   *
   * @param input where the history comes from
   * @param atoms the names, keys and values of all inputs
   * @return what was read
   * @throws InputException when the input is not of this format
   * @throws IOException when the input cannot be read
   */
  HistoryBuilder read(Input input, Atoms atoms) throws IOException;

  /** Whether it can hand on one block after the other, without keeping any. */
  default boolean streams() {
    return false;
  }

  /**
   * Reads the input into a builder, which may take blocks without keeping them.
   *
   * @throws UnsupportedOperationException unless it {@link #streams}
   */
  default void read(Input input, Atoms atoms, HistoryBuilder into) throws IOException {
    throw new UnsupportedOperationException("this format is read as a whole");
  }
}
