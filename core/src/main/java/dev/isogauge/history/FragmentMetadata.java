package dev.isogauge.history;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Times and orders of the fragments of a block. Every column is empty until it is used. */
public final class FragmentMetadata {
  /** Four longs a fragment: start and commit timestamp, real-time begin and end. */
  private final LongArrayList times = new LongArrayList();

  /** Two longs a fragment: logical parts of start and commit timestamp. */
  private final LongArrayList logical = new LongArrayList();

  /** Number of each fragment in its session. */
  private final LongArrayList numbers = new LongArrayList();

  /** Place of each fragment in the claimed order of all transactions. */
  private final LongArrayList serials = new LongArrayList();

  /** The database's id of each fragment's transaction. */
  private final LongArrayList transactionIds = new LongArrayList();

  private final List<Optional<Snapshot>> snapshots = new ArrayList<>();

  /** The level that each fragment's transaction asked for; empty if that is not recorded. */
  private final List<String> levels = new ArrayList<>();

  /** Which operations each fragment's statements did; empty if that is not recorded. */
  private final List<String> statements = new ArrayList<>();

  FragmentMetadata() {}

  void timestamps(int fragment, long start, long commit) {
    fill(times, HistoryColumns.TIMES * (fragment + 1), RawBlock.NO_TIME);
    times.set(HistoryColumns.TIMES * fragment + HistoryColumns.START, start);
    times.set(HistoryColumns.TIMES * fragment + HistoryColumns.COMMIT, commit);
  }

  void realTime(int fragment, long begin, long end) {
    fill(times, HistoryColumns.TIMES * (fragment + 1), RawBlock.NO_TIME);
    times.set(HistoryColumns.TIMES * fragment + HistoryColumns.BEGIN, begin);
    times.set(HistoryColumns.TIMES * fragment + HistoryColumns.END, end);
  }

  void logicalTimes(int fragment, long start, long commit) {
    fill(logical, 2 * (fragment + 1), 0);
    logical.set(2 * fragment + HistoryColumns.START, start);
    logical.set(2 * fragment + HistoryColumns.COMMIT, commit);
  }

  void number(int fragment, long number) {
    fill(numbers, fragment + 1, RawBlock.NO_NUMBER);
    numbers.set(fragment, number);
  }

  void serial(int fragment, long place) {
    fill(serials, fragment + 1, RawBlock.NO_NUMBER);
    serials.set(fragment, place);
  }

  void transactionId(int fragment, long id) {
    fill(transactionIds, fragment + 1, RawBlock.NO_NUMBER);
    transactionIds.set(fragment, id);
  }

  void snapshot(int fragment, Snapshot snapshot) {
    while (snapshots.size() <= fragment) {
      snapshots.add(Optional.empty());
    }
    snapshots.set(fragment, Optional.of(snapshot));
  }

  void level(int fragment, String level) {
    set(levels, fragment, level);
  }

  void statements(int fragment, String statements) {
    set(this.statements, fragment, statements);
  }

  private static void set(List<String> column, int fragment, String value) {
    while (column.size() <= fragment) {
      column.add("");
    }
    column.set(fragment, value);
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

  /** Whether fragments have a place in the claimed order, an id or a snapshot. */
  boolean hasClaims() {
    return !serials.isEmpty() || !transactionIds.isEmpty() || !snapshots.isEmpty();
  }

  /** Start timestamp of a fragment, or {@link RawBlock#NO_TIME}. */
  public long start(int fragment) {
    return time(fragment, HistoryColumns.START);
  }

  /** Commit timestamp of a fragment, or {@link RawBlock#NO_TIME}. */
  public long commit(int fragment) {
    return time(fragment, HistoryColumns.COMMIT);
  }

  /** The logical part of the start timestamp. */
  public long startLogical(int fragment) {
    return logical(fragment, HistoryColumns.START);
  }

  /** The logical part of the commit timestamp. */
  public long commitLogical(int fragment) {
    return logical(fragment, HistoryColumns.COMMIT);
  }

  /** Begin of a fragment on the client's clock, or {@link RawBlock#NO_TIME}. */
  public long begin(int fragment) {
    return time(fragment, HistoryColumns.BEGIN);
  }

  /** End of a fragment on the client's clock, or {@link RawBlock#NO_TIME}. */
  public long end(int fragment) {
    return time(fragment, HistoryColumns.END);
  }

  long time(int fragment, int which) {
    int slot = HistoryColumns.TIMES * fragment + which;
    return slot < times.size() ? times.getLong(slot) : RawBlock.NO_TIME;
  }

  long logical(int fragment, int which) {
    int slot = 2 * fragment + which;
    return slot < logical.size() ? logical.getLong(slot) : 0;
  }

  /** Place of a fragment's transaction in its session, or {@link RawBlock#NO_NUMBER}. */
  public long number(int fragment) {
    return fragment < numbers.size() ? numbers.getLong(fragment) : RawBlock.NO_NUMBER;
  }

  long serial(int fragment) {
    return fragment < serials.size() ? serials.getLong(fragment) : RawBlock.NO_NUMBER;
  }

  long transactionId(int fragment) {
    return fragment < transactionIds.size() ? transactionIds.getLong(fragment) : RawBlock.NO_NUMBER;
  }

  boolean hasLevels() {
    return !levels.isEmpty();
  }

  String level(int fragment) {
    return fragment < levels.size() ? levels.get(fragment) : "";
  }

  boolean hasStatements() {
    return !statements.isEmpty();
  }

  String statements(int fragment) {
    return fragment < statements.size() ? statements.get(fragment) : "";
  }

  Optional<Snapshot> snapshot(int fragment) {
    return fragment < snapshots.size() ? snapshots.get(fragment) : Optional.empty();
  }
}
