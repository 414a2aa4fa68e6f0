package dev.isogauge.generate;

/**
 * What of a run is put down in the history.
 *
 * @param timestamps the start and commit timestamps of committed transactions
 * @param ties whether timestamps may be equal where that leaves nothing open: a start at the latest
 *     commit or start, and commits of transactions whose order does not matter
 * @param aborted whether aborted transactions are put down
 * @param realTime whether the client puts down when a transaction began and ended on its clock
 * @param nilInitially whether keys start at nil, and not at 0
 * @param serial whether the store says the place of each transaction in the order of commits
 * @param versionOrder whether the store says the order of each key's versions, and on which of them
 *     it evaluated the condition of a predicate read
 * @param names whether keys and transactions of an application are called by what they are; then
 *     what it inserts is nil before
 */
public record Recording(
    Timestamps timestamps,
    boolean ties,
    boolean realTime,
    boolean aborted,
    boolean nilInitially,
    boolean serial,
    boolean versionOrder,
    boolean names) {

  /** Aborted transactions, no times and no orders. */
  public static final Recording DEFAULT =
      new Recording(Timestamps.NONE, false, false, true, false, false, false, false);

  /** What timestamps look like. */
  public enum Timestamps {
    NONE,
    /** 1, 2, 3 and so on. */
    COUNTER,
    /** Milliseconds, and a counter within the millisecond, as of a hybrid logical clock. */
    HYBRID
  }

  public Recording {
    if (ties && timestamps == Timestamps.NONE) {
      throw new InvalidWorkloadException("ties needs timestamps");
    }
  }

  public Recording withTimestamps(Timestamps value) {
    return new Recording(
        value,
        ties && value != Timestamps.NONE,
        realTime,
        aborted,
        nilInitially,
        serial,
        versionOrder,
        names);
  }

  public Recording withRealTime(boolean value) {
    return new Recording(
        timestamps, ties, value, aborted, nilInitially, serial, versionOrder, names);
  }

  public Recording withAborted(boolean value) {
    return new Recording(
        timestamps, ties, realTime, value, nilInitially, serial, versionOrder, names);
  }

  public Recording withNilInitially(boolean value) {
    return new Recording(timestamps, ties, realTime, aborted, value, serial, versionOrder, names);
  }

  public Recording withSerial(boolean value) {
    return new Recording(
        timestamps, ties, realTime, aborted, nilInitially, value, versionOrder, names);
  }

  public Recording withVersionOrder(boolean value) {
    return new Recording(timestamps, ties, realTime, aborted, nilInitially, serial, value, names);
  }

  public Recording withNames(boolean value) {
    return new Recording(
        timestamps, ties, realTime, aborted, nilInitially, serial, versionOrder, value);
  }
}
