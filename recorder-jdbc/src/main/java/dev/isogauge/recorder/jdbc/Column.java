package dev.isogauge.recorder.jdbc;

/**
 * A column of a recorded table.
 *
 * @param name as statements without quotes may write it, in small letters
 * @param relation what the recording calls it: keys are this, a slash, and the row's key
 * @param implied what an insert without it stores
 */
record Column(String name, String relation, ValueType type, Operand implied) {
  /** Plans have maps by column, which are asked for each statement. */
  @Override
  public int hashCode() {
    return relation.hashCode();
  }

  /** The key of one cell. */
  String cell(String row) {
    return relation + "/" + row;
  }
}
