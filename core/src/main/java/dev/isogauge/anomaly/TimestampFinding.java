package dev.isogauge.anomaly;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
 * @param source External: where the value that was read comes from, if that was looked up
 */
public record TimestampFinding(
    AnomalyKind kind,
    TimestampedTransaction transaction,
    Optional<TimestampedTransaction> other,
    Optional<String> key,
    int operation,
    String expected,
    String actual,
    Optional<ReadSource> source) {

  /** A rule that a transaction breaks by itself. */
  public static TimestampFinding of(AnomalyKind kind, TimestampedTransaction transaction) {
    return new TimestampFinding(
        kind, transaction, Optional.empty(), Optional.empty(), 0, "", "", Optional.empty());
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
    return of(kind, transaction).expecting(level, String.join("\n", words));
  }

  /** The same with an earlier transaction, or the writer of what should have been read. */
  public TimestampFinding with(TimestampedTransaction earlier) {
    return new TimestampFinding(
        kind, transaction, Optional.of(earlier), key, operation, expected, actual, source);
  }

  /** The same about a key, or about none. */
  public TimestampFinding on(Optional<String> one) {
    return new TimestampFinding(kind, transaction, other, one, operation, expected, actual, source);
  }

  /** The same about a read of a key, by its position in its transaction, from 1. */
  public TimestampFinding at(String one, int read) {
    return new TimestampFinding(
        kind, transaction, other, Optional.of(one), read, expected, actual, source);
  }

  /** The same with what should be and what is. */
  public TimestampFinding expecting(String should, String is) {
    return new TimestampFinding(kind, transaction, other, key, operation, should, is, source);
  }

  /** The same with where the value that was read comes from, if that was looked up. */
  public TimestampFinding from(Optional<ReadSource> found) {
    return new TimestampFinding(kind, transaction, other, key, operation, expected, actual, found);
  }

  /** Whether it is a level that a stream has lost. */
  public boolean isLoss() {
    return !kind.isByClaim();
  }

  /** Whether it is about a read. */
  public boolean isRead() {
    return operation > 0;
  }

  /**
   * A transaction as its history names it.
   *
   * @param start its start timestamp, if it has timestamps
   * @param commit its commit timestamp likewise
   * @param number its number in its session, where the finding is about these
   */
  public record TimestampedTransaction(
      String name,
      String session,
      Optional<Timestamp> start,
      Optional<Timestamp> commit,
      OptionalLong number) {

    /** One with timestamps. */
    public static TimestampedTransaction of(
        String name, String session, Timestamp start, Timestamp commit) {
      return new TimestampedTransaction(
          name, session, Optional.of(start), Optional.of(commit), OptionalLong.empty());
    }

    /** One without timestamps. */
    public static TimestampedTransaction of(String name, String session) {
      return new TimestampedTransaction(
          name, session, Optional.empty(), Optional.empty(), OptionalLong.empty());
    }

    /** The same without a number. */
    public TimestampedTransaction unnumbered() {
      return new TimestampedTransaction(name, session, start, commit, OptionalLong.empty());
    }

    /** The same with its number in its session. */
    public TimestampedTransaction numbered(long one) {
      return new TimestampedTransaction(name, session, start, commit, OptionalLong.of(one));
    }
  }

  /** A point in time, on a database's clock. */
  public record Timestamp(long physical, long logical) implements Comparable<Timestamp> {
    /** The timestamp that is written so. */
    public static Timestamp parse(String text) {
      int colon = text.indexOf(':');
      return colon < 0
          ? new Timestamp(Long.parseLong(text), 0)
          : new Timestamp(
              Long.parseLong(text, 0, colon, 10),
              Long.parseLong(text, colon + 1, text.length(), 10));
    }

    @Override
    public int compareTo(Timestamp other) {
      int order = Long.compare(physical, other.physical);
      return order != 0 ? order : Long.compare(logical, other.logical);
    }

    /** As in histories: physical, or physical:logical. */
    @Override
    public String toString() {
      return logical == 0 ? Long.toString(physical) : physical + ":" + logical;
    }
  }

  /** Where a value that should not have been read comes from. */
  public enum ReadSource {
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
