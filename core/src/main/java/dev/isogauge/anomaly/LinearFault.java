package dev.isogauge.anomaly;

/**
 * Why one key's operations have no linearization. A <em>piece</em> is a write with everything that
 * must follow it immediately: the reads of its value, the compare-and-set from its value, the reads
 * of that one's value, and so on.
 */
public enum LinearFault {
  /**
   * The transaction read a value that no committed transaction wrote; the others wrote it and
   * aborted.
   */
  NEVER_WRITTEN(Role.READER, Role.WRITER, Role.WRITER),

  /**
   * Two transactions replaced the same version, which was written once, by the only other one
   * (possibly the initial one).
   */
  FORK(Role.READER, Role.WRITER, Role.WRITER),

  /** Each of the transactions reads what the one before wrote, and the first reads the last. */
  CIRCULAR(Role.FIRST, Role.SECOND, Role.SECOND),

  /**
   * The transactions follow one another in a piece, in this order, but the last one ended before
   * the first one began.
   */
  BACKWARDS(Role.FIRST, Role.SECOND, Role.SECOND),

  /**
   * Two pieces, of which neither can come first: the transactions, in order, from the one of a
   * piece that ended first to the one that began last or the reverse, and the others likewise.
   */
  ENTANGLED(Role.FIRST, Role.SECOND, Role.SECOND),

  /**
   * No order fits. The transactions, in this order, are the most of the history that can be placed,
   * up to the end of the first of the others; that one cannot be placed any more. The rest of the
   * others had begun and need not be placed yet. Where the first transaction is not the initial one
   * the contradiction does not depend on what was before.
   */
  NO_ORDER(Role.PLACED, Role.OBSTACLE, Role.UNDER_WAY);

  private final Role first;
  private final Role second;
  private final Role rest;

  LinearFault(Role first, Role second, Role rest) {
    this.first = first;
    this.second = second;
    this.rest = rest;
  }

  /** The role of the transactions that contradict one another. */
  Role first() {
    return first;
  }

  /** The role of the first of those that the contradiction is with. */
  Role second() {
    return second;
  }

  /** The role of the rest of these. */
  Role rest() {
    return rest;
  }
}
