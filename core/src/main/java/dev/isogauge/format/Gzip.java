package dev.isogauge.format;

import dev.isogauge.format.spi.InputException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Content that may be compressed with gzip, as its first two bytes show. */
final class Gzip {
  private static final int BUFFER = 1 << 16;

  private Gzip() {}

  /** The content as it was before compression. */
  static InputStream decompressed(String name, InputStream stream) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(stream, BUFFER);
    buffered.mark(2);
    boolean compressed = buffered.read() == 0x1f && buffered.read() == 0x8b;
    buffered.reset();
    if (!compressed) {
      return buffered;
    }
    try {
      return new Decompressing(name, new GZIPInputStream(buffered, BUFFER));
    } catch (EOFException | ZipException e) {
      throw damaged(name, e);
    }
  }

  private static InputException damaged(String name, IOException cause) {
    return new InputException(
        name,
        cause instanceof EOFException
            ? "the gzip data ends too early; expected the whole file"
            : "the gzip data is damaged (" + cause.getMessage() + "); expected valid gzip");
  }

  /** Turns faults of the compressed data into faults of the input. */
  private static final class Decompressing extends FilterInputStream {
    private final String name;

    Decompressing(String name, InputStream stream) {
      super(stream);
      this.name = name;
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (EOFException | ZipException e) {
        throw damaged(name, e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (EOFException | ZipException e) {
        throw damaged(name, e);
      }
    }
  }
}
