package dev.isogauge.collect.derby;

import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.READ_FOR_UPDATE;
import static dev.isogauge.collect.Capability.REPORTS_BLOCKED;
import static dev.isogauge.collect.Capability.SAVEPOINTS;
import static dev.isogauge.collect.Capability.SQL;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.sql.EmbeddedSql;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * Derby in this process and in memory. It counts lock timeouts in whole seconds, and they hold for
 * the database. Its catalogs know sessions by user names only, so each connection has its own.
 */
public final class Derby implements EmbeddedSql {
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "Derby",
          Level.READ_COMMITTED,
          Set.of(LISTS, PREDICATES, SQL, REPORTS_BLOCKED, READ_FOR_UPDATE, SAVEPOINTS),
          Level.sql(Level.standard(Level.REPEATABLE_READ)));

  /** A deadlock, a lock timeout, and a lock that the transaction itself holds in another way. */
  private static final Set<String> CONFLICTS = Set.of("40001", "40XL1", "40XL2");

  private static final String LOG = "derby.stream.error.file";
  private static final String INSERT = "INSERT INTO items (id, val) VALUES (:key, :value)";

  @Override
  public String name() {
    return "derby";
  }

  @Override
  public String meaning() {
    return "Derby in memory";
  }

  @Override
  public DatabaseSystem system() {
    return SYSTEM;
  }

  @Override
  public String driver() {
    return "org.apache.derby.iapi.jdbc.AutoloadedDriver";
  }

  @Override
  public String jar(String variant) {
    return "org.apache.derby:derby:" + DefaultVersions.of("derby");
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    options.requireNoSettings(name);
    // Otherwise it writes derby.log into the current directory.
    if (System.getProperty(LOG) == null) {
      System.setProperty(LOG, "/dev/null");
    }
    Driver driver = load(variant, options);
    String url = "jdbc:derby:memory:" + EmbeddedSql.newName();
    return JdbcDatabase.create(
        name,
        connection -> this,
        number -> {
          Properties properties = new Properties();
          properties.setProperty("user", "session" + number);
          return driver.connect(number == 1 ? url + ";create=true" : url, properties);
        },
        options,
        () -> drop(driver, url));
  }

  /** Derby reports that it dropped a database as an error. */
  private static void drop(Driver driver, String url) {
    try {
      driver.connect(url + ";drop=true", new Properties()).close();
    } catch (SQLException e) {
      // 08006: dropped
    }
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(inProgram(variant, "jdbc:derby:memory:test;create=true").withOthers());
  }

  @Override
  public String longText() {
    return "VARCHAR(32672)";
  }

  /** Deadlocks are looked for at once, and not at all if that has the same time as a lock. */
  @Override
  public List<String> lockTimeout(Duration timeout) {
    long seconds = Math.max(1, timeout.toSeconds());
    String set = "CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('derby.locks.%s', '%d')";
    return List.of(
        String.format(Locale.ROOT, set, "waitTimeout", seconds),
        String.format(Locale.ROOT, set, "deadlockTimeout", 0));
  }

  @Override
  public List<String> setLevel(Level level) {
    return List.of("SET ISOLATION " + shownAs(level));
  }

  @Override
  public Optional<String> showLevel() {
    return Optional.of("VALUES CURRENT ISOLATION");
  }

  /** Derby's own names: its RR is SERIALIZABLE and its RS is REPEATABLE READ. */
  @Override
  public String shownAs(Level level) {
    return switch (level.name()) {
      case Level.READ_UNCOMMITTED -> "UR";
      case Level.READ_COMMITTED -> "CS";
      case Level.REPEATABLE_READ -> "RS";
      default -> "RR";
    };
  }

  /**
   * Not its MERGE: a prepared one that failed makes the change after all when it is used again. An
   * INSERT with NOT EXISTS on the same table fails with a NullPointerException inside Derby now and
   * then.
   */
  @Override
  public List<String> write() {
    return List.of("UPDATE items SET val = :value WHERE id = :key", INSERT);
  }

  @Override
  public List<String> insert() {
    return List.of("SELECT id FROM items WHERE id = :key", INSERT);
  }

  @Override
  public List<String> append() {
    return List.of(
        "UPDATE lists SET elements = elements || ',' || :value WHERE id = :key",
        "INSERT INTO lists (id, elements) VALUES (:key, :value)");
  }

  @Override
  public String savepoint() {
    return EmbeddedSql.super.savepoint() + " ON ROLLBACK RETAIN CURSORS";
  }

  @Override
  public Optional<String> connectionNumber() {
    return Optional.of("VALUES CURRENT_USER");
  }

  @Override
  public Optional<String> blocked(String connectionNumber) {
    return Optional.of(
        "SELECT 1 FROM syscs_diag.lock_table l JOIN syscs_diag.transaction_table t"
            + " ON l.xid = t.xid WHERE l.state = 'WAIT' AND t.username = '"
            + connectionNumber
            + "'");
  }

  /**
   * Of class 40 Derby's manual has three that a conflict causes; the others are failures inside it,
   * such as an exception while it commits, after which nobody knows.
   */
  @Override
  public ErrorKind classify(SQLException error) {
    String state = String.valueOf(error.getSQLState());
    if (state.startsWith("40")) {
      return CONFLICTS.contains(state) ? ErrorKind.ABORTED : ErrorKind.REJECTED;
    }
    return ErrorKind.ofState(error);
  }
}
