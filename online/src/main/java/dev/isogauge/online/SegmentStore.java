package dev.isogauge.online;

import dev.isogauge.online.BlockLog.Address;
import dev.isogauge.timestamp.TimestampRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/**
 * State on disk: blocks in append-only files, and an index of them. It is thrown away in the end,
 * so nothing is ever forced to disk.
 *
 * <p>The index is an MVStore; blocks as its values would be written again whenever a neighbour
 * changes, since it copies whole pages. All shards share it, each with maps of its own. It keeps no
 * old versions and no old chunks, since no reader needs them and nothing is recovered.
 */
final class SegmentStore implements AutoCloseable {
  private static final String INDEX = "index.mv";
  private static final int CACHE_MEGABYTES = 8;
  private static final int WRITE_BUFFER_KILOBYTES = 4096;
  private static final int PAGE_BYTES = 4096;

  private final Path directory;
  private final MVStore index;
  private final AtomicLong written = new AtomicLong();
  private final List<BlockLog> logs = new ArrayList<>();

  SegmentStore(Path directory) {
    this.directory = directory;
    try {
      Files.createDirectories(directory);
      deleteFiles();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    index =
        new MVStore.Builder()
            .fileName(directory.resolve(INDEX).toString())
            .cacheSize(CACHE_MEGABYTES)
            .autoCommitBufferSize(WRITE_BUFFER_KILOBYTES)
            .pageSplitSize(PAGE_BYTES)
            .open();
    index.setVersionsToKeep(0);
    index.setRetentionTime(0);
  }

  private void deleteFiles() throws IOException {
    try (DirectoryStream<Path> old =
        Files.newDirectoryStream(directory, "{*.blocks," + INDEX + "*}")) {
      for (Path path : old) {
        Files.delete(path);
      }
    }
  }

  /** A log for the blocks of one thread. */
  BlockLog log(String name) {
    BlockLog log = new BlockLog(directory, name, written);
    logs.add(log);
    return log;
  }

  /** A map of blocks that lie in a log. */
  BlockMap map(String name, BlockLog log) {
    return new BlockMap(
        index.openMap(
            name,
            new MVMap.Builder<BlockMap.Key, Address>()
                .keyType(new KeyType())
                .valueType(new AddressType())),
        log);
  }

  /** How many bytes of blocks were written. */
  long writtenBytes() {
    return written.get();
  }

  /** Deletes all files. */
  @Override
  public void close() {
    index.closeImmediately();
    logs.forEach(BlockLog::close);
    try {
      deleteFiles();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class KeyType extends BasicDataType<BlockMap.Key> {
    @Override
    public int compare(BlockMap.Key left, BlockMap.Key right) {
      int order = Long.compare(left.timeline(), right.timeline());
      if (order == 0) {
        order =
            TimestampRules.compareTimes(
                left.low(), left.lowLogical(), right.low(), right.lowLogical());
      }
      return order != 0 ? order : Long.compare(left.tieBreak(), right.tieBreak());
    }

    @Override
    public int getMemory(BlockMap.Key key) {
      return 56;
    }

    @Override
    public void write(WriteBuffer to, BlockMap.Key key) {
      to.putLong(key.timeline());
      to.putLong(key.low()).putLong(key.lowLogical()).putLong(key.tieBreak());
    }

    @Override
    public BlockMap.Key read(ByteBuffer from) {
      return new BlockMap.Key(from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }

    @Override
    public BlockMap.Key[] createStorage(int size) {
      return new BlockMap.Key[size];
    }
  }

  private static final class AddressType extends BasicDataType<Address> {
    @Override
    public int getMemory(Address address) {
      return 32;
    }

    @Override
    public void write(WriteBuffer to, Address address) {
      to.putInt(address.file()).putInt(address.offset()).putInt(address.length());
    }

    @Override
    public Address read(ByteBuffer from) {
      return new Address(from.getInt(), from.getInt(), from.getInt());
    }

    @Override
    public Address[] createStorage(int size) {
      return new Address[size];
    }
  }
}
