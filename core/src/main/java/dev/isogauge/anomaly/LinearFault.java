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
  NEVER_WRITTEN,

  /**
   * Two transactions replaced the same version, which was written once, by the only other one
   * (possibly the initial one).
   */
  FORK,

  /** Each of the transactions reads what the one before wrote, and the first reads the last. */
  CIRCULAR,

  /**
   * The transactions follow one another in a piece, in this order, but the last one ended before
   * the first one began.
   */
  BACKWARDS,

  /**
   * Two pieces, of which neither can come first: the transactions, in order, from the one of a
   * piece that ended first to the one that began last or the reverse, and the others likewise.
   */
  ENTANGLED,

  /**
   * No order fits. The transactions, in this order, are the most of the history that can be placed,
   * up to the end of the first of the others; that one cannot be placed any more. The rest of the
   * others had begun and need not be placed yet. Where the first transaction is not the initial one
   * the contradiction does not depend on what was before.
   */
  NO_ORDER
}
