package dev.isogauge.agent;

import com.zaxxer.hikari.HikariDataSource;
import java.io.File;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;

/** A program that knows nothing of recording: two withdrawals, of which one is lost. */
public final class Application {
  private Application() {}

  /** A data source by a lambda of the application's, as some frameworks have them. */
  private record Own(DataSource source) implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
      return source.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      return source.getConnection(user, password);
    }

    @Override
    public PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
      return source.isWrapperFor(type);
    }
  }

  private interface Connecting {
    Connection open() throws SQLException;
  }

  /** Runs it once for each way to connections, each with a database of its own. */
  public static void main(String[] arguments) throws Exception {
    for (String way : arguments) {
      if (way.equals("loaders")) {
        elsewhere();
      } else {
        run(connecting(way));
      }
    }
  }

  private static Connecting connecting(String way) {
    String url = "jdbc:h2:mem:" + way + ";DB_CLOSE_DELAY=-1";
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL(url);
    return switch (way) {
      case "manager" -> () -> DriverManager.getConnection(url);
      case "wrapped" -> new Own(new Own(h2))::getConnection;
      case "pool" -> JdbcConnectionPool.create(h2)::getConnection;
      case "hikari-url" -> hikari(url, null)::getConnection;
      case "hikari-source", "again" -> hikari(url, h2)::getConnection;
      case "source" -> h2::getConnection;
      default -> way.startsWith("jdbc:") ? hikari(way, null)::getConnection : h2::getConnection;
    };
  }

  private static HikariDataSource hikari(String url, DataSource source) {
    HikariDataSource pool = new HikariDataSource();
    if (source == null) {
      pool.setJdbcUrl(url);
    } else {
      pool.setDataSource(source);
    }
    pool.setMaximumPoolSize(3);
    return pool;
  }

  /** Once more, with loaders of its own, as application servers have them. */
  private static void elsewhere() throws Exception {
    List<URL> path = new ArrayList<>();
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!each.contains("isogauge-agent")) {
        path.add(Path.of(each).toUri().toURL());
      }
    }
    ClassLoader drivers =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(drivers);
    Class<?> again = Class.forName(Application.class.getName(), true, drivers);
    Method main = again.getMethod("main", String[].class);
    main.invoke(null, (Object) new String[] {"again"});
  }

  private static void run(Connecting way) throws SQLException {
    try (Connection setup = way.open();
        Statement statement = setup.createStatement()) {
      statement.execute("CREATE TABLE accounts (id INT PRIMARY KEY, balance INT)");
      statement.execute("INSERT INTO accounts VALUES (1, 100)");
    }
    try (Connection one = way.open();
        Connection two = way.open();
        Statement first = one.createStatement();
        Statement second = two.createStatement()) {
      one.setAutoCommit(false);
      two.setAutoCommit(false);
      int seen = balance(first);
      int alsoSeen = balance(second);
      first.executeUpdate("UPDATE accounts SET balance = " + (seen - 10) + " WHERE id = 1");
      one.commit();
      second.executeUpdate("UPDATE accounts SET balance = " + (alsoSeen - 20) + " WHERE id = 1");
      two.commit();
      System.out.println("left: " + balance(first));
      one.commit();
    }
  }

  private static int balance(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT balance FROM accounts WHERE id = 1")) {
      row.next();
      return row.getInt(1);
    }
  }
}
