package dev.isogauge.collect.rocksdb;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.Versions;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.rocksdb.Library.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * RocksDB in this process, in a temporary directory: with locks (TransactionDB), or with
 * comparisons when committing (OptimisticTransactionDB).
 */
public final class RocksDb implements KeyValueDatabase.Store {
  private static final String LOCKS = "locks";
  private static final String OPTIMISTIC = "optimistic";
  private static final List<Level> LEVELS = List.of(Level.standard(Level.SNAPSHOT));
  private static final long LOG_KEPT_SECONDS = Duration.ofDays(1).toSeconds();

  private final Library library;
  private final GuardedDirectory directory;
  private final String version;
  private final Object store;
  private final Object writing;
  private final Object transactionOptions;
  private final WriteAheadLog log;
  private final AtomicLong marks = new AtomicLong();

  private RocksDb(
      Library library, GuardedDirectory directory, boolean optimistic, DatabaseOptions options)
      throws RefusedException {
    this.library = library;
    this.directory = directory;
    // Here and not where all temporary files are, so that it goes with the rest.
    library.call(
        library.callStatic("NativeLibraryLoader", "getInstance"),
        "loadLibrary",
        directory.path().toString());
    library.callStatic("RocksDB", "loadLibrary");
    version = "RocksDB " + library.callStatic("RocksDB", "rocksdbVersion");
    Object settings = library.create("Options");
    library.call(settings, "setCreateIfMissing", true);
    library.call(settings, "setWalTtlSeconds", LOG_KEPT_SECONDS);
    writing = library.create("WriteOptions");
    String path = directory.path().resolve("database").toString();
    if (optimistic) {
      store = library.callStatic("OptimisticTransactionDB", "open", settings, path);
      transactionOptions = library.create("OptimisticTransactionOptions");
    } else {
      Object locking = library.create("TransactionDBOptions");
      store = library.callStatic("TransactionDB", "open", settings, locking, path);
      transactionOptions = library.create("TransactionOptions");
      library.call(transactionOptions, "setLockTimeout", options.lockTimeout().toMillis());
      library.call(transactionOptions, "setDeadlockDetect", true);
    }
    library.call(transactionOptions, "setSetSnapshot", true);
    log = new WriteAheadLog(library, store);
  }

  /**
   * What it can do.
   *
   * @throws UnknownNameException if there is no such control of conflicts
   */
  public static Capabilities capabilities(String control) throws UnknownNameException {
    if (!control.isEmpty() && !control.equals(LOCKS) && !control.equals(OPTIMISTIC)) {
      throw new UnknownNameException("concurrency control", control, List.of(LOCKS, OPTIMISTIC));
    }
    return KeyValueDatabase.capabilities(LEVELS);
  }

  /**
   * Opens a new database.
   *
   * @param control how conflicts are found, {@code locks} if empty, or {@code optimistic}
   */
  public static Database start(String name, String control, DatabaseOptions options)
      throws DatabaseException {
    capabilities(control);
    options.requireNoSettings(name);
    ClassLoader classes =
        new Drivers(new Artifacts(options.notices()))
            .classes(new Coordinates("org.rocksdb", "rocksdbjni", Versions.of("rocksdb")));
    GuardedDirectory directory = GuardedDirectory.create("isogauge-rocksdb");
    try {
      return new KeyValueDatabase(
          name,
          LEVELS,
          new RocksDb(new Library(classes), directory, control.equals(OPTIMISTIC), options));
    } catch (RefusedException | RuntimeException | LinkageError e) {
      directory.close();
      throw new DatabaseException(name + ": cannot open RocksDB: " + e.getMessage(), e);
    }
  }

  Library library() {
    return library;
  }

  WriteAheadLog log() {
    return log;
  }

  long nextMark() {
    return marks.getAndIncrement();
  }

  Object begin() throws RefusedException {
    return library.call(store, "beginTransaction", writing, transactionOptions);
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public KeyValueConnection connect(Level level) {
    return new RocksDbConnection(this);
  }

  @Override
  public void clear() throws DatabaseException {
    try {
      Object keys = library.call(store, "newIterator");
      try {
        for (library.call(keys, "seekToFirst");
            (boolean) library.call(keys, "isValid");
            library.call(keys, "next")) {
          library.call(store, "delete", library.call(keys, "key"));
        }
      } finally {
        library.call(keys, "close");
      }
    } catch (RefusedException e) {
      throw new DatabaseException("RocksDB cannot remove the keys: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      log.close();
      library.call(store, "close");
    } catch (RefusedException e) {
      throw new IllegalStateException(e);
    } finally {
      directory.close();
    }
  }
}
