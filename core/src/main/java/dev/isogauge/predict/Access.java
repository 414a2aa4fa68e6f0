package dev.isogauge.predict;

/** What an operation of a program does with a key. */
enum Access {
  READ("read"),
  /** A read for update. */
  LOCK("read for update"),
  /** A read for share. */
  SHARE("read for share"),
  /** Gives a row that is there a value that was computed before. */
  UPDATE("update"),
  /** Computes a row's value from its value in the same statement. */
  CHANGE("change"),
  /** Fails if the row is there. */
  INSERT("insert"),
  DELETE("delete"),
  /** Adds an element to a list. */
  APPEND("append to"),
  /** A search by a condition, which is numbered like keys. */
  SEARCH("search");

  private static final Access[] ALL = values();
  private static final int BITS = 20;

  private final String words;

  Access(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  boolean writes() {
    return ordinal() >= UPDATE.ordinal() && ordinal() <= APPEND.ordinal();
  }

  /** Whether it takes a lock that others may meet. */
  boolean locks() {
    return this == LOCK || this == SHARE || writes();
  }

  /** An operation as a number. */
  int on(int key) {
    return ordinal() << BITS | key;
  }

  static Access of(int operation) {
    return ALL[operation >>> BITS];
  }

  static int keyOf(int operation) {
    return operation & ((1 << BITS) - 1);
  }
}
