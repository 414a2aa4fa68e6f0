package dev.isogauge.recorder.jdbc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the statements that were used last read, for all connections of a database. */
final class Readings {
  private static final int MOST = 2000;

  private final Engine engine;
  private final RowRecording recording;
  private final Map<Key, Known> known = new ConcurrentHashMap<>();

  private record Key(String sql, String schema) {}

  private record Known(Reading reading, int version) {}

  Readings(Engine engine, RowRecording recording) {
    this.engine = engine;
    this.recording = recording;
  }

  Reading reading(String sql, String schema) {
    Key key = new Key(sql, schema);
    Known found = known.get(key);
    Catalog catalog = engine.catalog();
    if (found == null || found.version() != catalog.version()) {
      found = new Known(made(sql, schema, catalog), catalog.version());
      if (known.size() >= MOST) {
        known.clear();
      }
      known.put(key, found);
    }
    return found.reading();
  }

  private Reading made(String sql, String schema, Catalog catalog) {
    try {
      PlanReader reader = new PlanReader(catalog, schema);
      StatementPlan plan = reader.read(sql);
      engine.hide(reader.temporary());
      return Reading.of(sql, plan, catalog, recording.tables());
    } catch (RuntimeException e) {
      engine.failed(e);
      return Reading.unknown(sql, e);
    }
  }
}
