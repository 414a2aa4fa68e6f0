package dev.isogauge.history;

/**
 * What a read turned out to be when it was resolved. The faults are in the order in which their
 * names are tried: a read gets the first that fits.
 */
public enum ReadStatus {
  /** Reads another transaction's final write, or the initial value. */
  EXTERNAL,
  /** Reads the latest write of its own transaction before it. */
  OWN,
  /** Several writes could have been read; see {@link History#candidates}. */
  SEVERAL,
  /** The result was not observed. */
  UNKNOWN,
  /** A value that was never written. */
  THIN_AIR,
  /** A value that only aborted transactions wrote. */
  ABORTED,
  /** A value that its own transaction writes later. */
  FUTURE,
  /** Another transaction's value, after its own write of the key. */
  NOT_OWN,
  /** Its own write, but not the latest before the read. */
  NOT_LAST_OWN,
  /** Another transaction's write that is not that transaction's final write of the key. */
  INTERMEDIATE;

  private static final ReadStatus[] VALUES = values();

  /** Whether the read breaks read consistency all by itself. */
  public boolean isFault() {
    return ordinal() >= THIN_AIR.ordinal();
  }

  static ReadStatus of(int ordinal) {
    return VALUES[ordinal];
  }
}
