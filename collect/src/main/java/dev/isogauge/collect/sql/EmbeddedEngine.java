package dev.isogauge.collect.sql;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.process.GuardedDirectory;
import java.sql.Driver;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An engine that runs in this process.
 *
 * @param dialect its language
 * @param driver its driver
 * @param url what comes before the name or the file of a database
 */
public record EmbeddedEngine(Dialect dialect, Driver driver, String url) {
  private static final AtomicInteger COUNT = new AtomicInteger();

  /** A name for a database in memory that no other has. */
  public static String newName() {
    return "isogauge" + COUNT.incrementAndGet();
  }

  /**
   * Starts a database in memory. It lives as long as its first connection, which {@link
   * JdbcDatabase} closes last.
   *
   * @param attributes what follows the name of the database; settings of the user follow these
   */
  public Database inMemory(String name, String attributes, DatabaseOptions options)
      throws DatabaseException {
    StringBuilder whole = new StringBuilder(url).append(newName()).append(attributes);
    options
        .settings()
        .forEach((key, value) -> whole.append(';').append(key).append('=').append(value));
    return JdbcDatabase.create(
        name,
        connection -> dialect,
        number -> driver.connect(whole.toString(), new Properties()),
        options,
        () -> {});
  }

  /**
   * Starts a database on a file in a directory of its own.
   *
   * @param properties of connections; settings of the user replace or join them
   */
  public Database onFile(String name, Properties properties, DatabaseOptions options)
      throws DatabaseException {
    GuardedDirectory directory = GuardedDirectory.create("isogauge-file");
    String whole = url + directory.path().resolve("database");
    options.settings().forEach(properties::setProperty);
    return JdbcDatabase.create(
        name,
        connection -> dialect,
        number -> driver.connect(whole, properties),
        options,
        directory::close);
  }
}
