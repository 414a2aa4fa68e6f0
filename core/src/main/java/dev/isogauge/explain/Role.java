package dev.isogauge.explain;

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
    /** A version that two transactions overwrote, or one of several in a circle. */
    VERSION,
    /** One of two of equal rank, and the other one. */
    FIRST,
    SECOND,
    /** The one that should come first, and the one that should follow it. */
    EARLIER,
    LATER,
    /** On the way to an order: what has a place, what has none, and what need not have one yet. */
    PLACED,
    OBSTACLE,
    UNDER_WAY,
    /** A version in a version set. */
    MEMBER,
    /** Keys of a result: lacking, not to be there, and there with another value. */
    MISSING,
    UNEXPECTED,
    DIFFERENT,
    /** The last write of a row that a result is made of. */
    ROW;

    /** The name in reports. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
