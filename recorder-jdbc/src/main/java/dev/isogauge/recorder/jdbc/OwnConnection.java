package dev.isogauge.recorder.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.concurrent.Callable;
import javax.sql.DataSource;

/**
 * A connection for the recorder, which takes none from a pool: the application may need them all.
 */
final class OwnConnection {
  private OwnConnection() {}

  /** Asks a pool for the URL that it connects to, and anything else for a connection. */
  static Callable<Connection> to(DataSource source) {
    return () -> {
      String url = property(source, "getJdbcUrl", "getUrl");
      String user = property(source, "getUsername", "getUser");
      String password = property(source, "getPassword");
      return url != null && user != null && password != null
          ? DriverManager.getConnection(url, user, password)
          : source.getConnection();
    };
  }

  private static String property(DataSource source, String... getters) {
    for (String getter : List.of(getters)) {
      try {
        Method method = source.getClass().getMethod(getter);
        if (method.invoke(source) instanceof String text) {
          return text;
        }
      } catch (ReflectiveOperationException | RuntimeException e) {
        // It has no such property.
      }
    }
    return null;
  }
}
