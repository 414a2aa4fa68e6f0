package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecordingException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Records connections wherever they come from, of any number of databases, each connection once.
 *
 * <pre>{@code
 * RecordedConnections connections = RecordedConnections.of(recorder);
 * Connection recorded = connections.record(connection);
 * }</pre>
 *
 * <p>{@link IsogaugeDriver}, the agent and the module for Spring stand on it; with a data source of
 * your own, {@link IsogaugeDataSource} is simpler.
 */
public final class RecordedConnections {
  private static final System.Logger LOGGER = System.getLogger("dev.isogauge");
  private static final Map<Path, Recorder> FILES = new ConcurrentHashMap<>();

  /** Each connection has a database of its own there. */
  private static final Pattern PRIVATE = Pattern.compile("jdbc:(h2:mem:|sqlite:(:memory:)?)");

  /** Whether the call that this thread has under way came to a connection that records. */
  private static final ThreadLocal<Boolean> REACHED = ThreadLocal.withInitial(() -> false);

  private final Recorder recorder;
  private final Optional<Mapping> mapping;
  private final Map<String, Engine> engines = new ConcurrentHashMap<>();

  private RecordedConnections(Recorder recorder, Optional<Mapping> mapping) {
    this.recorder = recorder;
    this.mapping = mapping;
  }

  /** Records all tables by a recorder: {@code RecordedConnections.of(recorder)}. */
  public static RecordedConnections of(Recorder recorder) {
    return new RecordedConnections(recorder, Optional.empty());
  }

  /**
   * Records into a file, until the JVM ends, what options say: {@code file=run.jsonl}, and {@code
   * table=accounts(id;balance)} for each table if not all are to be recorded, joined by commas.
   * Whoever names the same file records into it: {@code RecordedConnections.by("file=run.jsonl")}.
   *
   * @throws IllegalArgumentException if the options are not such, with what was expected
   * @throws RecordingException if the file cannot be written
   */
  public static RecordedConnections by(String options) {
    RecordingOptions read = RecordingOptions.of(options);
    return new RecordedConnections(
        FILES.computeIfAbsent(read.file(), RecordedConnections::create), read.mapping());
  }

  private static Recorder create(Path file) {
    Recorder recorder = Recorder.create(file);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(recorder), "isogauge-recorder"));
    return recorder;
  }

  private static void close(Recorder recorder) {
    try {
      recorder.close();
    } catch (RecordingException e) {
      // The file says that it ended.
    }
  }

  /** The file that is written: {@code System.out.println(connections.file())}. */
  public Path file() {
    return recorder.file();
  }

  /**
   * The connection that records; as it is if that is not possible, or if it leads to one that
   * records already, as those of a pool may: {@code connections.record(connection)}.
   */
  public Connection record(Connection connection) {
    return record(connection, Optional.empty());
  }

  /**
   * The same, with a way to get another connection to the database, on which PostgreSQL's log is
   * read: {@code connections.record(connection, source::getConnection)}.
   */
  public Connection record(Connection connection, Callable<Connection> another) {
    return record(connection, Optional.of(another));
  }

  /**
   * The same for a connection of a data source, from which another one is got; from a pool only if
   * it does not tell where it connects to: {@code connections.record(connection, source)}.
   */
  public Connection record(Connection connection, DataSource source) {
    return record(connection, OwnConnection.to(source));
  }

  private Connection record(Connection connection, Optional<Callable<Connection>> another) {
    try {
      if (connection == null || isRecorded(connection)) {
        return connection;
      }
      String url = String.valueOf(connection.getMetaData().getURL());
      if (PRIVATE.matcher(url).matches() && engines.containsKey(url)) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            "only the first connection to {0} is recorded, since each has a database of its own;"
                + " name the database",
            url);
        return connection;
      }
      return engines
          .computeIfAbsent(url, each -> new Engine(recorder, mapping, another))
          .wrap(connection);
    } catch (SQLException | RuntimeException | LinkageError e) {
      LOGGER.log(System.Logger.Level.WARNING, "a connection is not recorded: " + e);
      return connection;
    }
  }

  /** Pools do not all say what they wrap, but all pass this call on. */
  private static boolean isRecorded(Connection connection) throws SQLException {
    REACHED.set(false);
    connection.getMetaData();
    boolean isRecorded = REACHED.get();
    REACHED.remove();
    return isRecorded;
  }

  /** A connection that records was asked for its metadata. */
  static void reached() {
    REACHED.set(true);
  }
}
