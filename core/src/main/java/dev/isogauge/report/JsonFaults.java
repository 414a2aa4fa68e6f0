package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.history.Fault;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.report.toolkit.JsonLines;
import java.io.IOException;
import java.util.Collection;

/** Writes the faults that were on while an anomaly's transactions ran, by the clients' clock. */
final class JsonFaults {
  private static final int MOST = 40;

  private final JsonGenerator json;
  private final History history;

  JsonFaults(JsonGenerator json, History history) {
    this.json = json;
    this.history = history;
  }

  /** Writes nothing for a history without faults. */
  void write(Collection<Integer> transactions) throws IOException {
    if (history.faults().isEmpty()) {
      return;
    }
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (int transaction : transactions) {
      if (transaction != History.INITIAL && history.beginTime(transaction) != RawBlock.NO_TIME) {
        begin = Math.min(begin, history.beginTime(transaction));
        end = Math.max(end, Math.max(history.beginTime(transaction), history.endTime(transaction)));
      }
    }
    int leftOut = 0;
    int written = 0;
    json.writeArrayFieldStart("faults");
    for (Fault fault : history.faults()) {
      boolean isOver = fault.end() != RawBlock.NO_TIME;
      if (fault.begin() > end || (isOver && fault.end() < begin)) {
        continue;
      }
      if (written++ >= MOST) {
        leftOut++;
        continue;
      }
      json.writeStartObject();
      json.writeStringField("kind", fault.kind());
      json.writeStringField("server", fault.server());
      JsonLines.time(json, "begin", fault.begin());
      JsonLines.time(json, "end", fault.end());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("faultsLeftOut", leftOut);
  }
}
