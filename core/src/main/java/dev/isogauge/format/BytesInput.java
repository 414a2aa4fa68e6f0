package dev.isogauge.format;

import dev.isogauge.format.spi.Input;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Content in memory. */
record BytesInput(String name, byte[] bytes) implements Input {
  @Override
  public InputStream open() throws IOException {
    return Gzip.decompressed(name, new ByteArrayInputStream(bytes));
  }
}
