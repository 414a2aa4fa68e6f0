package dev.isogauge.recorder.jdbc;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The plans of the statements that were used last, for all connections of a database. */
final class Plans {
  private static final int MOST = 2000;

  /** Nothing is known yet, or ever. */
  static final Catalog NO_CATALOG = emptyCatalog(RecordedDialect.OTHER);

  private final Engine engine;

  /** Two generations: when the young one is full it is the old one. */
  private volatile Map<Key, Planned> young = new ConcurrentHashMap<>();

  private volatile Map<Key, Planned> old = Map.of();

  private record Key(String sql, String schema) {}

  /**
   * A plan.
   *
   * @param version of the catalog that it was made with
   */
  record Planned(StatementPlan plan, int version) {}

  Plans(Engine engine) {
    this.engine = engine;
  }

  static Catalog emptyCatalog(RecordedDialect dialect) {
    return new Catalog(0, dialect, "", Map.of(), Set.of(), Set.of(), Set.of(), true);
  }

  Planned plan(String sql, String schema) {
    Key key = new Key(sql, schema);
    Planned found = young.get(key);
    if (found == null) {
      found = old.get(key);
    }
    if (found == null || found.version() != engine.catalog().version()) {
      found = made(sql, schema);
      if (young.size() >= MOST) {
        old = young;
        young = new ConcurrentHashMap<>();
      }
      young.put(key, found);
    }
    return found;
  }

  private Planned made(String sql, String schema) {
    Catalog catalog = engine.catalog();
    if (catalog.version() == 0) {
      Origin origin = new Origin(Origin.cut(sql), "the database's metadata could not be read");
      return new Planned(new StatementPlan.Unknown(Set.of(), Set.of(), true, origin), 0);
    }
    PlanReader reader = new PlanReader(catalog, schema);
    StatementPlan plan = reader.read(sql);
    if (!reader.clocks().isEmpty()) {
      catalog = engine.leaveOut(reader.clocks());
      plan = new PlanReader(catalog, schema).read(sql);
    }
    engine.hide(reader.temporary());
    return new Planned(plan, catalog.version());
  }
}
