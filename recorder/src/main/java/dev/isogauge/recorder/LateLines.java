package dev.isogauge.recorder;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** Lines that wait, outside of memory, until the recording is closed. */
final class LateLines implements Closeable {
  private final RandomAccessFile file;
  private long end;

  /** Takes lines one by one. */
  interface Taker {
    void take(byte[] bytes, int length) throws IOException;
  }

  private LateLines(RandomAccessFile file) {
    this.file = file;
  }

  /** A file beside the recording's that is gone with this process, whatever becomes of that. */
  static LateLines beside(Path recording) throws IOException {
    Path path =
        Files.createTempFile(recording.toAbsolutePath().getParent(), ".isogauge-", ".lines");
    // Not a channel: interrupting a thread that writes to one closes it for all.
    RandomAccessFile opened = new RandomAccessFile(path.toFile(), "rw");
    if (!path.toFile().delete()) {
      path.toFile().deleteOnExit();
    }
    return new LateLines(opened);
  }

  /** Adds a line; if that fails, the others are there as before. */
  void add(byte[] line, int length) throws IOException {
    file.seek(end);
    file.write(line, 0, length);
    end += length;
  }

  void forEach(Taker taker) throws IOException {
    file.seek(0);
    InputStream in = new BufferedInputStream(new FileInputStream(file.getFD()));
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (long place = 0; place < end; place++) {
      int each = in.read();
      line.write(each);
      if (each == '\n') {
        taker.take(line.toByteArray(), line.size());
        line.reset();
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
