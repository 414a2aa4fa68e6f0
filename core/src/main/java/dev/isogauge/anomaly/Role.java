package dev.isogauge.anomaly;

import java.util.Locale;

/** What a place has to do with an anomaly. */
public enum Role {
  /** The read, or the transaction, at fault. */
  READER("read at fault"),
  /** The write that was read. */
  WRITER("what it saw"),
  /** The write that should have been read. */
  EXPECTED("expected"),
  /** A version that two transactions overwrote, or one of several in a circle or of a value. */
  VERSION("the version"),
  /** One of two of equal rank. */
  FIRST("first"),
  /** What the first of two updates had read. */
  FIRST_READ(""),
  /** The other one of two of equal rank. */
  SECOND("second"),
  /** What the second of two updates had read. */
  SECOND_READ(""),
  /** The one that should come first. */
  EARLIER("should be earlier"),
  /** The one that should follow it. */
  LATER("should be later"),
  /** One of the operations that no order explains. */
  UNEXPLAINED(""),
  /** It has a place in an order that fits as far as any. */
  PLACED("placed"),
  /** It has no place in that order. */
  OBSTACLE("in the way"),
  /** It need not have a place in that order yet. */
  UNDER_WAY("under way"),
  /** A version in a version set. */
  MEMBER("in the version set"),
  /** A key that a result lacks. */
  MISSING(""),
  /** A key that a result should not have. */
  UNEXPECTED(""),
  /** A key that a result has with another value. */
  DIFFERENT(""),
  /** The last write of a row that a result is made of. */
  ROW("");

  private final String words;

  Role(String words) {
    this.words = words;
  }

  /** The name in reports. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What a picture says of it; empty if that needs no words. */
  public String words() {
    return words;
  }
}
