package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.RecordingException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;

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
  private static final Map<String, RecordedConnections> CONNECTIONS = new ConcurrentHashMap<>();

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
  record Target(String options, String url) {
    static Target of(String url) {
      int end = RecordingOptions.end(url, PREFIX.length());
      return new Target(
          end < 0 ? "" : url.substring(PREFIX.length(), end), "jdbc:" + url.substring(end + 1));
    }
  }

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Target target = Target.of(url);
    RecordedConnections connections = null;
    try {
      connections = CONNECTIONS.computeIfAbsent(target.options(), RecordedConnections::by);
    } catch (IllegalArgumentException e) {
      throw new SQLException(
          e.getMessage() + "; a URL is such as jdbc:isogauge:file=run.jsonl:postgresql://host/db",
          e);
    } catch (RecordingException e) {
      System.getLogger("dev.isogauge").log(System.Logger.Level.WARNING, e.getMessage());
    }
    Connection connection = DriverManager.getConnection(target.url(), properties);
    return connections == null
        ? connection
        : connections.record(
            connection, () -> DriverManager.getConnection(target.url(), properties));
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
