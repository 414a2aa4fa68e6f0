package dev.isogauge.agent;

import dev.isogauge.agent.boot.Connections;
import java.sql.Connection;
import net.bytebuddy.asm.Advice;

/** The end of each method that returns a connection; its code is copied into them. */
final class ReturnedConnection {
  private ReturnedConnection() {}

  @SuppressWarnings("UnusedVariable") // What is assigned is returned.
  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @Advice.Return(readOnly = false) Connection connection,
      @Advice.This Object source,
      @Advice.AllArguments Object[] arguments) {
    connection = (Connection) Connections.recorded(connection, source, arguments);
  }
}
