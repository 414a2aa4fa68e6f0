package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/**
 * The symbols of {@link Atoms} in the order of their numbers, appended to one file: {@code length
 * (u32) UTF-16 (u16 each)}, since UTF-8 has no half of a pair. A checkpoint knows how many there
 * are, how long the file is and its checksum; what comes behind that is written again.
 */
final class SymbolFile {
  private static final int PART_BYTES = 1 << 20;

  private final Path path;
  private final Atoms atoms;
  private final DiskSpace space;
  private final CRC32C crc = new CRC32C();
  private int saved = 1;
  private long length;

  SymbolFile(Path path, Atoms atoms, DiskSpace space) {
    this.path = path;
    this.atoms = atoms;
    this.space = space;
  }

  /** Makes new symbols durable; returns what {@link #restore} needs. */
  byte[] save() throws IOException {
    int count = atoms.symbolCount();
    while (saved < count) {
      ByteArrayOutputStream part = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(part);
      for (; saved < count && part.size() < PART_BYTES; saved++) {
        String token = atoms.symbol(saved);
        out.writeInt(token.length());
        out.writeChars(token);
      }
      byte[] bytes = part.toByteArray();
      space.write(() -> write(bytes, saved == count));
      crc.update(bytes);
      length += bytes.length;
    }
    return ByteBuffer.allocate(20).putInt(saved).putLong(length).putLong(crc.getValue()).array();
  }

  private void write(byte[] bytes, boolean isLast) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.truncate(length);
      channel.position(length);
      ByteBuffer from = ByteBuffer.wrap(bytes);
      while (from.hasRemaining()) {
        channel.write(from);
      }
      if (isLast) {
        channel.force(true);
      }
    }
  }

  /** Puts the symbols of a checkpoint into the atoms, which have none but nil. */
  void restore(byte[] state) throws IOException {
    ByteBuffer from = ByteBuffer.wrap(state);
    int count = from.getInt();
    length = from.getLong();
    long checksum = from.getLong();
    if (count > 1) {
      try (DataInputStream in =
          new DataInputStream(
              new CheckedInputStream(new BufferedInputStream(Files.newInputStream(path)), crc))) {
        for (; saved < count; saved++) {
          int size = in.readInt();
          if (size < 0 || size > length) {
            throw new IOException(path + ": symbol " + saved + " is damaged");
          }
          char[] token = new char[size];
          for (int i = 0; i < size; i++) {
            token[i] = in.readChar();
          }
          atoms.restore(saved, new String(token));
        }
      }
    }
    if (crc.getValue() != checksum) {
      throw new IOException(path + ": it is not what was written");
    }
  }

  void delete() throws IOException {
    Files.deleteIfExists(path);
  }
}
