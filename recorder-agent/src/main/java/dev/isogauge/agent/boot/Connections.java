package dev.isogauge.agent.boot;

/**
 * Where drivers and data sources pass each connection that they return. It knows nothing of SQL,
 * which the bootstrap class loader does not see.
 */
public final class Connections {
  private static volatile Recording recording = (connection, source, arguments) -> connection;

  private Connections() {}

  /** Records connections. */
  public interface Recording {
    /**
     * What the application gets for a connection: {@code recording.recorded(connection, driver, new
     * Object[] {url, properties})}.
     *
     * @param source the driver or data source that returns it
     * @param arguments what it was called with
     */
    Object recorded(Object connection, Object source, Object[] arguments);
  }

  /** Lets connections be recorded from now on: {@code Connections.recordBy(recording)}. */
  public static void recordBy(Recording by) {
    recording = by;
  }

  /** What the application gets: {@code Connections.recorded(connection, driver, arguments)}. */
  public static Object recorded(Object connection, Object source, Object[] arguments) {
    return connection == null ? null : recording.recorded(connection, source, arguments);
  }
}
