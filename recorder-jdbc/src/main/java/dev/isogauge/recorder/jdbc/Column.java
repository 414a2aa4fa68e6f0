package dev.isogauge.recorder.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;

/** A column of a recorded table; the same object in all plans of a catalog. */
final class Column {
  private static final int MOST_RECENT = 1 << 10;

  private final String name;
  private final String relation;
  private final ValueType type;
  private final StatementValue implied;
  private final boolean isNullable;

  /** What is known of its cells; found when first asked for. */
  private Cells.Relation cells;

  /** Numbers that were written as text last, by their lowest bits; null before the first one. */
  private Written[] recent;

  /** A number as text. */
  private record Written(long number, String text) {}

  /**
   * A column.
   *
   * @param name as statements without quotes may write it, in small letters
   * @param relation what the recording calls it: keys are this, a slash, and the row's key
   * @param implied what an insert without it stores
   * @param isNullable whether it may be null; some databases store something else instead
   */
  Column(String name, String relation, ValueType type, StatementValue implied, boolean isNullable) {
    this.name = name;
    this.relation = relation;
    this.type = type;
    this.implied = implied;
    this.isNullable = isNullable;
  }

  String name() {
    return name;
  }

  String relation() {
    return relation;
  }

  ValueType type() {
    return type;
  }

  StatementValue implied() {
    return implied;
  }

  boolean isNullable() {
    return isNullable;
  }

  /** What a row of a result has at a place. */
  Object in(ResultSet rows, int place) throws SQLException {
    return switch (type.form()) {
      case OTHER -> StatementValue.UNREADABLE;
      // Times that the zone of this process leaves out have no java.sql.Timestamp.
      case TIMESTAMP -> Observation.content(this, rows.getObject(place, LocalDateTime.class));
      default -> Observation.content(this, rows.getObject(place));
    };
  }

  /** A number as text, the same object each time if it was used not long ago. */
  String text(long number) {
    if (recent == null) {
      recent = new Written[MOST_RECENT];
    }
    int place = (int) number & (MOST_RECENT - 1);
    Written found = recent[place];
    if (found == null || found.number() != number) {
      found = new Written(number, Long.toString(number));
      recent[place] = found;
    }
    return found.text();
  }

  /** The key of one cell. */
  String cell(String row) {
    return relation + "/" + row;
  }

  /** What is known of its cells; all connections to a database share that. */
  Cells.Relation cells(Cells all) {
    if (cells == null) {
      cells = all.relation(relation);
    }
    return cells;
  }
}
