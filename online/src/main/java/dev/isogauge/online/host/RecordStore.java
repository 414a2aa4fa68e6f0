package dev.isogauge.online.host;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Records that survive whatever happens to the process once they are written: RocksDB with its log,
 * which is synced by every write. Families of records, each in the order of its keys, byte by byte.
 * A write is taken as a whole or not at all. Thread-safe.
 */
public final class RecordStore implements AutoCloseable {
  private final Path directory;
  private final List<String> names;
  private final long memoryBytes;
  private final DiskSpace space;

  /** Held alone while RocksDB is opened or closed. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  private Opened opened;
  private boolean closed;

  /** A write has failed since the disk was full: it is opened again when there is room. */
  private volatile boolean stands;

  private record Opened(
      RocksDB db,
      List<ColumnFamilyHandle> families,
      WriteOptions synced,
      List<AutoCloseable> parts) {}

  /** Takes records in order; returns whether to go on. */
  @FunctionalInterface
  public interface Visitor {
    /** Takes a record. */
    boolean record(byte[] key, byte[] value) throws IOException;
  }

  /** What is written together. For one thread. */
  public static final class Changes {
    private final List<Change> changes = new ArrayList<>();

    private record Change(int family, byte[] key, byte[] value, boolean isRange) {}

    /** Nothing yet. */
    public Changes() {}

    /** Puts a record. */
    public void put(int family, byte[] key, byte[] value) {
      changes.add(new Change(family, key, value, false));
    }

    /** Removes the records from one key to before another one. */
    public void removeRange(int family, byte[] from, byte[] to) {
      changes.add(new Change(family, from, to, true));
    }

    /** Adds what others hold. */
    public void addAll(Changes others) {
      changes.addAll(others.changes);
    }
  }

  private RecordStore(
      Path directory, List<String> names, long memoryBytes, DiskSpace space, Opened opened) {
    this.directory = directory;
    this.names = names;
    this.memoryBytes = memoryBytes;
    this.space = space;
    this.opened = opened;
  }

  /**
   * Opens a store, or begins it.
   *
   * @param names of the families
   * @param memoryBytes what cache and write buffers take
   * @throws IOException if it is damaged, or was begun with other families
   */
  public static RecordStore open(
      Path directory, List<String> names, long memoryBytes, DiskSpace space) throws IOException {
    Files.createDirectories(directory);
    Opened opened = load(directory, names, memoryBytes, false);
    return new RecordStore(directory, List.copyOf(names), memoryBytes, space, opened);
  }

  /** Opens a store that is there to read it, and changes nothing. */
  public static RecordStore openReadOnly(Path directory, List<String> names) throws IOException {
    Opened opened = load(directory, names, 0, true);
    return new RecordStore(directory, names, 0, DiskSpace.impatient(directory), opened);
  }

  private static Opened load(
      Path directory, List<String> names, long memoryBytes, boolean isReadOnly) throws IOException {
    Rocks.loadLibrary();
    List<AutoCloseable> parts = new ArrayList<>();
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    ColumnFamilyOptions options = Rocks.families(memoryBytes / 2, parts);
    descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options));
    names.forEach(
        name -> descriptors.add(new ColumnFamilyDescriptor(name.getBytes(US_ASCII), options)));
    DBOptions database = Rocks.database(memoryBytes / 2, parts);
    List<ColumnFamilyHandle> families = new ArrayList<>();
    try {
      String path = directory.toString();
      RocksDB db =
          isReadOnly
              ? RocksDB.openReadOnly(database, path, descriptors, families)
              : RocksDB.open(database, path, descriptors, families);
      WriteOptions synced = Rocks.add(parts, new WriteOptions()).setSync(true).setNoSlowdown(true);
      return new Opened(db, families, synced, parts);
    } catch (RocksDBException e) {
      Rocks.closeAll(parts);
      throw Rocks.failure(e);
    }
  }

  /** The records of a family. */
  private ColumnFamilyHandle family(int family) {
    return opened.families().get(family + 1);
  }

  /** The value of a key. */
  public Optional<byte[]> get(int family, byte[] key) throws IOException {
    lock.readLock().lock();
    try {
      return Optional.ofNullable(requireOpen().get(family(family), key));
    } catch (RocksDBException e) {
      throw Rocks.failure(e);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Shows the last record whose key is not behind one, if there is any, and those behind it. */
  public void forEachAround(int family, byte[] key, Visitor visitor) throws IOException {
    forEach(
        family,
        at -> {
          at.seekForPrev(key);
          if (!at.isValid()) {
            at.seekToFirst();
          }
        },
        visitor);
  }

  /** Shows records from a key on. The visitor must not write to the store. */
  public void forEach(int family, byte[] from, Visitor visitor) throws IOException {
    forEach(family, at -> at.seek(from), visitor);
  }

  private void forEach(int family, Consumer<RocksIterator> begin, Visitor visitor)
      throws IOException {
    lock.readLock().lock();
    try (RocksIterator at = requireOpen().newIterator(family(family))) {
      begin.accept(at);
      while (at.isValid() && visitor.record(at.key(), at.value())) {
        at.next();
      }
      at.status();
    } catch (RocksDBException e) {
      throw Rocks.failure(e);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The last key of a family. */
  public Optional<byte[]> last(int family) throws IOException {
    AtomicReference<byte[]> last = new AtomicReference<>();
    forEach(
        family,
        RocksIterator::seekToLast,
        (key, value) -> {
          last.set(key);
          return false;
        });
    return Optional.ofNullable(last.get());
  }

  /**
   * Writes; it is durable on return. If the disk is full nothing was written, and it can be tried
   * again. After another failure nothing can be written any more.
   */
  public void write(Changes changes) throws IOException {
    if (stands) {
      reopen();
    }
    lock.readLock().lock();
    try (WriteBatch batch = new WriteBatch()) {
      for (Changes.Change change : changes.changes) {
        if (change.isRange()) {
          batch.deleteRange(family(change.family()), change.key(), change.value());
        } else {
          batch.put(family(change.family()), change.key(), change.value());
        }
      }
      RocksDB db = requireOpen();
      Rocks.untilTaken(() -> db.write(opened.synced(), batch), space);
    } catch (RocksDBException e) {
      throw Rocks.failure(e);
    } catch (IOException e) {
      stands = space.isFull(e);
      throw e;
    } finally {
      lock.readLock().unlock();
    }
  }

  /** RocksDB's own recovery takes seconds, if it succeeds. */
  private void reopen() throws IOException {
    if (space.isShort()) {
      throw new IOException("No space left on device: " + directory);
    }
    lock.writeLock().lock();
    try {
      if (closed) {
        throw new IOException("closed: " + directory);
      }
      closeNow();
      opened = load(directory, names, memoryBytes, false);
      stands = false;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Gives back the room of files that hold nothing but records before a key. */
  public void removeFilesBefore(int family, byte[] key) throws IOException {
    lock.readLock().lock();
    try {
      requireOpen().deleteFilesInRanges(family(family), List.of(new byte[0], key), false);
    } catch (RocksDBException e) {
      throw Rocks.failure(e);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** What a family takes, on disk and in memory. */
  public long bytes(int family) {
    lock.readLock().lock();
    try {
      return opened == null
          ? 0
          : opened.db().getLongProperty(family(family), "rocksdb.total-sst-files-size")
              + opened.db().getLongProperty(family(family), "rocksdb.cur-size-all-mem-tables");
    } catch (RocksDBException e) {
      return 0;
    } finally {
      lock.readLock().unlock();
    }
  }

  private RocksDB requireOpen() throws IOException {
    if (opened == null) {
      throw new IOException(
          closed ? "closed: " + directory : "No space left on device: " + directory);
    }
    return opened.db();
  }

  private void closeNow() {
    if (opened != null) {
      Rocks.closeAll(opened.families());
      opened.db().close();
      Rocks.closeAll(opened.parts());
      opened = null;
    }
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      closed = true;
      closeNow();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
