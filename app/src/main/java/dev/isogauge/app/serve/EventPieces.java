package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Events of the log as JSON, some at a time. */
final class EventPieces implements Exchange.Pieces {
  private static final int AT_ONCE = 1_000;

  private final ViolationLog log;
  private final long end;
  private final long limit;
  private final Predicate<ViolationEvent> wanted;
  private long next;
  private long found;
  private boolean begun;

  /**
   * Reads nothing yet.
   *
   * @param since the event before the first one
   * @param most how many events are examined
   * @param limit how many are shown
   */
  EventPieces(
      ViolationLog log, long since, long most, long limit, Predicate<ViolationEvent> wanted) {
    this.log = log;
    this.next = since;
    this.end = Math.min(log.last(), since + most);
    this.limit = limit;
    this.wanted = wanted;
  }

  @Override
  public boolean next(JsonGenerator json, BooleanSupplier full) throws IOException {
    if (!begun) {
      begun = true;
      json.writeStartObject();
      json.writeArrayFieldStart("events");
    }
    if (next < end && found < limit) {
      next =
          log.after(
              next,
              Math.min(end - next, AT_ONCE),
              event -> {
                if (wanted.test(event)) {
                  found++;
                  ServiceEventJson.event(event, json);
                }
              },
              () -> found == limit || full.getAsBoolean());
      return true;
    }
    json.writeEndArray();
    json.writeNumberField("next", next);
    json.writeNumberField("last", log.last());
    if (log.droppedEvents() > 0) {
      json.writeNumberField("dropped", log.droppedEvents());
    }
    json.writeEndObject();
    return false;
  }
}
