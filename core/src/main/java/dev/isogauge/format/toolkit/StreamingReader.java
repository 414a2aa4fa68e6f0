package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;

/** Reads a format that can be read block by block, without keeping any. */
public interface StreamingReader extends HistoryReader {
  @Override
  default HistoryBuilder read(Input input, Atoms atoms) throws IOException {
    HistoryBuilder builder = new HistoryBuilder(atoms);
    read(input, atoms, builder);
    return builder;
  }

  /**
   * Reads the input into a builder, which may take blocks without keeping them.
   *
   * @throws InputException when the input is not of this format
   * @throws IOException when the input cannot be read
   */
  void read(Input input, Atoms atoms, HistoryBuilder into) throws IOException;
}
