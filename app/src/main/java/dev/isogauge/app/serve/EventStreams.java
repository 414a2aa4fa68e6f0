package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code GET /violations/stream}: events as they are logged, as server-sent events. A client reads
 * from the log at its own pace, so a slow one costs neither a thread nor memory.
 */
final class EventStreams {
  private static final int CLIENTS = 32;
  private static final int MOST_EVENTS = 256;
  private static final int PIECE_BYTES = 1 << 14;
  private static final long HEARTBEAT_NANOS = 10_000_000_000L;

  /** How often streams are checked for a sign of life. */
  private static final long TICK_MILLIS = 1_000;

  private static final byte[] HEARTBEAT = ": still here\n\n".getBytes(UTF_8);

  private final ViolationLog log;
  private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
  private final Semaphore room = new Semaphore(CLIENTS);
  private final Thread pump = new Thread(this::pump, "isogauge-streams");

  EventStreams(ViolationLog log) {
    this.log = log;
    pump.setDaemon(true);
  }

  void start() {
    pump.start();
  }

  /** Wakes the streams when there is something for them, until all have seen the end. */
  private void pump() {
    try {
      long seen = 0;
      while (!log.isClosed() || !streams.isEmpty()) {
        if (!log.await(seen, TICK_MILLIS) && log.isClosed()) {
          Thread.sleep(5);
        }
        seen = log.last();
        streams.forEach(Stream::wake);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void handle(Exchange exchange) throws HttpFailure {
    Stream stream = new Stream(exchange, cursor(exchange));
    if (!room.tryAcquire()) {
      throw new HttpFailure(503, "found " + CLIENTS + " streams already; expected no more");
    }
    streams.add(stream);
    exchange.set("Content-Type", "text/event-stream");
    exchange.set("Cache-Control", "no-store");
    exchange.beginStream(stream::gone);
    stream.wake();
  }

  private static long cursor(Exchange exchange) throws HttpFailure {
    String last = exchange.header("Last-Event-ID");
    String query = last == null ? exchange.uri().getQuery() : "since=" + last;
    return QueryHandlers.number(query, "since", 0, 0, Long.MAX_VALUE);
  }

  /** One client. */
  private final class Stream {
    private final Exchange exchange;

    /** Whether it is at work, or the client has not taken what was written last. */
    private final AtomicBoolean busy = new AtomicBoolean();

    private volatile long cursor;
    private volatile long sent = System.nanoTime() - HEARTBEAT_NANOS;

    Stream(Exchange exchange, long cursor) {
      this.exchange = exchange;
      this.cursor = cursor;
    }

    void wake() {
      if (isDue() && busy.compareAndSet(false, true)) {
        exchange.execute(this::write);
      }
    }

    private boolean isDue() {
      return cursor < log.last()
          || log.isClosed()
          || System.nanoTime() - sent - HEARTBEAT_NANOS >= 0;
    }

    private void write() {
      try {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (System.nanoTime() - sent - HEARTBEAT_NANOS >= 0) {
          bytes.write(HEARTBEAT);
        }
        cursor =
            log.after(
                cursor,
                MOST_EVENTS,
                event -> bytes.write(text(event)),
                () -> bytes.size() >= PIECE_BYTES);
        boolean over = log.isClosed() && cursor >= log.last();
        sent = System.nanoTime();
        exchange.write(bytes.toByteArray(), over, over ? this::end : this::written);
      } catch (IOException | RuntimeException e) {
        exchange.broken(e);
      }
    }

    private void written() {
      busy.set(false);
      if (streams.contains(this)) {
        wake();
      } else {
        gone();
      }
    }

    private void end() {
      leave();
      exchange.end();
    }

    /**
     * The client has gone. Whoever is at work learns it from the connection, or when it is done.
     */
    void gone() {
      leave();
      if (busy.compareAndSet(false, true)) {
        exchange.broken(new IOException("the client has gone"));
      }
    }

    private void leave() {
      if (streams.remove(this)) {
        room.release();
      }
    }
  }

  private static byte[] text(ViolationEvent event) throws IOException {
    return ("id: "
            + event.sequence()
            + "\nevent: "
            + (event.isFound() ? "found" : "withdrawn")
            + "\ndata: "
            + ServiceEventJson.line(event)
            + "\n\n")
        .getBytes(UTF_8);
  }
}
