package dev.isogauge.collect;

import java.util.Map;
import java.util.TreeMap;

/** What the database calls a transaction: numbers and texts by field name of the recording. */
public record Identifiers(Map<String, Object> fields) {
  public static final Identifiers NONE = new Identifiers(Map.of());

  public Identifiers {
    fields = java.util.Collections.unmodifiableMap(new TreeMap<>(fields));
  }
}
