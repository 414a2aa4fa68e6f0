package dev.isogauge.format.jepsen;

/** What a line of a Jepsen history says of an operation. */
enum OperationType {
  INVOKED,
  /** It happened. */
  OK,
  /** It did not happen. */
  FAILED,
  /** The client never learned. */
  UNKNOWN,
  /** A compare-and-set that failed: it says nothing that could be checked. */
  LEFT_OUT
}
