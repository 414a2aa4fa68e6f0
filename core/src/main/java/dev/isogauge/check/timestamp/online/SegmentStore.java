package dev.isogauge.check.timestamp.online;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ByteArrayDataType;

/** State on disk: blocks by timeline and position, in one file that is no longer needed at the end. */
final class SegmentStore implements AutoCloseable {
  private static final String FILE = "state.mv";
  private static final int CACHE_MEGABYTES = 8;
  private static final int WRITE_BUFFER_KILOBYTES = 2048;

  /** Space is won back only where most of a part of the file is out of date. */
  private static final int COMPACT_BELOW_PERCENT = 30;

  private final Path file;
  private final MVStore store;
  private final AtomicLong written = new AtomicLong();

  SegmentStore(Path directory) {
    this.file = directory.resolve(FILE);
    try {
      Files.createDirectories(directory);
      deleteOld(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    store =
        new MVStore.Builder()
            .fileName(file.toString())
            .cacheSize(CACHE_MEGABYTES)
            .autoCommitBufferSize(WRITE_BUFFER_KILOBYTES)
            .autoCompactFillRate(COMPACT_BELOW_PERCENT)
            .open();
    store.setVersionsToKeep(0);
    store.setRetentionTime(0);
  }

  private static void deleteOld(Path directory) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(directory, "state.mv*")) {
      for (Path path : old) {
        Files.delete(path);
      }
    }
  }

  BlockMap map(String name) {
    return new BlockMap(
        store.openMap(
            name,
            new MVMap.Builder<BlockKey, byte[]>()
                .keyType(new BlockKeyType())
                .valueType(ByteArrayDataType.INSTANCE)),
        written);
  }

  long writtenBytes() {
    return written.get();
  }

  @Override
  public void close() {
    store.closeImmediately();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a block belongs. */
  record BlockKey(long timeline, long low, long lowLogical, long tieBreak) {}

  /** Blocks of one kind; used by one thread. */
  static final class BlockMap {
    private final MVMap<BlockKey, byte[]> map;
    private final AtomicLong written;
    private boolean isEmpty = true;

    BlockMap(MVMap<BlockKey, byte[]> map, AtomicLong written) {
      this.map = map;
      this.written = written;
    }

    void put(BlockKey key, byte[] block) {
      map.put(key, block);
      written.addAndGet(block.length);
      isEmpty = false;
    }

    byte[] block(BlockKey key) {
      return map.get(key);
    }

    /** The last block of the timeline that begins at or before a point. */
    Optional<BlockKey> floor(long timeline, long low, long lowLogical) {
      return isEmpty
          ? Optional.empty()
          : of(timeline, map.floorKey(new BlockKey(timeline, low, lowLogical, Long.MAX_VALUE)));
    }

    /** The last block of the timeline that begins before a point. */
    Optional<BlockKey> lower(long timeline, long low, long lowLogical) {
      return isEmpty
          ? Optional.empty()
          : of(timeline, map.lowerKey(new BlockKey(timeline, low, lowLogical, Long.MIN_VALUE)));
    }

    /** The first block of the timeline that begins after a point. */
    Optional<BlockKey> higher(long timeline, long low, long lowLogical, long tieBreak) {
      return isEmpty
          ? Optional.empty()
          : of(timeline, map.higherKey(new BlockKey(timeline, low, lowLogical, tieBreak)));
    }

    private static Optional<BlockKey> of(long timeline, BlockKey key) {
      return key != null && key.timeline == timeline ? Optional.of(key) : Optional.empty();
    }
  }

  private static final class BlockKeyType extends BasicDataType<BlockKey> {
    @Override
    public int compare(BlockKey left, BlockKey right) {
      int order = Long.compare(left.timeline, right.timeline);
      if (order == 0) {
        order = Long.compare(left.low, right.low);
      }
      if (order == 0) {
        order = Long.compare(left.lowLogical, right.lowLogical);
      }
      return order != 0 ? order : Long.compare(left.tieBreak, right.tieBreak);
    }

    @Override
    public int binarySearch(BlockKey key, Object storage, int size, int guess) {
      BlockKey[] keys = (BlockKey[]) storage;
      int low = 0;
      int high = size - 1;
      while (low <= high) {
        int middle = (low + high) >>> 1;
        int order = compare(key, keys[middle]);
        if (order == 0) {
          return middle;
        }
        if (order > 0) {
          low = middle + 1;
        } else {
          high = middle - 1;
        }
      }
      return ~low;
    }

    @Override
    public int getMemory(BlockKey key) {
      return 56;
    }

    @Override
    public void write(WriteBuffer to, BlockKey key) {
      to.putLong(key.timeline).putLong(key.low).putLong(key.lowLogical).putLong(key.tieBreak);
    }

    @Override
    public BlockKey read(ByteBuffer from) {
      return new BlockKey(from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }

    @Override
    public BlockKey[] createStorage(int size) {
      return new BlockKey[size];
    }
  }
}
