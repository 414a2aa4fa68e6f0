package dev.isogauge.recorder.rows;

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
 * snapshot holds. Old ones of rows that have many may be taken out; what a snapshot then holds that
 * is older than all that are left is not known.
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

  /** The versions of a row, oldest first. */
  static final class Row {
    final String name;
    final List<Version> versions = new ArrayList<>();

    /** Whether older ones were taken out. */
    boolean isCut;

    private Row(String name, Version first) {
      this.name = name;
      versions.add(first);
    }

    private Version last() {
      return versions.get(versions.size() - 1);
    }

    /** Those that were written and are still here. */
    List<Version> written() {
      return versions.subList(isCut ? 0 : 1, versions.size());
    }
  }

  /** What is done with versions that are taken out. */
  interface Taker {
    /** Whether they may be forgotten; they are the next in the row's order. */
    boolean take(Row row, List<Version> oldest);
  }

  private static final class Table {
    final Map<String, Row> rows = new TreeMap<>();
    boolean isComplete = true;
  }

  private final Map<String, Table> tables = new TreeMap<>();
  private final Set<Row> crowded = new LinkedHashSet<>();

  private Table table(String name) {
    return tables.computeIfAbsent(name, each -> new Table());
  }

  /** A row that was there at first. */
  public void initial(String table, String key, Map<String, Object> row) {
    table(table).rows.put(key, new Row(table + "/" + key, version(INITIAL, row)));
  }

  /** Says that a table had more rows at first than could be read. */
  public void incomplete(String table) {
    table(table).rows.clear();
    table(table).isComplete = false;
  }

  boolean isComplete(String table) {
    return table(table).isComplete;
  }

  /** Adds the version of a transaction, after those of all that committed before; null deletes. */
  void add(String table, String key, long transaction, Map<String, Object> row) {
    Row all = row(table, key);
    if (all.last().transaction() == transaction) {
      all.versions.remove(all.versions.size() - 1);
    }
    all.versions.add(version(transaction, row));
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
    Version first = table.isComplete ? ABSENT : new Version(INITIAL, UNREAD);
    return table.rows.computeIfAbsent(key, each -> new Row(name + "/" + key, first));
  }

  /** The keys of a table that ever had a row. */
  List<String> keys(String table) {
    return List.copyOf(table(table).rows.keySet());
  }

  int size(String table) {
    return table(table).rows.size();
  }

  /**
   * The version that a snapshot holds of others than this transaction, which it may list or not;
   * null if that was taken out.
   */
  Version seen(String table, String key, PostgresSnapshot snapshot, long own) {
    Row row = row(table, key);
    for (int place = row.versions.size() - 1; place >= 0; place--) {
      Version version = row.versions.get(place);
      boolean isFirst = place == 0 && !row.isCut;
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

  /** Where a transaction's version is, looked for from the newest one; -1 if there is none. */
  private static int place(Row row, long transaction) {
    int place = row.versions.size() - 1;
    while (place >= 0 && row.versions.get(place).transaction() != transaction) {
      place--;
    }
    return place;
  }

  Version last(String table, String key) {
    return row(table, key).last();
  }

  /**
   * Takes out versions that no snapshot holds any more, of rows that have many.
   *
   * @param horizon snapshots hold all below it that committed
   * @param isNeeded whether a transaction's version and the one before it must stay
   */
  void takeOld(long horizon, LongPredicate isNeeded, Taker taker) {
    crowded.removeIf(
        row -> {
          int count = old(row, horizon, isNeeded);
          if (count > MANY / 2) {
            List<Version> oldest = row.versions.subList(0, count);
            if (taker.take(row, row.isCut ? oldest : oldest.subList(1, count))) {
              oldest.clear();
              row.isCut = true;
            }
          }
          return row.versions.size() <= MANY;
        });
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

  /** All rows that ever were. */
  void forEach(Consumer<Row> rows) {
    tables.values().forEach(table -> table.rows.values().forEach(rows));
  }
}
