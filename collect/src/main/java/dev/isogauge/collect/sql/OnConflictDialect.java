package dev.isogauge.collect.sql;

import java.util.List;

/** A dialect with PostgreSQL's {@code INSERT ... ON CONFLICT} and {@code RETURNING}. */
public interface OnConflictDialect extends Dialect {
  @Override
  default List<String> write() {
    return List.of(
        "INSERT INTO items (id, val) VALUES (:key, :value)"
            + " ON CONFLICT (id) DO UPDATE SET val = excluded.val");
  }

  @Override
  default List<String> insert() {
    return List.of("INSERT INTO items (id, val) VALUES (:key, :value) ON CONFLICT (id) DO NOTHING");
  }

  @Override
  default List<String> append() {
    return List.of(
        "INSERT INTO lists (id, elements) VALUES (:key, :value) ON CONFLICT (id)"
            + " DO UPDATE SET elements = lists.elements || ',' || excluded.elements");
  }

  @Override
  default String updateWhere(String condition) {
    return Dialect.super.updateWhere(condition) + " RETURNING id";
  }

  @Override
  default String deleteWhere(String condition) {
    return Dialect.super.deleteWhere(condition) + " RETURNING id";
  }
}
