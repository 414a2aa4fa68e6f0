package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.server.AsyncRequestLogWriter;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/** Jetty, which speaks HTTP/1.1 for {@link WebFront}, with or without TLS. */
final class WebServer {
  private static final int BACKLOG = 512;
  private static final int MOST_HEAD = 16 << 10;
  private static final int READ_BYTES = 1 << 16;
  private static final int SEND_BYTES = 1 << 18;
  private static final long SWEEP_MILLIS = 250;
  private static final long PATIENCE_MILLIS = 2_000;

  /** What its buffers may hold back, on the heap and off it. */
  private static final long POOL_BYTES = 8L << 20;

  private static final int THREADS = 8;

  /** As most servers write it, with the microseconds that the answer took. */
  private static final String LOG_FORMAT =
      "%{client}a - - %{dd/MMM/yyyy:HH:mm:ss ZZZ|GMT|en}t \"%r\" %s %O %{us}T";

  private final Server server;
  private final ServerConnector connector;
  private final Clients clients = new Clients();
  private final ScheduledExecutorScheduler scheduler =
      new ScheduledExecutorScheduler("isogauge-http-timer", true);

  /** Listens, but answers nobody yet. */
  WebServer(ServeSettings settings, Service service) throws IOException, ServiceException {
    // Jetty's own queue and threads would load some 500 classes more, most of them of JMX.
    AtomicInteger number = new AtomicInteger();
    QueuedThreadPool threads =
        new QueuedThreadPool(
            THREADS,
            1,
            (int) Clients.IDLE_MILLIS,
            0,
            new LinkedBlockingQueue<>(),
            null,
            task -> {
              Thread thread = new Thread(task, "isogauge-http-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    server =
        new Server(
            threads, scheduler, new ArrayByteBufferPool(0, -1, -1, -1, POOL_BYTES, POOL_BYTES));
    HttpConnectionFactory http = new HttpConnectionFactory(configuration());
    http.setInputBufferSize(READ_BYTES);
    // One thread serves all connections, as none of what it does waits.
    connector =
        settings.web().tls().isPresent()
            ? new ServerConnector(
                server, 0, 1, tls(settings.web().tls().get(), http.getProtocol()), http)
            : new ServerConnector(server, 0, 1, http);
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(Clients.IDLE_MILLIS);
    // What is made for a client ahead of its reading.
    connector.setAcceptedSendBufferSize(SEND_BYTES);
    connector.setShutdownIdleTimeout(1);
    connector.addBean(clients);
    server.addConnector(connector);
    server.setHandler(new GracefulHandler(new WebFront(settings, service, clients)));
    server.setErrorHandler(WebServer::explain);
    server.setStopTimeout(PATIENCE_MILLIS);
    if (settings.web().accessLog().isPresent()) {
      server.setRequestLog(log(settings.web().accessLog().get()));
    }
    bind(settings.host() + ":" + settings.port(), settings.host());
  }

  private static HttpConfiguration configuration() {
    HttpConfiguration http = new HttpConfiguration();
    http.setHttpCompliance(HttpCompliance.STRICT);
    http.setRequestHeaderSize(MOST_HEAD);
    // Else it takes a token or the id of a batch for one that it has seen in other letters.
    http.setHeaderCacheCaseSensitive(true);
    http.setSendServerVersion(false);
    return http;
  }

  private static SslConnectionFactory tls(Tls keys, String next) {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStore(keys.store());
    tls.setKeyStorePassword(Tls.PASSWORD);
    SslConnectionFactory factory = new SslConnectionFactory(tls, next);
    // Else it refuses hosts that the certificate does not name, and those of proxies. Access
    // decides.
    factory.setEnsureSecureRequestCustomizer(false);
    return factory;
  }

  private static CustomRequestLog log(Path file) throws ServiceException {
    try {
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
    } catch (IOException e) {
      throw new ServiceException("cannot write the access log " + file);
    }
    AsyncRequestLogWriter writer = new AsyncRequestLogWriter(file.toString());
    writer.setAppend(true);
    writer.setRetainDays(0);
    return new CustomRequestLog(writer, LOG_FORMAT);
  }

  private void bind(String where, String host) throws IOException, ServiceException {
    try {
      InetAddress.getByName(host);
      connector.open();
    } catch (UnknownHostException e) {
      throw new ServiceException("cannot listen on " + where + ": unknown host");
    } catch (IOException e) {
      if (e.getCause() instanceof BindException cause) {
        throw new ServiceException("cannot listen on " + where + ": " + cause.getMessage());
      }
      throw e;
    }
  }

  /** What Jetty refuses by itself is said in JSON, too. */
  private static boolean explain(Request request, Response response, Callback callback) {
    Object reason = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
    String message = reason == null ? HttpStatus.getMessage(response.getStatus()) : "" + reason;
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    String json =
        "{\"message\":\"" + new String(JsonStringEncoder.getInstance().quoteAsString(message));
    response.write(true, ByteBuffer.wrap((json + "\"}\n").getBytes(UTF_8)), callback);
    return true;
  }

  void start() throws ServiceException {
    try {
      server.start();
    } catch (IOException | RuntimeException e) {
      throw new ServiceException("cannot serve HTTP: " + e.getMessage());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    sweep();
  }

  private void sweep() {
    clients.sweep();
    scheduler.schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  int port() {
    return connector.getLocalPort();
  }

  /** Lets answers on their way be sent, then closes all connections. */
  void stop() throws IOException {
    try {
      server.stop();
    } catch (IOException | RuntimeException e) {
      throw new IOException(e);
    } catch (Exception e) {
      // Requests that did not end in time.
    }
  }
}
