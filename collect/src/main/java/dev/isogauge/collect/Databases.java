package dev.isogauge.collect;

import dev.isogauge.collect.artifact.Versions;
import dev.isogauge.collect.derby.Derby;
import dev.isogauge.collect.duckdb.DuckDb;
import dev.isogauge.collect.etcd.Etcd;
import dev.isogauge.collect.h2.H2;
import dev.isogauge.collect.hsqldb.Hsqldb;
import dev.isogauge.collect.mysql.MySql;
import dev.isogauge.collect.mysql.MySqlDialect;
import dev.isogauge.collect.postgres.Postgres;
import dev.isogauge.collect.postgres.PostgresDialect;
import dev.isogauge.collect.rocksdb.RocksDb;
import dev.isogauge.collect.sqlite.Sqlite;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Databases by the names that users give them. */
public final class Databases {
  private static final Pattern PASSWORD = Pattern.compile("password=[^&;]+");

  /** Stores of keys and values. */
  private static final Set<String> STORES = Set.of("rocksdb", "etcd");

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
        new Known("sqlite", "SQLite on a temporary file"),
        new Known("duckdb[:VERSION]", "DuckDB on a temporary file, a download of 79 MB"),
        new Known("mariadb", "MariaDB as installed, or from Debian's packages"),
        new Known(
            "rocksdb[:locks|optimistic]", "RocksDB in a temporary directory, a download of 72 MB"),
        new Known("etcd", "etcd, one member of our own: as installed, or from Debian's packages"),
        new Known("jdbc:postgresql:URL", "a server that speaks PostgreSQL's protocol"),
        new Known("jdbc:mariadb:URL", "a server that speaks MariaDB's or MySQL's protocol"));
  }

  /** Whether a database of this name has SQL; known before it is fetched and started. */
  public static boolean hasSql(String name) {
    return !STORES.contains(system(name));
  }

  /**
   * What a database of this name can do, known before it is fetched and started. A server that a
   * URL names may turn out to be a relative of the system that the URL says, and to do less.
   *
   * @throws UnknownNameException if no database has this name; it says which there are
   */
  public static Capabilities capabilities(String name) throws UnknownNameException {
    int colon = name.indexOf(':');
    String rest = colon < 0 ? "" : name.substring(colon + 1);
    return switch (system(name)) {
      case "postgres" -> PostgresDialect.postgreSql().capabilities();
      case "h2" -> new H2().capabilities();
      case "hsqldb" -> Hsqldb.inModel(rest).capabilities();
      case "derby" -> new Derby().capabilities();
      case "sqlite" -> new Sqlite().capabilities();
      case "duckdb" -> new DuckDb().capabilities();
      case "rocksdb" -> RocksDb.capabilities(rest);
      case "etcd" -> Etcd.capabilities();
      case "mariadb" -> MySqlDialect.mariaDb(false).capabilities();
      case "jdbc" ->
          switch (system(rest)) {
            case "postgresql" -> PostgresDialect.postgreSql().capabilities();
            case "mariadb", "mysql" -> MySqlDialect.mySql().capabilities();
            default -> throw unknownUrl(name);
          };
      default -> throw unknown(name);
    };
  }

  /** The name without what should not be shown: user, password and options of a URL. */
  public static String shown(String name) {
    return name.startsWith("jdbc:")
        ? name.replaceFirst("[?;].*", "").replaceFirst("//[^/]*@", "//")
        : name;
  }

  /** What stands before the first colon. */
  private static String system(String name) {
    return name.replaceFirst("(?s):.*", "");
  }

  private static UnknownNameException unknown(String name) {
    return new UnknownNameException("database", name, known().stream().map(Known::name).toList());
  }

  private static UnknownNameException unknownUrl(String url) {
    return new UnknownNameException(
        "kind of JDBC URL",
        url.replaceFirst("^(jdbc:[^:]*:?).*", "$1"),
        List.of("jdbc:postgresql:", "jdbc:mariadb:", "jdbc:mysql:"));
  }

  /**
   * Starts or connects to a database.
   *
   * @throws UnknownNameException if no database has this name; it says which there are
   * @throws DatabaseException if it cannot be started or connected to; nothing is left running
   */
  public static Database open(String name, DatabaseOptions options) throws DatabaseException {
    int colon = name.indexOf(':');
    String rest = colon < 0 ? "" : name.substring(colon + 1);
    return switch (system(name)) {
      case "postgres" ->
          Postgres.start(name, rest.isEmpty() ? Versions.of("postgres") : rest, options);
      case "h2" -> H2.start(name, rest.isEmpty() ? Versions.of("h2") : rest, options);
      case "hsqldb" -> Hsqldb.start(name, rest, options);
      case "derby" -> Derby.start(name, options);
      case "sqlite" -> Sqlite.start(name, options);
      case "duckdb" -> DuckDb.start(name, rest.isEmpty() ? Versions.of("duckdb") : rest, options);
      case "rocksdb" -> RocksDb.start(name, rest, options);
      case "etcd" -> Etcd.start(name, options);
      case "mariadb" -> MySql.start(name, options);
      case "jdbc" -> connect(name, options);
      default -> throw unknown(name);
    };
  }

  private static Database connect(String url, DatabaseOptions options) throws DatabaseException {
    String name = shown(url);
    if (url.matches("jdbc:[^:]*://[^/?]*@.*")) {
      // Drivers take this for a part of the host, and show it.
      throw new DatabaseException(
          name
              + ": found a user before the host; expected ?user=USER&password=PASSWORD at the end");
    }
    try {
      if (url.startsWith("jdbc:postgresql:")) {
        return Postgres.connect(name, url, options);
      } else if (url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) {
        return MySql.connect(name, url, options);
      }
    } catch (DatabaseException e) {
      throw new DatabaseException(withoutPassword(e.getMessage(), url), e);
    }
    throw unknownUrl(url);
  }

  /** Drivers show the whole URL if they cannot read it. */
  private static String withoutPassword(String message, String url) {
    Matcher password = PASSWORD.matcher(url);
    return password.find() ? message.replace(password.group(), "password=...") : message;
  }
}
