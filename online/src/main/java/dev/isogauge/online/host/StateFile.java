package dev.isogauge.online.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A file of state, which is opened when it is used and may be closed at any time between. */
final class StateFile implements AutoCloseable {
  private final Path path;
  private final StateFiles owner;
  private Optional<FileChannel> channel = Optional.empty();
  private boolean unforced;

  StateFile(Path path, StateFiles owner, boolean fresh) throws IOException {
    this.path = path;
    this.owner = owner;
    if (fresh) {
      owner
          .space()
          .write(
              () -> {
                Files.deleteIfExists(path);
                Files.createFile(path);
              });
    }
  }

  Path path() {
    return path;
  }

  private FileChannel channel() throws IOException {
    boolean opened = channel.isEmpty();
    if (opened) {
      channel =
          Optional.of(FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }
    owner.used(this, opened);
    return channel.get();
  }

  void write(ByteBuffer from, long offset) throws IOException {
    unforced = true;
    owner.space().write(() -> write(channel(), from.duplicate(), offset));
    from.position(from.limit());
  }

  private static void write(FileChannel to, ByteBuffer from, long offset) throws IOException {
    long at = offset;
    while (from.hasRemaining()) {
      at += to.write(from, at);
    }
  }

  /** Fills the buffer. */
  void read(ByteBuffer to, long offset) throws IOException {
    FileChannel from = channel();
    long at = offset;
    while (to.hasRemaining()) {
      int count = from.read(to, at);
      if (count < 0) {
        throw new IOException(path + " is shorter than what was written");
      }
      at += count;
    }
  }

  long size() throws IOException {
    return Files.size(path);
  }

  /** Makes what was written durable. */
  void force() throws IOException {
    if (unforced) {
      channel().force(false);
      unforced = false;
    }
  }

  @Override
  public void close() {
    if (channel.isPresent()) {
      try {
        channel.get().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      channel = Optional.empty();
      owner.closed(this);
    }
  }
}
