package dev.isogauge.recorder.jdbc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables whose rows are recorded. Statements about other tables are not recorded.
 *
 * <pre>{@code
 * Mapping mapping = Mapping.of(TableMapping.of("accounts", "id", "balance"));
 * }</pre>
 */
public final class Mapping {
  private final Map<String, TableMapping> tables = new LinkedHashMap<>();

  private Mapping(List<TableMapping> tables) {
    for (TableMapping table : tables) {
      if (this.tables.put(table.table(), table) != null) {
        throw new IllegalArgumentException("table " + table.table() + " is mapped twice");
      }
    }
    if (tables.isEmpty()) {
      throw new IllegalArgumentException("no table is mapped; expected at least one");
    }
  }

  /**
   * The mapping of some tables: {@code Mapping.of(TableMapping.of("accounts", "id", "balance"))}.
   */
  public static Mapping of(TableMapping... tables) {
    return new Mapping(List.of(tables));
  }

  static Mapping of(List<TableMapping> tables) {
    return new Mapping(tables);
  }

  Optional<TableMapping> table(String name) {
    return Optional.ofNullable(tables.get(TableMapping.normal(name)));
  }
}
