package dev.isogauge.chance;

import java.util.Locale;

/**
 * An anomaly that transactions have a chance of. All members overlap in time, but for stale reads.
 */
public enum ChanceKind {
  /** Seeing what is not committed yet. */
  DIRTY_READ("a reader of x, and a writer of x"),
  /** Seeing what never was. */
  ABORTED_READ("a reader of x, and a writer of x that aborts"),
  /** Writes of two transactions mixed. */
  DIRTY_WRITE("two writers of x and y"),
  /** A write over a version that the writer did not see. */
  LOST_UPDATE("two that read x and write x"),
  /** Part of a transaction seen, part not; reads of one key that differ are such a part. */
  READ_SKEW("one that reads x and y, or x twice, and one that writes them"),
  /** Each decides by what the other changes. */
  WRITE_SKEW(
      "one that reads x and writes y, one that reads y and writes x, no key that both write"),
  /** Two see two writes in different orders. */
  LONG_FORK("two that read x and y, one that writes x, one that writes y"),
  /** A search that misses a row. */
  PHANTOM("one that searches by a condition, one that writes a row that enters or leaves it"),
  /** An acknowledged write that is not seen. Its members follow one another. */
  STALE_READ("a reader of x, and another session's write of x acknowledged in the second before");

  private final String members;

  ChanceKind(String members) {
    this.members = members;
  }

  /** Its name in programs: {@code lost-update}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Its name in sentences: {@code lost update}. */
  public String title() {
    return id().replace('-', ' ');
  }

  /** Which transactions make such a chance. */
  public String members() {
    return members;
  }
}
