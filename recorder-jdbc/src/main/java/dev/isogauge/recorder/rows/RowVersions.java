package dev.isogauge.recorder.rows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * The committed versions of each row in the order of their commits in the log, and which of them a
 * snapshot holds.
 *
 * <ol>
 *   <li>Old ones of rows that have many may be taken out; what a snapshot then holds that is older
 *       than all that are left is not known.
 *   <li>If there are too many all the same, rows of large tables that no one asked for lately leave
 *       memory when all snapshots hold their newest version. That waits in a {@link RowFile}.
 * </ol>
 */
public final class RowVersions {
  /** The number of what was there at first. */
  public static final long INITIAL = 0;

  /** Stands for a row of which only its existence is known. */
  static final Map<String, Object> UNREAD = Map.of("row", "as it was before the recording");

  /**
   * The column that has the number of the transaction that wrote the row, as PostgreSQL calls it.
   * So no two versions are equal, and a predicate read of the rows depends on each of them.
   */
  public static final String WRITER = "xmin";

  /**
   * A version.
   *
   * @param transaction its number, or {@link #INITIAL}
   * @param row by column; null where there is no row
   */
  public record Version(long transaction, Map<String, Object> row) {
    boolean isAlive() {
      return row != null;
    }
  }

  static final Version ABSENT = new Version(INITIAL, null);

  /** Rows with fewer versions are left alone. */
  private static final int MANY = 32;

  /** So many versions are in memory before rows leave it. */
  private static final int MOST_VERSIONS = 30_000;

  /** So many rows are looked at in a round. */
  private static final int MOST_LOOKED_AT = 20_000;

  /** The versions of a row, oldest first. */
  static final class Row {
    private final Table table;
    private final String key;
    final List<Version> versions = new ArrayList<>(2);

    /** How many of them, from the oldest, need no place in the order any more. */
    private int recorded = 1;

    /** Whether the file says that something was there at first. */
    boolean isInitialRecorded;

    /** Whether someone asked for it lately. */
    private boolean isUsed;

    private Row(Table table, String key, Version first) {
      this.table = table;
      this.key = key;
      versions.add(first);
    }

    String name() {
      return table.name + "/" + key;
    }

    private Version last() {
      return versions.get(versions.size() - 1);
    }

    /** Those whose place in the order is not recorded. */
    List<Version> unrecorded() {
      return versions.subList(recorded, versions.size());
    }

    private void removeOldest(int count) {
      versions.subList(0, count).clear();
      recorded = Math.max(0, recorded - count);
    }
  }

  /** What is done with versions that are taken out. */
  interface Taker {
    /** Whether they may be forgotten; they are the next in the row's order. */
    boolean take(Row row, List<Version> oldest);
  }

  private static final class Table {
    final String name;

    /** Those in memory. */
    final Map<String, Row> rows = new TreeMap<>();

    /** How many rows there ever were. */
    int count;

    boolean isComplete = true;

    Table(String name) {
      this.name = name;
    }
  }

  private final Path folder;
  private final int most;
  private final Map<String, Table> tables = new TreeMap<>();
  private final Set<Row> crowded = new LinkedHashSet<>();

  /** Rows in memory; the next to leave it first. */
  private final ArrayDeque<Row> candidates = new ArrayDeque<>();

  /** How many versions are in memory. */
  private int kept;

  /** Null while all rows are in memory. */
  private RowFile file;

  /** Rows that leave memory wait in a file of this folder. */
  public RowVersions(Path folder) {
    this(folder, MOST_VERSIONS);
  }

  RowVersions(Path folder, int most) {
    this.folder = folder;
    this.most = most;
  }

  private Table table(String name) {
    return tables.computeIfAbsent(name, Table::new);
  }

  /** A row that was there at first. */
  public void initial(String table, String key, Map<String, Object> row) {
    enter(new Row(table(table), key, version(INITIAL, row)));
    table(table).count++;
  }

  private void enter(Row row) {
    row.table.rows.put(row.key, row);
    candidates.add(row);
    kept += row.versions.size();
  }

  /** Says that a table had more rows at first than could be read. */
  public void incomplete(String table) {
    Table all = table(table);
    candidates.removeIf(row -> row.table == all);
    kept -= all.rows.size();
    all.rows.clear();
    all.isComplete = false;
  }

  boolean isComplete(String table) {
    return table(table).isComplete;
  }

  /** Adds the version of a transaction, after those of all that committed before; null deletes. */
  void add(String table, String key, long transaction, Map<String, Object> row) {
    Row all = row(table, key);
    if (all.last().transaction() == transaction) {
      all.versions.remove(all.versions.size() - 1);
      kept--;
    }
    all.versions.add(version(transaction, row));
    kept++;
    if (all.versions.size() > MANY) {
      crowded.add(all);
    }
  }

  private static Version version(long transaction, Map<String, Object> row) {
    if (row == null) {
      return new Version(transaction, null);
    }
    Map<String, Object> stamped = new TreeMap<>(row);
    stamped.put(WRITER, transaction);
    return new Version(transaction, stamped);
  }

  private Row row(String name, String key) {
    Table table = table(name);
    Row row = table.rows.get(key);
    if (row == null) {
      row = stored(table, key);
      if (row == null) {
        row = new Row(table, key, table.isComplete ? ABSENT : new Version(INITIAL, UNREAD));
        table.count++;
      }
      enter(row);
    }
    row.isUsed = true;
    return row;
  }

  /** A row from the file; null if it is not there. */
  private Row stored(Table table, String key) {
    if (file == null) {
      return null;
    }
    try {
      Optional<RowFile.Stored> found = file.get(table.name + "/" + key);
      if (found.isEmpty()) {
        return null;
      }
      Row row = new Row(table, key, found.get().version());
      row.isInitialRecorded = found.get().isInitialRecorded();
      return row;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The keys of a table in memory, which has all of a small one that ever had a row. */
  List<String> keys(String table) {
    return List.copyOf(table(table).rows.keySet());
  }

  /** Whether all rows that a table ever had are known and no more than this. */
  boolean isSmall(String table, int rows) {
    return table(table).isComplete && table(table).count <= rows;
  }

  /** The keys of a table's rows that are there now. */
  List<String> alive(String name) {
    Table table = table(name);
    List<String> keys = new ArrayList<>();
    table.rows.values().stream()
        .filter(row -> row.last().isAlive())
        .forEach(row -> keys.add(row.key));
    if (file != null) {
      String prefix = name + "/";
      try {
        file.forEach(
            (row, stored) -> {
              if (row.startsWith(prefix) && stored.version().isAlive()) {
                String key = row.substring(prefix.length());
                if (!table.rows.containsKey(key)) {
                  keys.add(key);
                }
              }
            });
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    keys.sort(null);
    return keys;
  }

  /**
   * The version that a snapshot holds of others than this transaction, which it may list or not;
   * null if that was taken out.
   */
  Version seen(String table, String key, PostgresSnapshot snapshot, long own) {
    Row row = row(table, key);
    for (int place = row.versions.size() - 1; place >= 0; place--) {
      Version version = row.versions.get(place);
      boolean isFirst = version.transaction() == INITIAL;
      boolean isSeen = version.transaction() != own && snapshot.contains(version.transaction());
      if (isFirst || isSeen) {
        return version;
      }
    }
    return null;
  }

  /** The version that a transaction's own one followed. */
  Version before(String table, String key, long transaction) {
    Row row = row(table, key);
    int place = place(row, transaction);
    return place > 0 ? row.versions.get(place - 1) : row.last();
  }

  Optional<Version> of(String table, String key, long transaction) {
    Row row = row(table, key);
    int place = place(row, transaction);
    return place < 0 ? Optional.empty() : Optional.of(row.versions.get(place));
  }

  /**
   * Where a transaction's version is; -1 if there is none. Numbers of transactions grow nearly as
   * their commits do, so it is looked for around where its number would be.
   */
  private static int place(Row row, long transaction) {
    List<Version> versions = row.versions;
    int low = 0;
    int high = versions.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (versions.get(middle).transaction() < transaction) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int before = low - 1;
    for (int after = low; before >= 0 || after < versions.size(); before--, after++) {
      if (after < versions.size() && versions.get(after).transaction() == transaction) {
        return after;
      } else if (before >= 0 && versions.get(before).transaction() == transaction) {
        return before;
      }
    }
    return -1;
  }

  Version last(String table, String key) {
    return row(table, key).last();
  }

  /**
   * Takes out versions that no snapshot holds any more, of rows that have many, and rows of tables
   * with more of them than are searched.
   *
   * @param horizon snapshots hold all below it that committed
   * @param isNeeded whether a transaction's version and the one before it must stay
   */
  void takeOld(long horizon, LongPredicate isNeeded, Taker taker) {
    crowded.removeIf(
        row -> {
          int count = old(row, horizon, isNeeded);
          if (count > MANY / 2 && taker.take(row, recordable(row, count))) {
            row.removeOldest(count);
            kept -= count;
          }
          return row.versions.size() <= MANY;
        });
    int rest = Math.min(MOST_LOOKED_AT, candidates.size());
    for (boolean goesOn = true; goesOn && kept > most && rest > 0; rest--) {
      Row row = candidates.remove();
      boolean isWanted = row.isUsed || row.table.count <= RowHistory.MOST_ROWS;
      row.isUsed = false;
      boolean mayGo =
          !isWanted
              && row.last().transaction() < horizon
              && old(row, horizon, isNeeded) == row.versions.size() - 1;
      boolean isGone = mayGo && leave(row, taker);
      goesOn = isGone == mayGo;
      if (!isGone) {
        candidates.add(row);
      }
    }
  }

  private static List<Version> recordable(Row row, int count) {
    return row.versions.subList(Math.min(row.recorded, count), count);
  }

  /** Step 2; false if it could not be written down. */
  private boolean leave(Row row, Taker taker) {
    int count = row.versions.size();
    if (!taker.take(row, row.unrecorded())) {
      return false;
    }
    row.removeOldest(count - 1);
    row.recorded = 1;
    kept -= count - 1;
    crowded.remove(row);
    try {
      if (file == null) {
        file = new RowFile(folder);
      }
      file.put(row.name(), new RowFile.Stored(row.last(), row.isInitialRecorded));
    } catch (IOException e) {
      return false;
    }
    row.table.rows.remove(row.key);
    kept--;
    return true;
  }

  /** How many versions all snapshots have left behind. */
  private static int old(Row row, long horizon, LongPredicate isNeeded) {
    int count = 0;
    for (int place = 0; place < row.versions.size(); place++) {
      long transaction = row.versions.get(place).transaction();
      if (isNeeded.test(transaction)) {
        return Math.min(count, Math.max(0, place - 1));
      }
      if (transaction < horizon) {
        count = place;
      }
    }
    return count;
  }

  /** All rows in memory; of others all is recorded. */
  void forEach(Consumer<Row> rows) {
    tables.values().forEach(table -> table.rows.values().forEach(rows));
  }

  /** Forgets what is outside of memory. */
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
