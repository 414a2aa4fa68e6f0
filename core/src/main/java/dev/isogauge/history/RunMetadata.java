package dev.isogauge.history;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the runs of a block say about time and order. Every column is empty until it is used. */
public final class RunMetadata {
  /** Stands in a column of numbers where none is given. */
  private static final long NONE = RawBlock.NO_NUMBER;

  /** Four longs a run: start and commit timestamp, real-time begin and end. */
  private final LongArrayList times = new LongArrayList();

  /** Two longs a run: logical parts of start and commit timestamp. */
  private final LongArrayList logical = new LongArrayList();

  /** Number of each run in its session. */
  private final LongArrayList numbers = new LongArrayList();

  /** Place of each run in the claimed order of all transactions. */
  private final LongArrayList serials = new LongArrayList();

  /** The database's id of each run's transaction. */
  private final LongArrayList transactionIds = new LongArrayList();

  private final List<Optional<Snapshot>> snapshots = new ArrayList<>();

  RunMetadata() {}

  void timestamps(int run, long start, long commit) {
    fill(times, HistoryColumns.TIMES * (run + 1), RawBlock.NO_TIME);
    times.set(HistoryColumns.TIMES * run + HistoryColumns.START, start);
    times.set(HistoryColumns.TIMES * run + HistoryColumns.COMMIT, commit);
  }

  void realTime(int run, long begin, long end) {
    fill(times, HistoryColumns.TIMES * (run + 1), RawBlock.NO_TIME);
    times.set(HistoryColumns.TIMES * run + HistoryColumns.BEGIN, begin);
    times.set(HistoryColumns.TIMES * run + HistoryColumns.END, end);
  }

  void logicalTimes(int run, long start, long commit) {
    fill(logical, 2 * (run + 1), 0);
    logical.set(2 * run + HistoryColumns.START, start);
    logical.set(2 * run + HistoryColumns.COMMIT, commit);
  }

  void number(int run, long number) {
    fill(numbers, run + 1, NONE);
    numbers.set(run, number);
  }

  void serial(int run, long place) {
    fill(serials, run + 1, NONE);
    serials.set(run, place);
  }

  void transactionId(int run, long id) {
    fill(transactionIds, run + 1, NONE);
    transactionIds.set(run, id);
  }

  void snapshot(int run, Snapshot snapshot) {
    while (snapshots.size() <= run) {
      snapshots.add(Optional.empty());
    }
    snapshots.set(run, Optional.of(snapshot));
  }

  private static void fill(LongArrayList column, int size, long value) {
    while (column.size() < size) {
      column.add(value);
    }
  }

  boolean hasTimes() {
    return !times.isEmpty();
  }

  boolean hasLogicalTimes() {
    return !logical.isEmpty();
  }

  boolean hasNumbers() {
    return !numbers.isEmpty();
  }

  /** Whether runs have a place in the claimed order, an id or a snapshot. */
  boolean hasClaims() {
    return !serials.isEmpty() || !transactionIds.isEmpty() || !snapshots.isEmpty();
  }

  /** Start timestamp of a run, or {@link RawBlock#NO_TIME}. */
  public long start(int run) {
    return time(run, HistoryColumns.START);
  }

  /** Commit timestamp of a run, or {@link RawBlock#NO_TIME}. */
  public long commit(int run) {
    return time(run, HistoryColumns.COMMIT);
  }

  /** The logical part of the start timestamp. */
  public long startLogical(int run) {
    return logical(run, HistoryColumns.START);
  }

  /** The logical part of the commit timestamp. */
  public long commitLogical(int run) {
    return logical(run, HistoryColumns.COMMIT);
  }

  /** Begin of a run on the client's clock, or {@link RawBlock#NO_TIME}. */
  public long begin(int run) {
    return time(run, HistoryColumns.BEGIN);
  }

  /** End of a run on the client's clock, or {@link RawBlock#NO_TIME}. */
  public long end(int run) {
    return time(run, HistoryColumns.END);
  }

  long time(int run, int which) {
    int slot = HistoryColumns.TIMES * run + which;
    return slot < times.size() ? times.getLong(slot) : RawBlock.NO_TIME;
  }

  long logical(int run, int which) {
    int slot = 2 * run + which;
    return slot < logical.size() ? logical.getLong(slot) : 0;
  }

  /** Place of a run's transaction in its session, or {@link RawBlock#NO_NUMBER}. */
  public long number(int run) {
    return run < numbers.size() ? numbers.getLong(run) : NONE;
  }

  long serial(int run) {
    return run < serials.size() ? serials.getLong(run) : NONE;
  }

  long transactionId(int run) {
    return run < transactionIds.size() ? transactionIds.getLong(run) : NONE;
  }

  Optional<Snapshot> snapshot(int run) {
    return run < snapshots.size() ? snapshots.get(run) : Optional.empty();
  }
}
