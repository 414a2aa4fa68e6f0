package dev.isogauge.evidence;

import java.util.Locale;

/** What a place has to do with an anomaly. */
public record Role(Part part, Place place) {

  /** The parts that places play. */
  public enum Part {
    /** The read, or the transaction, at fault. */
    READER,
    /** The write that was read. */
    WRITER,
    /** The write that should have been read. */
    EXPECTED,
    /** A version that two transactions overwrote, or one of several in a circle or of a value. */
    VERSION,
    /** One of two of equal rank. */
    FIRST,
    /** The other one of these. */
    SECOND,
    /** The one that should come first. */
    EARLIER,
    /** The one that should follow it. */
    LATER,
    /** It has a place in an order that fits as far as any. */
    PLACED,
    /** It has no place in that order. */
    OBSTACLE,
    /** It need not have a place in that order yet. */
    UNDER_WAY,
    /** A version in a version set. */
    MEMBER,
    /** A key that a result lacks. */
    MISSING,
    /** A key that a result should not have. */
    UNEXPECTED,
    /** A key that a result has with another value. */
    DIFFERENT,
    /** The last write of a row that a result is made of. */
    ROW;

    /** The name in reports. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
