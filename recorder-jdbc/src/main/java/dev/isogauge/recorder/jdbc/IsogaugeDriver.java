package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecordingException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A driver that records: put {@code isogauge:file=FILE:} behind the {@code jdbc:} of a URL.
 *
 * <pre>{@code
 * jdbc:isogauge:file=run.jsonl:postgresql://localhost/bank
 * }</pre>
 *
 * <p>{@code file=FILE,table=TABLE(KEY;VALUE)} records only the tables and columns that it names;
 * several tables, and several columns joined by a plus sign, are fine.
 *
 * <p>All connections that name the same file record into it, from the first on until the JVM ends.
 */
public final class IsogaugeDriver implements Driver {
  private static final String PREFIX = "jdbc:isogauge:";
  private static final Pattern TABLE = Pattern.compile("table=([^(;]+)\\(([^;)]+);([^;)]+)\\)");
  private static final Map<Path, Recorder> RECORDERS = new ConcurrentHashMap<>();
  private static final Map<String, Engine> ENGINES = new ConcurrentHashMap<>();

  static {
    try {
      DriverManager.registerDriver(new IsogaugeDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** A driver; {@link DriverManager} makes it: {@code DriverManager.getConnection(url)}. */
  public IsogaugeDriver() {}

  /** The parts of a URL. */
  record Target(Path file, Optional<Mapping> mapping, String url) {
    static Target of(String url) throws SQLException {
      int end = url.indexOf(':', PREFIX.length());
      String options = end < 0 ? "" : url.substring(PREFIX.length(), end);
      Path file = null;
      List<TableMapping> tables = new ArrayList<>();
      for (String option : options.split(",", -1)) {
        Matcher table = TABLE.matcher(option);
        if (option.startsWith("file=") && option.length() > 5) {
          file = Path.of(option.substring(5)).toAbsolutePath().normalize();
        } else if (table.matches()) {
          tables.add(
              new TableMapping(
                  table.group(1),
                  List.of(table.group(2).split("\\+", -1)),
                  List.of(table.group(3).split("\\+", -1)),
                  List.of()));
        } else {
          throw fault("found '" + option + "'");
        }
      }
      if (file == null) {
        throw fault("found no file");
      }
      return new Target(
          file,
          tables.isEmpty() ? Optional.empty() : Optional.of(Mapping.of(tables)),
          "jdbc:" + url.substring(end + 1));
    }

    private static SQLException fault(String what) {
      return new SQLException(
          what + "; expected a URL such as" + " jdbc:isogauge:file=run.jsonl:postgresql://host/db");
    }
  }

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Target target = Target.of(url);
    Connection connection = DriverManager.getConnection(target.url(), properties);
    try {
      return ENGINES.computeIfAbsent(url, each -> engine(target)).wrap(connection);
    } catch (RecordingException e) {
      System.getLogger("dev.isogauge").log(System.Logger.Level.WARNING, e.getMessage());
      return connection;
    }
  }

  private static Engine engine(Target target) {
    Recorder recorder = RECORDERS.computeIfAbsent(target.file(), IsogaugeDriver::create);
    return new Engine(recorder, target.mapping());
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

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties)
      throws SQLException {
    String target = Target.of(url).url();
    return DriverManager.getDriver(target).getPropertyInfo(target, properties);
  }

  @Override
  public int getMajorVersion() {
    return 0;
  }

  @Override
  public int getMinorVersion() {
    return 2;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("dev.isogauge");
  }
}
