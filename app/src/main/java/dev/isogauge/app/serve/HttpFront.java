package dev.isogauge.app.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The HTTP side of the service: access, paths, and errors as JSON. */
final class HttpFront {
  /** Requests at a time; a producer needs one. More wait in the accepting thread. */
  private static final int THREADS = 64;

  private static final int BACKLOG = 128;
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  static {
    // Without it an answer on a kept connection can wait 40 ms for the client's acknowledgement.
    setDefault("sun.net.httpserver.nodelay", "true");
    // Seconds until a request must have arrived whole.
    setDefault("sun.net.httpserver.maxReqTime", "300");
  }

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final Access access;
  private final EventStreams streams;
  private final AtomicInteger active = new AtomicInteger();
  private final Map<String, Endpoint> endpoints = new TreeMap<>();

  /** One path and what it does. */
  private record Endpoint(String method, Handler handler) {}

  /** Answers a request. */
  @FunctionalInterface
  interface Handler {
    void handle(HttpExchange exchange) throws IOException, HttpFailure, InterruptedException;
  }

  HttpFront(ServeSettings settings, Service service) throws IOException, ServiceException {
    access = new Access(settings.token());
    streams = new EventStreams(service.log());
    server = bind(settings);
    threads =
        new ThreadPoolExecutor(
            THREADS, THREADS, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons());
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    QueryHandlers queries = new QueryHandlers(service);
    endpoints.put(
        "/transactions",
        new Endpoint(
            "POST", new TransactionsHandler(service.intake(), settings.maxRequest())::handle));
    endpoints.put("/status", new Endpoint("GET", queries::status));
    endpoints.put("/violations", new Endpoint("GET", queries::violations));
    endpoints.put("/metrics", new Endpoint("GET", queries::metrics));
    endpoints.put("/violations/stream", new Endpoint("GET", streams::handle));
    endpoints.put("/checkpoint", new Endpoint("POST", new CheckpointHandler(service)::handle));
    endpoints.put("/finish", new Endpoint("POST", new FinishHandler(service)::handle));
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private static HttpServer bind(ServeSettings settings) throws IOException, ServiceException {
    String where = settings.host() + ":" + settings.port();
    try {
      InetAddress address = InetAddress.getByName(settings.host());
      return HttpServer.create(new InetSocketAddress(address, settings.port()), BACKLOG);
    } catch (UnknownHostException e) {
      throw new ServiceException("cannot listen on " + where + ": unknown host");
    } catch (BindException e) {
      throw new ServiceException("cannot listen on " + where + ": " + e.getMessage());
    }
  }

  private static ThreadFactory daemons() {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "isogauge-http-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  void start() {
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /**
   * Lets answers on their way be sent, then closes all connections. The server's own way of waiting
   * waits even if there is nothing to wait for.
   */
  void stop() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while ((active.get() > 0 || streams.areOpen()) && System.nanoTime() - deadline < 0) {
      Thread.sleep(5);
    }
    server.stop(0);
    threads.shutdown();
  }

  private void handle(HttpExchange exchange) throws IOException {
    active.incrementAndGet();
    try {
      answer(exchange);
    } finally {
      active.decrementAndGet();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try {
      switch (access.check(exchange.getRequestHeaders())) {
        case NO_TOKEN -> {
          exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
          throw new HttpFailure(401, "expected the header Authorization: Bearer with the token");
        }
        case FOREIGN ->
            throw new HttpFailure(
                403, "found a page of a browser or another host; expected a program of this host");
        case ALLOWED -> endpoint(exchange).handle(exchange);
      }
    } catch (HttpFailure e) {
      Reply.message(exchange, e.status(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      Reply.message(exchange, 503, "the service is stopping");
    } catch (RuntimeException e) {
      Reply.message(exchange, 500, "internal error: " + e);
    }
  }

  private Handler endpoint(HttpExchange exchange) throws HttpFailure {
    Endpoint endpoint = endpoints.get(exchange.getRequestURI().getPath());
    if (endpoint == null) {
      throw new HttpFailure(404, "expected one of " + String.join(", ", endpoints.keySet()));
    }
    if (!endpoint.method().equals(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", endpoint.method());
      throw new HttpFailure(405, "expected " + endpoint.method());
    }
    return endpoint.handler();
  }
}
