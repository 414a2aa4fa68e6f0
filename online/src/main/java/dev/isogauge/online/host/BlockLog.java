package dev.isogauge.online.host;

import dev.isogauge.online.kernel.Blocks;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Blocks of one shard, appended to files of limited size, big-endian:
 *
 * <pre>
 *   record = length of block (u32) crc32c of all that follows (u32)
 *            map (u8) timeline low lowLogical tieBreak (i64 each) block
 * </pre>
 *
 * <p>A block is never changed. A file without needed blocks is deleted, and one of which less than
 * half is needed is compacted: what is needed moves to the end of the log. So files take at most
 * about twice what is needed. Used by one thread, which must not be interrupted, since that would
 * close the files.
 */
final class BlockLog implements AutoCloseable {
  /** Where a record is; its length includes the header. */
  record Address(int file, int offset, int length) {}

  /** Says where blocks are now, so that compaction knows which are needed and moves them. */
  interface Index {
    /** Whether this is where the block of a key is. */
    boolean isAt(int map, Blocks.Key key, Address address);

    void moved(int map, Blocks.Key key, Address to);
  }

  static final int HEADER = 4 + 4 + 1 + 4 * 8;

  private static final int FILE_BYTES = 16 << 20;
  private static final int BUFFER_BYTES = 128 << 10;

  private static final class LogFile {
    final StateFile file;
    long size;
    long live;

    LogFile(StateFile file) {
      this.file = file;
    }
  }

  private final StateFiles files;
  private final String name;
  private final Index index;
  private final TreeMap<Integer, LogFile> logs = new TreeMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private int current = -1;
  private int next;

  /** How much of the current file is written; the buffer follows. */
  private int flushed;

  BlockLog(StateFiles files, String name, Index index) {
    this.files = files;
    this.name = name;
    this.index = index;
  }

  /** Appends a block and, at times, compacts. */
  Address append(int map, Blocks.Key key, byte[] block) {
    try {
      if (current < 0 || flushed + buffer.position() >= FILE_BYTES) {
        startFile();
        compact();
      }
      return put(map, key, block);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Address put(int map, Blocks.Key key, byte[] block) throws IOException {
    ByteBuffer record = ByteBuffer.allocate(HEADER + block.length);
    record.putInt(block.length).putInt(0).put((byte) map);
    record.putLong(key.timeline()).putLong(key.low());
    record.putLong(key.lowLogical()).putLong(key.tieBreak()).put(block).flip();
    record.putInt(4, checksum(record));
    return put(record);
  }

  private Address put(ByteBuffer record) throws IOException {
    int length = record.remaining();
    if (length > buffer.remaining()) {
      flush();
    }
    Address address = new Address(current, flushed + buffer.position(), length);
    LogFile log = logs.get(current);
    if (length > buffer.remaining()) {
      log.file.write(record, flushed);
      flushed += length;
    } else {
      buffer.put(record);
    }
    log.live += length;
    log.size += length;
    files.wrote(length);
    return address;
  }

  private static int checksum(ByteBuffer record) {
    CRC32C crc = new CRC32C();
    crc.update(record.duplicate().position(8));
    return (int) crc.getValue();
  }

  /** The block of a key at an address. */
  byte[] read(int map, Blocks.Key key, Address address) {
    try {
      ByteBuffer record = record(address);
      boolean isKey =
          record.get(8) == map
              && record.getLong(9) == key.timeline()
              && record.getLong(17) == key.low()
              && record.getLong(25) == key.lowLogical()
              && record.getLong(33) == key.tieBreak();
      if (record.getInt(0) != address.length - HEADER
          || record.getInt(4) != checksum(record)
          || !isKey) {
        throw new IOException(
            logs.get(address.file).file.path()
                + ": byte "
                + address.offset
                + ": the content does not match its checksum or its key");
      }
      byte[] block = new byte[address.length - HEADER];
      record.get(HEADER, block);
      return block;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ByteBuffer record(Address address) throws IOException {
    ByteBuffer record = ByteBuffer.allocate(address.length);
    if (address.file == current && address.offset >= flushed) {
      buffer.get(address.offset - flushed, record.array());
    } else {
      logs.get(address.file).file.read(record, address.offset);
      record.flip();
    }
    return record;
  }

  /** Says that a record is not needed any more. */
  void discard(Address address) {
    LogFile log = logs.get(address.file);
    log.live -= address.length;
    if (log.live == 0 && address.file != current) {
      delete(address.file);
    }
  }

  private void delete(int number) {
    files.delete(logs.remove(number).file);
  }

  private void startFile() throws IOException {
    if (current >= 0) {
      flush();
      if (logs.get(current).live == 0) {
        delete(current);
      }
    }
    current = next++;
    flushed = 0;
    logs.put(current, new LogFile(files.create(name + "-" + current + ".blocks")));
  }

  /** Moves what is needed out of files that hold little of it. */
  private void compact() throws IOException {
    List<Integer> sparse = new ArrayList<>();
    logs.forEach(
        (number, log) -> {
          if (number != current && 2 * log.live < log.size) {
            sparse.add(number);
          }
        });
    for (int number : sparse) {
      move(number);
    }
  }

  private void move(int number) throws IOException {
    LogFile log = logs.get(number);
    ByteBuffer all = ByteBuffer.allocate((int) log.size);
    log.file.read(all, 0);
    all.flip();
    while (all.hasRemaining()) {
      int at = all.position();
      int length = all.remaining() < HEADER ? 0 : HEADER + all.getInt(at);
      if (length < HEADER || length > all.remaining()) {
        throw new IOException(log.file.path() + ": byte " + at + ": the record is broken");
      }
      int map = all.get(at + 8);
      Blocks.Key key =
          new Blocks.Key(
              all.getLong(at + 9),
              all.getLong(at + 17),
              all.getLong(at + 25),
              all.getLong(at + 33));
      if (index.isAt(map, key, new Address(number, at, length))) {
        if (flushed + buffer.position() >= FILE_BYTES) {
          startFile();
        }
        index.moved(map, key, put(all.slice(at, length)));
        log.live -= length;
      }
      all.position(at + length);
    }
    delete(number);
  }

  private void flush() throws IOException {
    int length = buffer.position();
    logs.get(current).file.write(buffer.duplicate().flip(), flushed);
    flushed += length;
    buffer.clear();
  }

  /** Makes everything durable, and writes where it is. */
  void save(DataOutput to) throws IOException {
    if (current >= 0) {
      flush();
    }
    to.writeInt(next);
    to.writeInt(logs.size());
    for (var entry : logs.entrySet()) {
      LogFile log = entry.getValue();
      log.file.force();
      files.pin(log.file);
      to.writeInt(entry.getKey());
      to.writeLong(log.size);
      to.writeLong(log.live);
    }
  }

  /** Goes on from what was saved. What was appended later is not looked at. */
  void restore(DataInput from) throws IOException {
    next = from.readInt();
    for (int rest = from.readInt(); rest > 0; rest--) {
      int number = from.readInt();
      LogFile log = new LogFile(files.open(name + "-" + number + ".blocks"));
      log.size = from.readLong();
      log.live = from.readLong();
      if (log.file.size() < log.size) {
        throw new IOException(
            log.file.path() + ": it ends at byte " + log.file.size() + "; expected " + log.size);
      }
      logs.put(number, log);
      files.pin(log.file);
    }
  }

  @Override
  public void close() {
    logs.values().forEach(log -> log.file.close());
  }
}
