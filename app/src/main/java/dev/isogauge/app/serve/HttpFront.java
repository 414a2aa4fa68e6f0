package dev.isogauge.app.serve;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The HTTP side of the service: access, paths, and errors as JSON. Producers, questions with large
 * answers and health have threads of their own, so that none of them waits for another.
 */
final class HttpFront implements HttpListener.Door {
  /** Batches at a time; most of them wait for the disk together. */
  private static final int PRODUCERS = 64;

  private static final int QUERIES = 8;
  private static final int CONTROLS = 4;

  /** Requests that wait for a thread; more are answered with 503. */
  private static final int WAITING = 256;

  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final HttpListener listener;
  private final Access access;
  private final EventStreams streams;
  private final StatusSamples samples;
  private final Map<String, Endpoint> endpoints = new TreeMap<>();
  private final ThreadPoolExecutor producers = threads("producer", PRODUCERS);
  private final ThreadPoolExecutor queries = threads("query", QUERIES);
  private final ThreadPoolExecutor controls = threads("control", CONTROLS);
  private final ThreadPoolExecutor health = threads("health", 1);

  /** One path and what it does. */
  private record Endpoint(String method, ThreadPoolExecutor threads, Handler handler) {}

  /** Answers a request. */
  @FunctionalInterface
  interface Handler {
    void handle(HttpRequest exchange) throws IOException, HttpFailure, InterruptedException;
  }

  HttpFront(ServeSettings settings, Service service) throws IOException, ServiceException {
    access = new Access(settings.token(), settings.host(), settings.publicUrl());
    streams = new EventStreams(service.log());
    samples = new StatusSamples(service::status, System::currentTimeMillis);
    LiveHandlers live = new LiveHandlers(service.log(), samples);
    QueryHandlers asked = new QueryHandlers(service);
    TransactionsHandler transactions =
        new TransactionsHandler(service.intake(), settings.maxRequest());
    endpoints.put("/transactions", new Endpoint("POST", producers, transactions::handle));
    endpoints.put("/status", new Endpoint("GET", health, asked::status));
    endpoints.put("/metrics", new Endpoint("GET", health, asked::metrics));
    endpoints.put("/violations", new Endpoint("GET", queries, asked::violations));
    endpoints.put("/violations/stream", new Endpoint("GET", queries, streams::handle));
    endpoints.put(LiveHandlers.PAGE, new Endpoint("GET", queries, live::page));
    endpoints.put("/samples", new Endpoint("GET", queries, live::samples));
    endpoints.put("/evidence", new Endpoint("GET", queries, live::evidence));
    endpoints.put("/search", new Endpoint("GET", queries, live::search));
    endpoints.put(
        "/checkpoint", new Endpoint("POST", controls, new CheckpointHandler(service)::handle));
    endpoints.put("/finish", new Endpoint("POST", controls, new FinishHandler(service)::handle));
    listener = bind(settings);
  }

  private HttpListener bind(ServeSettings settings) throws IOException, ServiceException {
    String where = settings.host() + ":" + settings.port();
    try {
      InetAddress address = InetAddress.getByName(settings.host());
      return new HttpListener(
          new InetSocketAddress(address, settings.port()), settings.maxRequest(), this);
    } catch (UnknownHostException e) {
      throw new ServiceException("cannot listen on " + where + ": unknown host");
    } catch (BindException e) {
      throw new ServiceException("cannot listen on " + where + ": " + e.getMessage());
    }
  }

  private static ThreadPoolExecutor threads(String name, int count) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            60,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            task -> {
              Thread thread = new Thread(task, "isogauge-" + name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  void start() {
    listener.start();
    samples.start();
  }

  int port() {
    return listener.port();
  }

  /** Lets answers on their way be sent, then closes all connections. */
  void stop() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while ((listener.isBusy() || streams.areOpen()) && System.nanoTime() - deadline < 0) {
      Thread.sleep(5);
    }
    samples.close();
    listener.stop();
    for (ThreadPoolExecutor threads : new ThreadPoolExecutor[] {producers, queries, controls}) {
      threads.shutdown();
    }
    health.shutdown();
  }

  /** Before the body is read, so that strangers cannot make the service hold any. */
  @Override
  public void admit(HttpRequest request) throws HttpFailure {
    boolean isPage = LiveHandlers.PAGE.equals(request.uri().getPath());
    switch (isPage
        ? access.checkPage(request.requestHeaders())
        : access.check(request.requestHeaders())) {
      case NO_TOKEN -> {
        request.responseHeaders().set("WWW-Authenticate", "Bearer");
        throw new HttpFailure(401, "expected the header Authorization: Bearer with the token");
      }
      case FOREIGN ->
          throw new HttpFailure(
              403,
              "found a page of a browser, a proxy or another host; expected a program of this host,"
                  + " or the address that --public-url gives");
      case ALLOWED -> {
        if (endpoint(request).threads() == producers) {
          TransactionsHandler.requireKnown(request.requestHeaders());
        }
      }
    }
  }

  @Override
  public void handle(HttpRequest request) {
    try {
      Endpoint endpoint = endpoint(request);
      endpoint.threads().execute(() -> answer(request, endpoint.handler()));
    } catch (RejectedExecutionException e) {
      request.responseHeaders().set("Retry-After", "1");
      answer(
          request,
          exchange -> {
            throw new HttpFailure(503, "too many requests wait already; expected fewer at a time");
          });
    } catch (HttpFailure e) {
      throw new IllegalStateException("it was admitted", e);
    }
  }

  private void answer(HttpRequest exchange, Handler handler) {
    try {
      handler.handle(exchange);
    } catch (HttpFailure e) {
      message(exchange, e.status(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      message(exchange, 503, "the service is stopping");
    } catch (RuntimeException e) {
      message(exchange, 500, "internal error: " + e);
    } catch (IOException e) {
      exchange.close();
    }
  }

  private static void message(HttpRequest exchange, int status, String message) {
    try {
      if (!exchange.isAnswered()) {
        Reply.message(exchange, status, message);
      } else {
        exchange.close();
      }
    } catch (IOException e) {
      exchange.close();
    }
  }

  private Endpoint endpoint(HttpRequest exchange) throws HttpFailure {
    Endpoint endpoint = endpoints.get(exchange.uri().getPath());
    if (endpoint == null) {
      throw new HttpFailure(404, "expected one of " + String.join(", ", endpoints.keySet()));
    }
    if (!endpoint.method().equals(exchange.method())) {
      exchange.responseHeaders().set("Allow", endpoint.method());
      throw new HttpFailure(405, "expected " + endpoint.method());
    }
    return endpoint;
  }
}
