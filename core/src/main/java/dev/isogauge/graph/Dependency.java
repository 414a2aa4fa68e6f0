package dev.isogauge.graph;

/** Why one transaction comes before another in a dependency graph. */
public enum Dependency {
  /** They stand in this order in a session. */
  SESSION,
  /** The first had ended before the second began. */
  REAL_TIME,
  /** The second reads what the first wrote. */
  WRITE_READ,
  /** The second overwrites what the first wrote. */
  WRITE_WRITE,
  /** The second overwrites what the first read. */
  READ_WRITE,
  /** A predicate read of the second depends on what the first wrote. */
  PREDICATE_WRITE_READ,
  /** The second changes what a predicate read of the first matches. */
  PREDICATE_READ_WRITE,
  /** Goes on from a node that is no transaction; the edge into that node says why. */
  LINK;

  private static final Dependency[] VALUES = values();

  /** A set of dependencies with this one alone. */
  public int bit() {
    return 1 << ordinal();
  }

  public boolean isIn(int set) {
    return (set & bit()) != 0;
  }

  public boolean isReadWrite() {
    return this == READ_WRITE || this == PREDICATE_READ_WRITE;
  }

  public boolean isWriteRead() {
    return this == WRITE_READ || this == PREDICATE_WRITE_READ;
  }

  static Dependency of(byte ordinal) {
    return VALUES[ordinal];
  }

  byte code() {
    return (byte) ordinal();
  }
}
