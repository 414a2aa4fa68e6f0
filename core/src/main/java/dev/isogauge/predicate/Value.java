package dev.isogauge.predicate;

import java.util.Set;

/** What a condition compares: computed from one row, null where SQL says NULL. */
sealed interface Value {
  Object of(Row row);

  /** Adds the columns that it reads. */
  void columns(Set<String> into);

  /** A column; a name without quotes is looked for in capitals and small letters. */
  record Column(String name, boolean quoted) implements Value {
    /** The name is interned, as those of rows are. */
    public Column {
      name = name.intern();
    }

    /** Written out, as that of a record takes long to be linked. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Column column && name.equals(column.name) && quoted == column.quoted;
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public Object of(Row row) {
      return row.valueOf(name, quoted);
    }

    @Override
    public void columns(Set<String> into) {
      into.add(name);
    }
  }

  /** The same value on every row; null for NULL. */
  record Constant(Object value) implements Value {
    @Override
    public Object of(Row row) {
      return value;
    }

    @Override
    public void columns(Set<String> into) {
      // reads none
    }
  }

  /** Arithmetic on two values. */
  record Arithmetic(Operator operator, Value left, Value right) implements Value {
    @Override
    public Object of(Row row) {
      Object x = left.of(row);
      Object y = x == null ? null : right.of(row);
      if (y == null) {
        return null;
      }
      return switch (operator) {
        case PLUS -> Values.add(x, y);
        case MINUS -> Values.subtract(x, y);
        case TIMES -> Values.multiply(x, y);
        case DIVIDED_BY -> Values.divide(x, y);
        case MODULO -> Values.remainder(x, y);
      };
    }

    @Override
    public void columns(Set<String> into) {
      left.columns(into);
      right.columns(into);
    }
  }

  /** An arithmetic operator. */
  enum Operator {
    PLUS,
    MINUS,
    TIMES,
    DIVIDED_BY,
    MODULO
  }
}
