package dev.isogauge.collect.rocksdb.engine;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.collect.process.GuardedDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.OptimisticTransactionOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Transaction;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.TransactionOptions;
import org.rocksdb.WriteOptions;

/** A database of RocksDB. */
public final class RocksDbStore implements KeyValueDatabase.Store {
  private static final long LOG_KEPT_SECONDS = Duration.ofDays(1).toSeconds();

  private final GuardedDirectory directory;
  private final String version;
  private final RocksDB store;
  private final Supplier<Transaction> begin;
  private final WriteAheadLog log;
  private final AtomicLong marks = new AtomicLong();

  /**
   * Opens a new database.
   *
   * @param directory where its files are; closed with it
   * @param optimistic whether conflicts are found when committing, and not by locks
   */
  public RocksDbStore(GuardedDirectory directory, boolean optimistic, Duration lockTimeout)
      throws IOException, RocksDBException {
    this.directory = directory;
    // Here and not where all temporary files are, so that it goes with the rest.
    NativeLibraryLoader.getInstance().loadLibrary(directory.path().toString());
    RocksDB.loadLibrary();
    version = "RocksDB " + RocksDB.rocksdbVersion();
    Options settings = new Options().setCreateIfMissing(true).setWalTtlSeconds(LOG_KEPT_SECONDS);
    WriteOptions writing = new WriteOptions();
    String path = directory.path().resolve("database").toString();
    if (optimistic) {
      OptimisticTransactionDB opened = OptimisticTransactionDB.open(settings, path);
      OptimisticTransactionOptions options =
          new OptimisticTransactionOptions().setSetSnapshot(true);
      begin = () -> opened.beginTransaction(writing, options);
      store = opened;
    } else {
      TransactionDB opened = TransactionDB.open(settings, new TransactionDBOptions(), path);
      TransactionOptions options =
          new TransactionOptions()
              .setSetSnapshot(true)
              .setLockTimeout(lockTimeout.toMillis())
              .setDeadlockDetect(true);
      begin = () -> opened.beginTransaction(writing, options);
      store = opened;
    }
    log = new WriteAheadLog(store);
  }

  WriteAheadLog log() {
    return log;
  }

  long nextMark() {
    return marks.getAndIncrement();
  }

  Transaction begin() {
    return begin.get();
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
    try (RocksIterator keys = store.newIterator()) {
      for (keys.seekToFirst(); keys.isValid(); keys.next()) {
        store.delete(keys.key());
      }
    } catch (RocksDBException e) {
      throw new DatabaseException("RocksDB cannot remove the keys: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      log.close();
      store.close();
    } finally {
      directory.close();
    }
  }
}
