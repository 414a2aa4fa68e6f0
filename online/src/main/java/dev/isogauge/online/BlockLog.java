package dev.isogauge.online;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Blocks of one shard, appended to files of limited size. A block is never changed; a file is
 * deleted when none of its blocks is needed any more. Used by one thread, which must not be
 * interrupted, since that would close the files.
 */
final class BlockLog implements AutoCloseable {
  /** Where a block is. */
  record Address(int file, int offset, int length) {}

  private static final int FILE_BYTES = 16 << 20;
  private static final int BUFFER_BYTES = 128 << 10;

  private static final class LogFile {
    final Path path;
    final FileChannel channel;
    int live;

    LogFile(Path path) throws IOException {
      this.path = path;
      this.channel =
          FileChannel.open(
              path,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    }

    void delete() throws IOException {
      channel.close();
      Files.delete(path);
    }
  }

  private final Path directory;
  private final String name;
  private final AtomicLong written;
  private final Map<Integer, LogFile> files = new HashMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private int current = -1;

  /** How much of the current file is on disk; the buffer follows. */
  private int flushed;

  BlockLog(Path directory, String name, AtomicLong written) {
    this.directory = directory;
    this.name = name;
    this.written = written;
  }

  Address append(byte[] block) {
    try {
      if (current < 0 || flushed + buffer.position() >= FILE_BYTES) {
        startFile();
      }
      if (block.length > buffer.remaining()) {
        flush();
      }
      Address address = new Address(current, flushed + buffer.position(), block.length);
      if (block.length > buffer.remaining()) {
        flushed += write(ByteBuffer.wrap(block), flushed);
      } else {
        buffer.put(block);
      }
      files.get(current).live++;
      written.addAndGet(block.length);
      return address;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] read(Address address) {
    byte[] block = new byte[address.length];
    try {
      if (address.file == current && address.offset >= flushed) {
        buffer.get(address.offset - flushed, block);
        return block;
      }
      FileChannel channel = files.get(address.file).channel;
      ByteBuffer to = ByteBuffer.wrap(block);
      while (to.hasRemaining()) {
        if (channel.read(to, address.offset + to.position()) < 0) {
          throw new IOException(files.get(address.file).path + " is shorter than what was written");
        }
      }
      return block;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says that a block is not needed any more. */
  void discard(Address address) {
    LogFile file = files.get(address.file);
    file.live--;
    if (file.live == 0 && address.file != current) {
      files.remove(address.file);
      try {
        file.delete();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void startFile() throws IOException {
    if (current >= 0) {
      flush();
      LogFile full = files.get(current);
      if (full.live == 0) {
        files.remove(current);
        full.delete();
      }
    }
    current++;
    flushed = 0;
    files.put(current, new LogFile(directory.resolve(name + "-" + current + ".blocks")));
  }

  private void flush() throws IOException {
    buffer.flip();
    flushed += write(buffer, flushed);
    buffer.clear();
  }

  private int write(ByteBuffer from, int offset) throws IOException {
    int size = from.remaining();
    FileChannel channel = files.get(current).channel;
    int done = 0;
    while (from.hasRemaining()) {
      done += channel.write(from, offset + done);
    }
    return size;
  }

  /** Deletes all files. */
  @Override
  public void close() {
    try {
      for (LogFile file : files.values()) {
        file.delete();
      }
      files.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
