package dev.isogauge.collect.sql;

import dev.isogauge.collect.Level;
import java.util.List;
import java.util.Optional;

/** Systems without a schema of our own, and without SQL that sets or shows the level. */
interface SilentLevelDialect extends Dialect {
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
