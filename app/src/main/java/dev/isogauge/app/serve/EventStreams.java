package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Semaphore;

/**
 * {@code GET /violations/stream}: events as they are logged, as server-sent events. A client reads
 * from the log at its own pace, so a slow one costs a thread and no memory.
 */
final class EventStreams {
  private static final int CLIENTS = 32;
  private static final int EVENTS_AT_ONCE = 256;
  private static final long HEARTBEAT_MILLIS = 10_000;
  private static final String HEARTBEAT = ": still here\n\n";

  private final ViolationLog log;
  private final Semaphore room = new Semaphore(CLIENTS);

  EventStreams(ViolationLog log) {
    this.log = log;
  }

  void handle(HttpRequest exchange) throws IOException, HttpFailure {
    long cursor = cursor(exchange);
    if (!room.tryAcquire()) {
      throw new HttpFailure(503, "found " + CLIENTS + " streams already; expected no more");
    }
    // A thread of its own: those of requests are needed by producers.
    Thread thread = new Thread(() -> serve(exchange, cursor), "isogauge-stream");
    thread.setDaemon(true);
    thread.start();
  }

  /** Whether a client is still being served. */
  boolean areOpen() {
    return room.availablePermits() < CLIENTS;
  }

  private static long cursor(HttpRequest exchange) throws HttpFailure {
    String last = exchange.requestHeaders().getFirst("Last-Event-ID");
    String query = last == null ? exchange.uri().getRawQuery() : "since=" + last;
    return QueryHandlers.number(query, "since", 0, 0, Long.MAX_VALUE);
  }

  private void serve(HttpRequest exchange, long from) {
    try (exchange) {
      exchange.responseHeaders().set("Content-Type", "text/event-stream");
      exchange.responseHeaders().set("Cache-Control", "no-store");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.responseBody();
      out.write(HEARTBEAT.getBytes(UTF_8));
      out.flush();
      long cursor = from;
      while (!log.isClosed() || cursor < log.last()) {
        boolean more = log.await(cursor, HEARTBEAT_MILLIS);
        if (more) {
          cursor = log.after(cursor, EVENTS_AT_ONCE, event -> out.write(text(event)));
        } else {
          out.write(HEARTBEAT.getBytes(UTF_8));
        }
        out.flush();
      }
    } catch (IOException e) {
      // The client has gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      room.release();
    }
  }

  private static byte[] text(ViolationEvent event) throws IOException {
    return ("id: "
            + event.sequence()
            + "\nevent: "
            + (event.isFound() ? "found" : "withdrawn")
            + "\ndata: "
            + EventJson.line(event)
            + "\n\n")
        .getBytes(UTF_8);
  }
}
