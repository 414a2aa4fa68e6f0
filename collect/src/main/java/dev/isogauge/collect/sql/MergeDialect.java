package dev.isogauge.collect.sql;

import java.util.List;

/** A dialect with standard SQL's {@code MERGE}. */
public interface MergeDialect extends Dialect {
  @Override
  default List<String> write() {
    return List.of(mergeItem(" WHEN MATCHED THEN UPDATE SET items.val = new.val"));
  }

  @Override
  default List<String> insert() {
    return List.of(mergeItem(""));
  }

  private static String mergeItem(String whenMatched) {
    return "MERGE INTO items USING (VALUES (CAST(:key AS BIGINT), CAST(:value AS BIGINT)))"
        + " AS new(id, val) ON items.id = new.id"
        + whenMatched
        + " WHEN NOT MATCHED THEN INSERT (id, val) VALUES (new.id, new.val)";
  }

  @Override
  default List<String> append() {
    return List.of(
        "MERGE INTO lists USING (VALUES (CAST(:key AS BIGINT), CAST(:value AS "
            + longText()
            + "))) AS new(id, element) ON lists.id = new.id"
            + " WHEN MATCHED THEN UPDATE SET lists.elements = lists.elements || ',' || new.element"
            + " WHEN NOT MATCHED THEN INSERT (id, elements) VALUES (new.id, new.element)");
  }
}
