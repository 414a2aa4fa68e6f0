package dev.isogauge.anomaly;

import java.util.List;
import java.util.Optional;

/**
 * Something that contradicts the timestamps, in the history's own words, so that it is complete
 * without the history: offline and online checking both report it. Of a stream without timestamps,
 * a level that was lost ({@link #ofLoss}).
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
    TimestampedTransaction transaction,
    Optional<TimestampedTransaction> other,
    Optional<String> key,
    int operation,
    String expected,
    String actual,
    ReadSource source) {

  /** A rule that a transaction breaks by itself. */
  public static TimestampFinding of(AnomalyKind kind, TimestampedTransaction transaction) {
    return new TimestampFinding(
        kind, transaction, Optional.empty(), Optional.empty(), 0, "", "", ReadSource.NOT_KNOWN);
  }

  /** A rule that two transactions break. */
  public static TimestampFinding ofPair(
      AnomalyKind kind,
      TimestampedTransaction later,
      TimestampedTransaction earlier,
      Optional<String> key) {
    return new TimestampFinding(
        kind, later, Optional.of(earlier), key, 0, "", "", ReadSource.NOT_KNOWN);
  }

  /** A sequence number that does not continue its session. */
  public static TimestampFinding ofNumber(
      TimestampedTransaction later, TimestampedTransaction earlier, long expected, long actual) {
    return ofSession(later, earlier, "number " + expected, "number " + actual);
  }

  /** A start that is before the predecessor's commit. */
  public static TimestampFinding ofSessionStart(
      TimestampedTransaction later, TimestampedTransaction earlier) {
    return ofSession(
        later, earlier, "start at or after " + earlier.commit(), "start " + later.start());
  }

  /** A commit that is before the predecessor's. */
  public static TimestampFinding ofSessionCommit(
      TimestampedTransaction later, TimestampedTransaction earlier) {
    return ofSession(
        later, earlier, "commit at or after " + earlier.commit(), "commit " + later.commit());
  }

  private static TimestampFinding ofSession(
      TimestampedTransaction later,
      TimestampedTransaction earlier,
      String expected,
      String actual) {
    return new TimestampFinding(
        AnomalyKind.SESSION,
        later,
        Optional.of(earlier),
        Optional.empty(),
        0,
        expected,
        actual,
        ReadSource.NOT_KNOWN);
  }

  /** A read that contradicts its own transaction. */
  public static TimestampFinding ofInternalRead(
      TimestampedTransaction reader, String key, int operation, String expected, String actual) {
    return new TimestampFinding(
        AnomalyKind.INTERNAL,
        reader,
        Optional.empty(),
        Optional.of(key),
        operation,
        expected,
        actual,
        ReadSource.NOT_KNOWN);
  }

  /** A read that does not show what its timestamps demand. */
  public static TimestampFinding ofExternalRead(
      TimestampedTransaction reader,
      Optional<TimestampedTransaction> writer,
      String key,
      int operation,
      String expected,
      String actual,
      ReadSource source) {
    return new TimestampFinding(
        AnomalyKind.EXTERNAL,
        reader,
        writer,
        Optional.of(key),
        operation,
        expected,
        actual,
        source);
  }

  /**
   * A level that a stream without timestamps has lost.
   *
   * @param kind that of the first anomaly that shows it
   * @param transaction the one that the level was lost with, without timestamps
   * @param level its name
   * @param words how it shows: a title, then sentences, each a line
   */
  public static TimestampFinding ofLoss(
      AnomalyKind kind, TimestampedTransaction transaction, String level, List<String> words) {
    return new TimestampFinding(
        kind,
        transaction,
        Optional.empty(),
        Optional.empty(),
        0,
        level,
        String.join("\n", words),
        ReadSource.NOT_KNOWN);
  }

  /** Whether it is a level that a stream has lost. */
  public boolean isLoss() {
    return !kind.isByClaim();
  }

  /**
   * A transaction as its history names it.
   *
   * @param start its start timestamp, physical or physical:logical
   * @param commit its commit timestamp likewise
   */
  public record TimestampedTransaction(String name, String session, String start, String commit) {

    /** One with the given timestamps. */
    public static TimestampedTransaction of(
        String name,
        String session,
        long start,
        long startLogical,
        long commit,
        long commitLogical) {
      return new TimestampedTransaction(
          name, session, time(start, startLogical), time(commit, commitLogical));
    }

    private static String time(long physical, long logical) {
      return logical == 0 ? Long.toString(physical) : physical + ":" + logical;
    }
  }

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
