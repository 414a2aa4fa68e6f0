package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.Blocks;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * State on disk: RocksDB, with a column family for each kind of blocks. Its log is off, since what
 * came after a checkpoint is replayed from the journal of the host. A checkpoint is a directory of
 * hard links; a start links them once more and goes on from there. Block cache and write buffers
 * take {@link #MEMORY_SHARE a part} of the memory that state may take.
 */
final class StateStore implements AutoCloseable {
  /** Cache and write buffers get one of so many parts each. */
  static final int MEMORY_SHARE = 8;

  private static final int BUFFER = 1 << 16;
  private static final String LIVE = "live";
  private static final String CHECKPOINT = "checkpoint-";
  private static final String SUMMARIES = "summaries";

  private final Path directory;
  private final List<String> names;
  private final long share;
  private final DiskSpace space;
  private final AtomicLong written = new AtomicLong();
  private volatile Optional<Opened> opened = Optional.empty();
  private long lastCheckpoint;
  private boolean closed;

  /** RocksDB, and all that is to be closed after it. */
  private record Opened(
      RocksDB db,
      List<ColumnFamilyHandle> families,
      WriteOptions unlogged,
      ReadOptions reads,
      List<AutoCloseable> parts) {}

  /**
   * A store in a directory. RocksDB is loaded when there is something to read or write.
   *
   * @param names of the kinds of blocks
   * @param from the checkpoint to go on from; it begins empty without one
   */
  StateStore(
      Path directory, List<String> names, long memoryBytes, DiskSpace space, OptionalLong from)
      throws IOException {
    this.directory = directory;
    this.names = names;
    this.share = memoryBytes / MEMORY_SHARE;
    this.space = space;
    Rocks.requireLibrary();
    Files.createDirectories(directory);
    delete(directory.resolve(LIVE));
    if (from.isPresent()) {
      lastCheckpoint = from.getAsLong();
      link(checkpoint(lastCheckpoint), directory.resolve(LIVE));
      opened = Optional.of(load());
    }
  }

  private Opened load() throws IOException {
    Rocks.loadLibrary();
    List<AutoCloseable> parts = new ArrayList<>();
    ColumnFamilyOptions blocks = Rocks.families(share, parts);
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, blocks));
    for (String name : names) {
      descriptors.add(new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.US_ASCII), blocks));
    }
    // What should go on must not begin again.
    DBOptions options = Rocks.database(share, parts).setCreateIfMissing(lastCheckpoint == 0);
    List<ColumnFamilyHandle> families = new ArrayList<>();
    try {
      RocksDB db = RocksDB.open(options, directory.resolve(LIVE).toString(), descriptors, families);
      return new Opened(
          db,
          families,
          Rocks.add(parts, new WriteOptions()).setDisableWAL(true).setNoSlowdown(true),
          Rocks.add(parts, new ReadOptions()),
          parts);
    } catch (RocksDBException e) {
      Rocks.closeAll(parts);
      throw Rocks.failure(e);
    }
  }

  /** Whether nothing was written to it, and there is nothing to go on from. */
  boolean isUnused() {
    return opened.isEmpty();
  }

  private Opened opened() {
    return opened.orElseGet(this::openNow);
  }

  private synchronized Opened openNow() {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
    if (opened.isEmpty()) {
      try {
        space.write(() -> opened = Optional.of(load()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return opened.get();
  }

  RocksDB db() {
    return opened().db();
  }

  /** Where blocks of a kind are, by its place in the names. */
  ColumnFamilyHandle family(int kind) {
    return opened().families().get(kind + 1);
  }

  ReadOptions reads() {
    return opened().reads();
  }

  /** The blocks of one kind, by its place in the names, of one shard. For one thread at a time. */
  Blocks blocks(int kind, int shard, Atoms atoms) {
    return new StoredBlocks(this, kind, shard, atoms);
  }

  /** Something that RocksDB writes. */
  @FunctionalInterface
  interface Change {
    void run(WriteOptions unlogged) throws RocksDBException;
  }

  /** Writes, and waits for room on the disk if the host is patient. */
  void write(Change change, long bytes) {
    try {
      space.write(() -> Rocks.untilTaken(() -> change.run(opened().unlogged()), space));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written.addAndGet(bytes);
  }

  /** What was written to it. */
  long writtenBytes() {
    return written.get();
  }

  /** What its files take. */
  synchronized long diskBytes() {
    long bytes = 0;
    try {
      for (ColumnFamilyHandle family :
          opened.isEmpty() ? List.<ColumnFamilyHandle>of() : opened.get().families()) {
        bytes += db().getLongProperty(family, "rocksdb.total-sst-files-size");
      }
    } catch (RocksDBException e) {
      throw new UncheckedIOException(Rocks.failure(e));
    }
    return bytes;
  }

  /**
   * Makes all that was written durable; returns the number of the checkpoint.
   *
   * @param summaries writes what {@link #summaries} reads again
   */
  long checkpoint(Consumer<LongConsumer> summaries) {
    long number = lastCheckpoint + 1;
    Path target = checkpoint(number);
    try (Checkpoint checkpoint = Checkpoint.create(db())) {
      space.write(
          () -> {
            delete(target);
            delete(target.resolveSibling(target.getFileName() + ".tmp"));
            try {
              flush();
              checkpoint.createCheckpoint(target.toString());
              write(target.resolve(SUMMARIES), summaries);
            } catch (RocksDBException e) {
              throw Rocks.failure(e);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lastCheckpoint = number;
    return number;
  }

  private static void write(Path file, Consumer<LongConsumer> content) throws IOException {
    CRC32C checksum = new CRC32C();
    try (OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(file), BUFFER);
        DataOutputStream to = new DataOutputStream(new CheckedOutputStream(bytes, checksum))) {
      content.accept(
          number -> {
            try {
              to.writeLong(number);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      to.writeLong(checksum.getValue());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Reads what was written beside the blocks of the checkpoint from which it goes on, unless that
   * is not whole, which a power failure can leave, since the file is not synced.
   */
  void summaries(Consumer<LongSupplier> reader) throws IOException {
    Path file = checkpoint(lastCheckpoint).resolve(SUMMARIES);
    if (!isWhole(file)) {
      return;
    }
    try (DataInputStream from = open(file, new CRC32C())) {
      reader.accept(
          () -> {
            try {
              return from.readLong();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  private static boolean isWhole(Path file) throws IOException {
    CRC32C checksum = new CRC32C();
    long length = Files.exists(file) ? Files.size(file) - Long.BYTES : -1;
    if (length < 0) {
      return false;
    }
    try (DataInputStream from = open(file, checksum)) {
      from.skipNBytes(length);
      long found = checksum.getValue();
      return from.readLong() == found;
    }
  }

  private static DataInputStream open(Path file, CRC32C checksum) throws IOException {
    return new DataInputStream(
        new CheckedInputStream(
            new BufferedInputStream(Files.newInputStream(file), BUFFER), checksum));
  }

  /** Waits outside of RocksDB, which on a full disk waits for ever and cannot be stopped. */
  private void flush() throws IOException {
    try (FlushOptions options =
        new FlushOptions().setWaitForFlush(false).setAllowWriteStall(true)) {
      Rocks.untilTaken(() -> db().flush(options, opened().families()), space);
      while (opened().families().stream().anyMatch(this::isFlushing)) {
        Rocks.pause(space);
      }
    }
  }

  private boolean isFlushing(ColumnFamilyHandle family) {
    try {
      return db().getLongProperty(family, "rocksdb.num-immutable-mem-table") > 0;
    } catch (RocksDBException e) {
      throw new UncheckedIOException(Rocks.failure(e));
    }
  }

  /** Deletes all checkpoints but some. */
  void keep(Set<Long> numbers) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, CHECKPOINT + "*")) {
      for (Path path : found) {
        if (numbers.stream().noneMatch(number -> path.equals(checkpoint(number)))) {
          delete(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path checkpoint(long number) {
    return directory.resolve(CHECKPOINT + number);
  }

  /** Files that never change are linked, others copied. */
  private static void link(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        Path target = to.resolve(file.getFileName());
        if (file.toString().endsWith(".sst")) {
          Files.createLink(target, file);
        } else if (!file.endsWith(SUMMARIES)) {
          Files.copy(file, target);
        }
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** No thread may use it any more. */
  @Override
  public synchronized void close() {
    closed = true;
    if (opened.isPresent()) {
      Rocks.closeAll(opened.get().families());
      opened.get().db().close();
      Rocks.closeAll(opened.get().parts());
      opened = Optional.empty();
    }
  }

  /** Closes it and deletes all files. */
  void remove() {
    close();
    try {
      delete(directory.resolve(LIVE));
      keep(Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
