package dev.isogauge.collect.rocksdb;

import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.TIMESTAMPS;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.collect.process.GuardedDirectory;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * RocksDB in this process, in a temporary directory: with locks (TransactionDB), or with
 * comparisons when committing (OptimisticTransactionDB). Fetches the library and loads the engine
 * with it.
 */
public final class RocksDb implements DatabaseProvider {
  private static final String OPTIMISTIC = "optimistic";

  private static final String ENGINE = RocksDb.class.getPackageName() + ".engine";

  private static final String JAR = "org.rocksdb:rocksdbjni:" + DefaultVersions.of("rocksdb");

  /** Transactions that set a snapshot read from it, and conflicting writes are refused. */
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "RocksDB", Level.SNAPSHOT, Set.of(LISTS, TIMESTAMPS), Level.standard(Level.SNAPSHOT));

  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  public List<String> variants() {
    return List.of("locks", OPTIMISTIC);
  }

  @Override
  public String meaning() {
    return "RocksDB in a temporary directory, a download of 72 MB";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM);
  }

  @Override
  public List<String> jars() {
    return List.of(JAR);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(
        ClientProgram.store(
                RocksDb.class,
                "RocksDb",
                jars(),
                Map.of("OPTIMISTIC", Boolean.toString(variant.equals(OPTIMISTIC))))
            .alone());
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    options.requireNoSettings(name);
    ClassLoader classes = Drivers.of(options).classesWith(ENGINE, JAR);
    GuardedDirectory directory = GuardedDirectory.create("isogauge-rocksdb");
    try {
      return new KeyValueDatabase(
          name,
          SYSTEM.capabilities(),
          classes
              .loadClass(ENGINE + ".RocksDbStore")
              .asSubclass(KeyValueDatabase.Store.class)
              .getConstructor(GuardedDirectory.class, boolean.class, Duration.class)
              .newInstance(directory, variant.equals(OPTIMISTIC), options.lockTimeout()));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      directory.close();
      Throwable cause = e instanceof InvocationTargetException target ? target.getCause() : e;
      throw new DatabaseException(name + ": cannot open RocksDB: " + cause.getMessage(), cause);
    }
  }
}
