package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.ReplayedRow;
import dev.isogauge.evidence.Place;
import dev.isogauge.evidence.Role;
import dev.isogauge.evidence.Roles;
import dev.isogauge.history.History;
import java.io.IOException;
import java.util.Locale;

/** Writes which part everything plays in an anomaly, and what only some kinds have. */
final class JsonRoles {
  private final JsonValues values;
  private final JsonGenerator json;

  JsonRoles(JsonValues values) {
    this.values = values;
    this.json = values.json;
  }

  void write(Roles roles) throws IOException {
    json.writeArrayFieldStart("roles");
    for (Role role : roles.all()) {
      json.writeStartObject();
      json.writeStringField("role", role.part().id());
      values.endFields(role.place());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** What only anomalies of this kind have. */
  void details(Anomaly anomaly) throws IOException {
    if (anomaly instanceof Anomaly.NonLinearizable unordered) {
      json.writeStringField("fault", id(unordered.fault()));
    } else if (anomaly instanceof Anomaly.IncompatibleOrder incompatible) {
      json.writeNumberField("common", incompatible.common());
    } else if (anomaly instanceof Anomaly.TimestampViolation violation) {
      json.writeStringField("source", id(violation.finding().source()));
    } else if (anomaly instanceof Anomaly.ReplayMismatch mismatch) {
      json.writeArrayFieldStart("rows");
      for (ReplayedRow row : mismatch.rows()) {
        row(row);
      }
      json.writeEndArray();
    }
  }

  private void row(ReplayedRow row) throws IOException {
    json.writeStartObject();
    values.keyNumbered(row.key());
    json.writeFieldName("write");
    if (row.write() == History.INITIAL) {
      json.writeNull();
    } else {
      values.place(Place.ofOperation(values.history, row.write()));
    }
    json.writeStringField("state", row.state());
    json.writeStringField("result", id(row.result()));
    json.writeStringField("seen", row.seen());
    json.writeEndObject();
  }

  private static String id(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
