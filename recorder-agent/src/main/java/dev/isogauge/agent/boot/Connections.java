package dev.isogauge.agent.boot;

import java.util.function.UnaryOperator;

/**
 * Where drivers and data sources hand over each connection that they return. It knows nothing of
 * SQL, which the bootstrap class loader does not see.
 */
public final class Connections {
  private static volatile UnaryOperator<Object> recording = UnaryOperator.identity();

  private Connections() {}

  /** Lets connections be recorded from now on: {@code Connections.recordBy(operator)}. */
  public static void recordBy(UnaryOperator<Object> operator) {
    recording = operator;
  }

  /** What the application gets for a connection: {@code Connections.recorded(connection)}. */
  public static Object recorded(Object connection) {
    return connection == null ? null : recording.apply(connection);
  }
}
