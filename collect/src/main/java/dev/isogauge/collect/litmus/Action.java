package dev.isogauge.collect.litmus;

/**
 * What a step of a schedule does. Keys are names of items, conditions are SQL over {@code value}.
 */
public sealed interface Action {
  record Read(String key) implements Action {
    @Override
    public String toString() {
      return "read " + key;
    }
  }

  /** Gives the item this value, whether it exists or not. */
  record Write(String key, long value) implements Action {
    @Override
    public String toString() {
      return "write " + key + " " + value;
    }
  }

  /** A plain insert, which fails if the item exists. */
  record Insert(String key, long value) implements Action {
    @Override
    public String toString() {
      return "insert " + key + " " + value;
    }
  }

  /** A plain update, which changes nothing if there is no such item. */
  record Update(String key, long value) implements Action {
    @Override
    public String toString() {
      return "update " + key + " " + value;
    }
  }

  record Delete(String key) implements Action {
    @Override
    public String toString() {
      return "delete " + key;
    }
  }

  record Select(String condition) implements Action {
    @Override
    public String toString() {
      return "select \"" + condition + "\"";
    }
  }

  record UpdateWhere(String condition, long value) implements Action {
    @Override
    public String toString() {
      return "update where \"" + condition + "\" " + value;
    }
  }

  record DeleteWhere(String condition) implements Action {
    @Override
    public String toString() {
      return "delete where \"" + condition + "\"";
    }
  }

  record Commit() implements Action {
    @Override
    public String toString() {
      return "commit";
    }
  }

  record Rollback() implements Action {
    @Override
    public String toString() {
      return "rollback";
    }
  }

  /** Whether the transaction is over after it. */
  default boolean isEnd() {
    return this instanceof Commit || this instanceof Rollback;
  }
}
