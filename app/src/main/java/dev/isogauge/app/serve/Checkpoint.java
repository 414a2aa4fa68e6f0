package dev.isogauge.app.serve;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The state of a service at a place of its journal, in a file of its own; the blocks of the checker
 * lie in files that it names. Big-endian:
 *
 * <pre>
 *   file = magic (8 bytes) version (u32) crc32c of what follows (u32)
 *          batch (u64) intake violations checker
 *   intake, violations, checker = length (u32) bytes
 * </pre>
 *
 * @param batch the last one that the checker has
 * @param intake counts and kinds
 * @param violations what stands, and up to where the log says so
 */
record Checkpoint(long batch, byte[] intake, byte[] violations, byte[] checker) {
  static final int VERSION = 6;

  private static final byte[] MAGIC = "ISOGCHKP".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER = 16;

  byte[] encode() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(bytes);
    to.write(MAGIC);
    to.writeInt(VERSION);
    to.writeInt(0);
    to.writeLong(batch);
    for (byte[] part : new byte[][] {intake, violations, checker}) {
      to.writeInt(part.length);
      to.write(part);
    }
    byte[] file = bytes.toByteArray();
    ByteBuffer.wrap(file).putInt(HEADER - 4, checksum(file));
    return file;
  }

  private static int checksum(byte[] file) {
    CRC32C crc = new CRC32C();
    crc.update(file, HEADER, file.length - HEADER);
    return (int) crc.getValue();
  }

  /**
   * Reads a file.
   *
   * @throws DamagedFileException if it is not whole
   */
  static Checkpoint read(Path path) throws IOException {
    byte[] file = Files.isRegularFile(path) ? Files.readAllBytes(path) : new byte[0];
    if (file.length < HEADER || !Arrays.equals(file, 0, 8, MAGIC, 0, 8)) {
      throw new DamagedFileException(path, "found another beginning; expected a checkpoint");
    }
    ByteBuffer header = ByteBuffer.wrap(file);
    if (header.getInt(8) != VERSION) {
      throw new DamagedFileException(
          path, "found version " + header.getInt(8) + "; expected version " + VERSION);
    }
    if (header.getInt(HEADER - 4) != checksum(file)) {
      throw new DamagedFileException(path, "its checksum is wrong");
    }
    DataInputStream from =
        new DataInputStream(new ByteArrayInputStream(file, HEADER, file.length - HEADER));
    return new Checkpoint(from.readLong(), part(from), part(from), part(from));
  }

  private static byte[] part(DataInputStream from) throws IOException {
    return from.readNBytes(from.readInt());
  }
}
