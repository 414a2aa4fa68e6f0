package dev.isogauge.format.toolkit;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.history.Atoms;
import java.io.IOException;
import java.util.Map;

/** Keys, values and names in JSON: integers, strings, objects for rows, and null for nil. */
public record JsonAtoms(Atoms atoms, JsonGenerator json) {
  public void write(long atom) throws IOException {
    if (atom == Atoms.NIL) {
      json.writeNull();
    } else if (atoms.isInteger(atom)) {
      json.writeNumber(atoms.token(atom));
    } else if (atoms.isRow(atom)) {
      json.writeStartObject();
      for (Map.Entry<String, Long> column : atoms.columns(atom).entrySet()) {
        write(column.getKey(), column.getValue());
      }
      json.writeEndObject();
    } else {
      json.writeString(atoms.plain(atom));
    }
  }

  public void write(String field, long atom) throws IOException {
    json.writeFieldName(field);
    write(atom);
  }
}
