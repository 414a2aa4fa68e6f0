package dev.isogauge.app.proxy;

import dev.isogauge.recorder.jdbc.PostgresRecording;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/** Listens for clients, and connects each with the server. */
final class Proxy implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("dev.isogauge.proxy");
  private static final int BACKLOG = 512;
  private static final int MOST_NOTICES = 1000;
  private static final long PATIENCE_NANOS = 3_000_000_000L;

  private final ProxySettings settings;
  private final Upstream upstream;
  private final PostgresRecording recording;
  private final Consumer<String> notices;
  private final ServerSocket listener;
  private final SessionNames names = new SessionNames();
  private final Map<List<Object>, int[]> types = new ConcurrentHashMap<>();
  private final Set<ClientConnection> connections = ConcurrentHashMap.newKeySet();
  private final Set<String> said = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();

  Proxy(
      ProxySettings settings,
      Upstream upstream,
      PostgresRecording recording,
      ServerSocket listener,
      Consumer<String> notices) {
    this.settings = settings;
    this.upstream = upstream;
    this.recording = recording;
    this.notices = notices;
    this.listener = listener;
  }

  /** Takes the port; clients that come before {@link #run} wait. */
  static ServerSocket listener(ProxySettings settings) throws IOException {
    // A channel's sockets read with one system call where others, after a timeout, need three.
    ServerSocket listener = ServerSocketChannel.open().socket();
    try {
      listener.bind(
          new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port()), BACKLOG);
      return listener;
    } catch (IOException e) {
      listener.close();
      throw e;
    }
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Serves clients until it is closed. */
  void run() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        if (connections.size() >= settings.mostConnections()) {
          client.close();
          say("more than " + settings.mostConnections() + " connections; the last was closed");
          continue;
        }
        ClientConnection connection = new ClientConnection(this, count.incrementAndGet(), client);
        connections.add(connection);
        connection.start();
      } catch (IOException e) {
        debug("accepting", e);
      }
    }
  }

  Upstream upstream() {
    return upstream;
  }

  PostgresRecording recording() {
    return recording;
  }

  SessionNames names() {
    return names;
  }

  Map<List<Object>, int[]> types() {
    return types;
  }

  Optional<SSLContext> certificate() {
    return settings.certificate();
  }

  /** Whether what a client does concerns the recording. */
  boolean isRecorded(Startup startup) {
    if (startup.isReplication()) {
      return false;
    }
    if (!startup.database().equals(settings.server().database())) {
      say(
          "a client uses the database "
              + startup.database()
              + ", which is not recorded; only "
              + settings.server().database()
              + " is");
      return false;
    }
    return true;
  }

  String sessionName(int number, String application) {
    return settings.isByApplication() && !application.isBlank()
        ? application
        : "connection " + number;
  }

  void ended(ClientConnection connection) {
    connections.remove(connection);
  }

  /** Tells the user something, once. */
  void say(String notice) {
    if (said.size() < MOST_NOTICES && said.add(notice)) {
      notices.accept(notice);
    }
  }

  void debug(String where, Exception e) {
    LOGGER.log(System.Logger.Level.DEBUG, where, e);
  }

  int connectionCount() {
    return count.get();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      debug("closing", e);
    }
    connections.forEach(ClientConnection::close);
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!connections.isEmpty() && System.nanoTime() < end) {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
