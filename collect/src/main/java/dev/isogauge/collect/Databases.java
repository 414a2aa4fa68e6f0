package dev.isogauge.collect;

import dev.isogauge.collect.artifact.Versions;
import dev.isogauge.collect.derby.Derby;
import dev.isogauge.collect.h2.H2;
import dev.isogauge.collect.hsqldb.Hsqldb;
import dev.isogauge.collect.postgres.Postgres;
import dev.isogauge.collect.sqlite.Sqlite;
import java.util.List;

/** Databases by the names that users give them. */
public final class Databases {
  private Databases() {}

  /** A name and what it stands for. */
  public record Known(String name, String meaning) {}

  /** The databases there are. */
  public static List<Known> known() {
    return List.of(
        new Known("postgres[:VERSION]", "PostgreSQL, a server of our own"),
        new Known("h2[:VERSION]", "H2, in this process and in memory"),
        new Known("hsqldb[:locks|mvlocks|mvcc]", "HSQLDB in a transaction model, likewise"),
        new Known("derby", "Derby, likewise"),
        new Known("sqlite", "SQLite on a temporary file"));
  }

  /**
   * Starts or connects to a database.
   *
   * @throws UnknownNameException if no database has this name; it says which there are
   * @throws DatabaseException if it cannot be started or connected to; nothing is left running
   */
  public static Database open(String name, DatabaseOptions options) throws DatabaseException {
    int colon = name.indexOf(':');
    String system = colon < 0 ? name : name.substring(0, colon);
    String rest = colon < 0 ? "" : name.substring(colon + 1);
    return switch (system) {
      case "postgres" ->
          Postgres.start(name, rest.isEmpty() ? Versions.of("postgres") : rest, options);
      case "h2" -> H2.start(name, rest.isEmpty() ? Versions.of("h2") : rest, options);
      case "hsqldb" -> Hsqldb.start(name, rest, options);
      case "derby" -> Derby.start(name, options);
      case "sqlite" -> Sqlite.start(name, options);
      default ->
          throw new UnknownNameException(
              "database", name, known().stream().map(Known::name).toList());
    };
  }
}
