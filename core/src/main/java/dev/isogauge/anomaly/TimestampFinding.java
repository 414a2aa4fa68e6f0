package dev.isogauge.anomaly;

import java.util.Optional;

/**
 * Something that contradicts the timestamps, told in the history's own words, so that it is
 * complete without the history: offline and online checking both report it.
 *
 * @param kind which rule is broken
 * @param transaction the one at fault: the reader, or the later one of a pair
 * @param other the earlier one of a pair; External: the writer of what should have been read, empty
 *     for the initial value; empty otherwise
 * @param key the key in question, if there is one
 * @param operation the read's position in its transaction, from 1; 0 if it is about no read
 * @param expected what should have been read; Session: what should hold; empty otherwise
 * @param actual what was read; Session: what holds; empty otherwise
 * @param source External: where the value that was read comes from
 */
public record TimestampFinding(
    AnomalyKind kind,
    Party transaction,
    Optional<Party> other,
    Optional<String> key,
    int operation,
    String expected,
    String actual,
    ReadSource source) {

  /**
   * A transaction as its history names it.
   *
   * @param start its start timestamp, physical or physical:logical
   * @param commit its commit timestamp likewise
   */
  public record Party(String name, String session, String start, String commit) {}

  /** Where a value that should not have been read comes from. */
  public enum ReadSource {
    /** Not a read of a value, or not looked up. */
    NOT_KNOWN,
    /** No transaction wrote it. */
    NEVER_WRITTEN,
    /** Only transactions that did not commit wrote it. */
    UNCOMMITTED,
    /** Its transaction overwrote it before committing. */
    INTERMEDIATE,
    /** It was the value before the expected one. */
    OVERWRITTEN,
    /** Its transaction was not visible yet. */
    FUTURE
  }
}
