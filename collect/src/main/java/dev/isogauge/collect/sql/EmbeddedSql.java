package dev.isogauge.collect.sql;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.process.GuardedDirectory;
import java.sql.Driver;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** An SQL engine that runs in this process: its language, and where it comes from, in one class. */
public interface EmbeddedSql extends Dialect, DatabaseProvider {
  /** Names for databases in memory, which no two share. */
  AtomicInteger COUNT = new AtomicInteger();

  /** The class of the driver. */
  String driver();

  /** The jar of the engine and its driver. */
  String jar(String variant);

  @Override
  default List<DatabaseSystem> systems() {
    return List.of(system());
  }

  @Override
  default List<String> jars() {
    return List.of(jar(""));
  }

  @Override
  default int sideBySide() {
    return 8;
  }

  /** Loads the driver, after the jar was fetched if need be. */
  default Driver load(String variant, DatabaseOptions options) throws DatabaseException {
    return Drivers.of(options).load(driver(), jar(variant));
  }

  /** A name for a database in memory that no other has. */
  static String newName() {
    return "isogauge" + COUNT.incrementAndGet();
  }

  /**
   * Starts a database in memory. It lives as long as its first connection, which {@link
   * JdbcDatabase} closes last.
   *
   * @param url what comes before the name of the database
   * @param attributes what follows it; settings of the user follow these
   */
  default Database inMemory(
      String name, String variant, String url, String attributes, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = load(variant, options);
    String whole = url + newName() + attributes + attributes(options.settings());
    return JdbcDatabase.create(
        name,
        connection -> this,
        number -> driver.connect(whole, new Properties()),
        options,
        () -> {});
  }

  /**
   * Starts a database on a file in a directory of its own.
   *
   * @param url what comes before the path of the file
   * @param properties of connections; settings of the user replace or join them
   */
  default Database onFile(
      String name, String variant, String url, Properties properties, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = load(variant, options);
    GuardedDirectory directory = GuardedDirectory.create("isogauge-file");
    String whole = url + directory.path().resolve("database");
    options.settings().forEach(properties::setProperty);
    return JdbcDatabase.create(
        name,
        connection -> this,
        number -> driver.connect(whole, properties),
        options,
        directory::close);
  }

  /** A program with the engine in it. */
  default ClientProgram inProgram(String variant, String url) {
    return ClientProgram.embedded(jar(variant), url);
  }

  /** Settings as they stand in URLs. */
  static String attributes(Map<String, String> settings) {
    return settings.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(setting -> ";" + setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining());
  }
}
