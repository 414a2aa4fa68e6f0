package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.online.host.OnlineStatistics;
import java.io.IOException;
import java.time.Duration;

/**
 * Where the service stands.
 *
 * @param order what decides: timestamps or reads
 * @param violations how many stand
 * @param countedOnly how many of them are counted only, as their key has many
 * @param events how many were logged, withdrawals included
 */
record Status(
    String level,
    String order,
    String state,
    Duration uptime,
    Intake.Counts intake,
    OnlineStatistics checker,
    long violations,
    long countedOnly,
    long events) {

  /** The names of {@link OnlineStatistics#flipFlopsPerRead}. */
  private static final String[] TIMES = {"1", "2", "3", "more"};

  /** The names of {@link OnlineStatistics#rectifiedWithin}. */
  private static final String[] WITHIN = {"1ms", "10ms", "100ms", "1s", "later"};

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("level", level);
    json.writeStringField("order", order);
    json.writeStringField("state", state);
    json.writeNumberField("uptimeSeconds", uptime.toMillis() / 1e3);
    json.writeNumberField("transactions", intake.transactions());
    json.writeNumberField("batches", intake.batches());
    json.writeNumberField("duplicates", intake.duplicates());
    json.writeNumberField("repeated", intake.repeated());
    json.writeNumberField("violations", violations);
    json.writeNumberField("countedOnly", countedOnly);
    json.writeNumberField("events", events);
    writeChecker(json);
    json.writeNumberField("waitingBytes", intake.waitingBytes());
    json.writeNumberField("journalBytes", intake.journalBytes());
    json.writeEndObject();
  }

  /** What the checker counts. */
  void writeChecker(JsonGenerator json) throws IOException {
    json.writeNumberField("judged", checker.judged());
    json.writeNumberField("provisional", checker.pending());
    json.writeNumberField("flipFlops", checker.flipFlops());
    json.writeObjectFieldStart("flipFlopsPerRead");
    for (int i = 0; i < Math.min(TIMES.length, checker.flipFlopsPerRead().size()); i++) {
      json.writeNumberField(TIMES[i], checker.flipFlopsPerRead().get(i));
    }
    json.writeEndObject();
    json.writeObjectFieldStart("rectifiedWithin");
    for (int i = 0; i < Math.min(WITHIN.length, checker.rectifiedWithin().size()); i++) {
      json.writeNumberField(WITHIN[i], checker.rectifiedWithin().get(i));
    }
    json.writeEndObject();
    json.writeNumberField("late", checker.late());
    json.writeNumberField("unjudged", checker.unjudged());
    json.writeNumberField("memoryBytes", checker.memoryBytes());
    json.writeNumberField("spilledBytes", checker.spilledBytes());
    json.writeNumberField("stateBytes", checker.diskBytes());
    json.writeNumberField("reloads", checker.reloads());
    json.writeNumberField("waitedMillis", checker.waitedMillis());
  }
}
