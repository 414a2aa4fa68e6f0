package dev.isogauge.collect.sql;

import dev.isogauge.collect.Level;
import java.util.List;
import java.util.Optional;

/**
 * The dialect of an engine on a file of our own, which has the tables of this run and no others and
 * needs no schema for them. There is one level.
 */
public interface SingleFileDialect extends OnConflictDialect {
  @Override
  default List<String> createSchema() {
    return List.of();
  }

  @Override
  default List<String> useSchema(String schema) {
    return List.of();
  }

  @Override
  default List<String> setLevel(Level level) {
    return List.of();
  }

  @Override
  default Optional<String> showLevel() {
    return Optional.empty();
  }
}
