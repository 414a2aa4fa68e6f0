package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The numbers of the last hour, taken every few seconds, for the charts of the live page. They are
 * kept in a ring, so that a service that runs for months holds no more than one that runs for an
 * hour.
 */
final class StatusSamples implements AutoCloseable {
  static final int MOST = 720;
  static final long INTERVAL_MILLIS = 5_000;

  private static final String[] FIELDS = {
    "time", "transactions", "lag", "provisional", "violations", "memoryBytes"
  };

  private final Supplier<Status> source;
  private final LongSupplier clock;
  private final Thread thread = new Thread(this::run, "isogauge-samples");

  /** A row of {@link #FIELDS} for each sample, the oldest at {@code next} once it is full. */
  private final long[] ring = new long[MOST * FIELDS.length];

  private int next;
  private int size;

  /**
   * Nothing is taken before {@link #start}.
   *
   * @param clock milliseconds since 1970
   */
  StatusSamples(Supplier<Status> source, LongSupplier clock) {
    this.source = source;
    this.clock = clock;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        try {
          take();
        } catch (IllegalStateException e) {
          // What is wrong with the checker is reported elsewhere; here a sample is missing.
        }
        Thread.sleep(INTERVAL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes a sample now. */
  void take() {
    Status status = source.get();
    add(
        clock.getAsLong(),
        status.intake().transactions(),
        Math.max(0, status.intake().transactions() - status.checker().judged()),
        status.checker().pending(),
        status.violations(),
        status.checker().memoryBytes());
  }

  private synchronized void add(long... sample) {
    System.arraycopy(sample, 0, ring, next * FIELDS.length, FIELDS.length);
    next = (next + 1) % MOST;
    size = Math.min(MOST, size + 1);
  }

  /** The samples after a time, oldest first. */
  synchronized void write(JsonGenerator json, long since) throws IOException {
    json.writeStartObject();
    json.writeNumberField("now", clock.getAsLong());
    json.writeArrayFieldStart("fields");
    for (String field : FIELDS) {
      json.writeString(field);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("samples");
    for (int i = 0; i < size; i++) {
      int row = (next - size + i + MOST) % MOST * FIELDS.length;
      if (ring[row] > since) {
        json.writeArray(ring, row, FIELDS.length);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
