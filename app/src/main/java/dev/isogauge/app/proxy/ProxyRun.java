package dev.isogauge.app.proxy;

import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecorderOptions;
import dev.isogauge.recorder.RecordingCounts;
import dev.isogauge.recorder.RecordingException;
import dev.isogauge.recorder.jdbc.PostgresRecording;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A proxy and its recording, from start to end. */
final class ProxyRun implements AutoCloseable {
  /** The driver logs parts of URLs. Held, or it might be collected. */
  private static final Logger DRIVERS_LOG = Logger.getLogger("org.postgresql");

  /** What a server says of a prepared statement that another client made, or did not make. */
  private static final Set<String> UNKNOWN_OR_TWICE = Set.of("26000", "42P05");

  private final Recorder recorder;
  private final PostgresRecording recording;
  private final Proxy proxy;
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean isClosed;

  private ProxyRun(Recorder recorder, PostgresRecording recording, Proxy proxy) {
    this.recorder = recorder;
    this.recording = recording;
    this.proxy = proxy;
  }

  /** Begins to record, then to listen. */
  static ProxyRun start(
      ProxySettings settings, Path file, RecorderOptions options, Consumer<String> notices)
      throws EnvironmentException {
    DRIVERS_LOG.setLevel(Level.OFF);
    ServerAddress server = settings.server();
    Recorder recorder = null;
    PostgresRecording recording = null;
    ServerSocket listener = null;
    try {
      Driver driver =
          Drivers.of(DatabaseOptions.defaults())
              .load(
                  "org.postgresql.Driver",
                  "org.postgresql:postgresql:" + DefaultVersions.of("postgres.driver"));
      Upstream upstream = new Upstream(server);
      // Before the file is made, which would replace another one.
      driver.connect(server.jdbcUrl(), server.login()).close();
      listener = listener(settings);
      recorder = Recorder.create(file, options);
      recorder.endedEarlyUnlessClosed("the proxy was killed; its last transactions may be missing");
      recording =
          PostgresRecording.start(
              recorder,
              () -> driver.connect(server.jdbcUrl(), server.login()),
              settings.isRedacted());
      Proxy proxy = new Proxy(settings, upstream, recording, listener, notices);
      Thread thread = new Thread(proxy::run, "isogauge-proxy");
      thread.setDaemon(true);
      thread.start();
      return new ProxyRun(recorder, recording, proxy);
    } catch (EnvironmentException e) {
      release(recorder, recording, listener);
      throw e;
    } catch (DatabaseException | RecordingException e) {
      release(recorder, recording, listener);
      throw new EnvironmentException(e.getMessage());
    } catch (IOException | GeneralSecurityException e) {
      release(recorder, recording, listener);
      String why = e instanceof NoSuchFileException ? "there is no file " : "";
      throw new EnvironmentException("--to: sslrootcert: " + why + e.getMessage());
    } catch (SQLException e) {
      release(recorder, recording, listener);
      boolean isPooled = UNKNOWN_OR_TWICE.contains(String.valueOf(e.getSQLState()));
      throw new EnvironmentException(
          server
              + ": "
              + e.getMessage()
              + (isPooled ? "; behind a pool, only its session mode lets the log be read" : ""));
    } catch (Exception e) {
      release(recorder, recording, listener);
      throw new EnvironmentException(server + ": " + e);
    }
  }

  private static ServerSocket listener(ProxySettings settings) throws EnvironmentException {
    try {
      return Proxy.listener(settings);
    } catch (IOException e) {
      throw new EnvironmentException(
          "--listen: " + settings.host() + ":" + settings.port() + ": " + e.getMessage());
    }
  }

  private static void release(
      Recorder recorder, PostgresRecording recording, ServerSocket listener) {
    try {
      if (listener != null) {
        listener.close();
      }
      if (recording != null) {
        recording.close();
      }
      if (recorder != null) {
        recorder.close();
      }
    } catch (IOException | SQLException | RecordingException e) {
      // What went wrong before is told.
    }
  }

  int port() {
    return proxy.port();
  }

  Path file() {
    return recorder.file();
  }

  RecordingCounts counts() {
    return recorder.counts();
  }

  int connectionCount() {
    return proxy.connectionCount();
  }

  /** Waits until it is closed. */
  void await() throws InterruptedException {
    closed.await();
  }

  /** Ends all connections, and records what is left. */
  @Override
  public synchronized void close() throws EnvironmentException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      proxy.close();
      recorder.close();
      recording.close();
    } catch (SQLException | RecordingException e) {
      throw new EnvironmentException(e.getMessage());
    } finally {
      closed.countDown();
    }
  }
}
