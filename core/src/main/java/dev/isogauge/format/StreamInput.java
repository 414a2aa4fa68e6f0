package dev.isogauge.format;

import dev.isogauge.format.spi.Input;
import java.io.IOException;
import java.io.InputStream;

/** A stream that can be opened once, such as standard input. */
record StreamInput(String name, InputStream stream) implements Input {
  @Override
  public InputStream open() throws IOException {
    return Gzip.decompressed(name, stream);
  }
}
