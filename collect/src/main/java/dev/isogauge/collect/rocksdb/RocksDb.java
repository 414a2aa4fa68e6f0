package dev.isogauge.collect.rocksdb;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.collect.process.GuardedDirectory;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.List;

/**
 * RocksDB in this process, in a temporary directory: with locks (TransactionDB), or with
 * comparisons when committing (OptimisticTransactionDB). Fetches the library and loads the engine
 * with it.
 */
public final class RocksDb {
  private static final String LOCKS = "locks";
  private static final String OPTIMISTIC = "optimistic";

  private static final String ENGINE = RocksDb.class.getPackageName() + ".engine";

  private RocksDb() {}

  /** Refuses what is neither empty nor a way to find conflicts. */
  public static void requireControl(String control) throws UnknownNameException {
    if (!control.isEmpty() && !control.equals(LOCKS) && !control.equals(OPTIMISTIC)) {
      throw new UnknownNameException("concurrency control", control, List.of(LOCKS, OPTIMISTIC));
    }
  }

  /**
   * Opens a new database.
   *
   * @param control how conflicts are found, {@code locks} if empty, or {@code optimistic}
   */
  public static Database start(String name, String control, DatabaseOptions options)
      throws DatabaseException {
    requireControl(control);
    options.requireNoSettings(name);
    ClassLoader classes = Drivers.of(options).classesWith(ENGINE, KnownJars.rocksDb());
    GuardedDirectory directory = GuardedDirectory.create("isogauge-rocksdb");
    try {
      return new KeyValueDatabase(
          name,
          DatabaseSystem.ROCKSDB,
          classes
              .loadClass(ENGINE + ".RocksDbStore")
              .asSubclass(KeyValueDatabase.Store.class)
              .getConstructor(GuardedDirectory.class, boolean.class, Duration.class)
              .newInstance(directory, control.equals(OPTIMISTIC), options.lockTimeout()));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      directory.close();
      Throwable cause = e instanceof InvocationTargetException target ? target.getCause() : e;
      throw new DatabaseException(name + ": cannot open RocksDB: " + cause.getMessage(), cause);
    }
  }
}
