package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;

/** Reads one format. Readers keep what was recorded, and never judge isolation. */
@FunctionalInterface
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
}
