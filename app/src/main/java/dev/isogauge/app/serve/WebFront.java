package dev.isogauge.app.serve;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Which requests are answered, by whom, and errors as JSON. A request reaches its handler when all
 * of it is there. Producers, questions with large answers and health have threads of their own, so
 * that none of them waits for another.
 */
final class WebFront extends Handler.Abstract.NonBlocking {
  /** Batches at a time; most of them wait for the disk together. */
  private static final int PRODUCERS = 64;

  private static final int QUERIES = 8;
  private static final int CONTROLS = 4;

  /** Requests that wait for a thread; more are answered with 503. */
  private static final int WAITING = 256;

  /** Bodies and the batches made of them may take this part of the heap. */
  private static final int HEAP_SHARE = 4;

  private final int maxRequest;
  private final Clients clients;
  private final RequestGuard access;
  private final EventStreams streams;
  private final StatusSamples samples;
  private final Exchange.Room room;
  private final Map<String, Endpoint> endpoints = new TreeMap<>();
  private final ThreadPoolExecutor producers = threads("producer", PRODUCERS);
  private final ThreadPoolExecutor queries = threads("query", QUERIES);
  private final ThreadPoolExecutor controls = threads("control", CONTROLS);
  private final ThreadPoolExecutor health = threads("health", 1);

  /** One path and what it does. */
  private record Endpoint(String method, ThreadPoolExecutor threads, Answering handler) {}

  /** Answers a request. */
  @FunctionalInterface
  interface Answering {
    void handle(Exchange exchange) throws IOException, HttpFailure, InterruptedException;
  }

  WebFront(ServeSettings settings, Service service, Clients clients) {
    this.clients = clients;
    maxRequest = settings.maxRequest();
    room = new Exchange.Room(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    access = new RequestGuard(settings.token(), settings.host(), settings.web().publicUrl());
    streams = new EventStreams(service.log());
    samples = new StatusSamples(service::status, System::currentTimeMillis);
    LiveHandlers live = new LiveHandlers(service.log(), samples);
    QueryHandlers asked = new QueryHandlers(service);
    TransactionsHandler transactions = new TransactionsHandler(service.intake(), maxRequest);
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
  }

  /** The queue has no end for the next pieces of answers; {@link #dispatch} limits requests. */
  private static ThreadPoolExecutor threads(String name, int count) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            60,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "isogauge-" + name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  @Override
  protected void doStart() throws Exception {
    samples.start();
    streams.start();
    super.doStart();
  }

  @Override
  protected void doStop() throws Exception {
    super.doStop();
    samples.close();
    for (ThreadPoolExecutor threads : new ThreadPoolExecutor[] {producers, queries, controls}) {
      threads.shutdown();
    }
    health.shutdown();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Clients.Client client = clients.of(request);
    if (client == null) {
      callback.failed(new IOException("the connection is closed"));
      return true;
    }
    client.begins();
    Exchange exchange = new Exchange(request, response, callback, client, room);
    try {
      Endpoint endpoint = admit(exchange);
      new BodyReader(exchange, maxRequest, body -> dispatch(exchange, endpoint, body)).run();
    } catch (HttpFailure e) {
      exchange.refuse(e);
    } catch (OutOfMemoryError e) {
      die(e);
    }
    return true;
  }

  /** Jetty would go on. */
  static void die(Error error) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
  }

  /** Before the body is read, so that strangers cannot make the service hold any. */
  private Endpoint admit(Exchange exchange) throws HttpFailure {
    boolean isPage = LiveHandlers.PAGE.equals(exchange.uri().getPath());
    switch (isPage ? access.checkPage(exchange) : access.check(exchange)) {
      case NO_TOKEN -> {
        exchange.set("WWW-Authenticate", "Bearer");
        throw new HttpFailure(401, "expected the header Authorization: Bearer with the token");
      }
      case FOREIGN ->
          throw new HttpFailure(
              403,
              "found a page of a browser, a proxy or another host; expected a program of this host,"
                  + " or the address that --public-url gives");
      case ALLOWED -> {}
    }
    requireOneMeaning(exchange);
    Endpoint endpoint = endpoints.get(exchange.uri().getPath());
    if (endpoint == null) {
      throw new HttpFailure(404, "expected one of " + String.join(", ", endpoints.keySet()));
    }
    if (!endpoint.method().equals(exchange.method())) {
      exchange.set("Allow", endpoint.method());
      if (HttpMethod.CONNECT.is(exchange.method())) {
        // Else Jetty leaves it open for a tunnel.
        exchange.set("Connection", "close");
      }
      throw new HttpFailure(405, "expected " + endpoint.method());
    }
    if (endpoint.threads() == producers) {
      TransactionsHandler.requireKnown(exchange);
    }
    return endpoint;
  }

  /** Jetty lets other encodings be, and HTTP/1.0 has none. */
  private static void requireOneMeaning(Exchange exchange) throws HttpFailure {
    String encoding = exchange.header("Transfer-Encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("chunked")) {
      throw new HttpFailure(501, "Transfer-Encoding: expected chunked or none");
    }
    if (encoding != null && exchange.isHttp10()) {
      throw new HttpFailure(400, "found Transfer-Encoding in HTTP/1.0; expected Content-Length");
    }
  }

  private void dispatch(Exchange exchange, Endpoint endpoint, byte[] body) {
    exchange.isWhole(body, endpoint.threads());
    if (endpoint.threads().getQueue().size() < WAITING) {
      endpoint.threads().execute(() -> answer(exchange, endpoint.handler()));
    } else {
      exchange.set("Retry-After", "1");
      message(exchange, 503, "too many requests wait already; expected fewer at a time");
    }
  }

  private static void answer(Exchange exchange, Answering handler) {
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
      exchange.broken(e);
    }
  }

  private static void message(Exchange exchange, int status, String message) {
    try {
      if (exchange.isAnswered()) {
        exchange.broken(new IOException(message));
      } else {
        Reply.message(exchange, status, message);
      }
    } catch (IOException | RuntimeException e) {
      exchange.broken(e);
    }
  }
}
