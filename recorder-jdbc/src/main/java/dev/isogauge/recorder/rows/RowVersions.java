package dev.isogauge.recorder.rows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The committed versions of each row in the order of their commits in the log, and which of them a
 * snapshot holds.
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

  private static final class Table {
    final Map<String, List<Version>> rows = new TreeMap<>();
    boolean isComplete = true;
  }

  private final Map<String, Table> tables = new TreeMap<>();

  private Table table(String name) {
    return tables.computeIfAbsent(name, each -> new Table());
  }

  /** A row that was there at first. */
  public void initial(String table, String key, Map<String, Object> row) {
    table(table).rows.put(key, new ArrayList<>(List.of(version(INITIAL, row))));
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
    List<Version> all = all(table, key);
    if (all.get(all.size() - 1).transaction() == transaction) {
      all.remove(all.size() - 1);
    }
    all.add(version(transaction, row));
  }

  private static Version version(long transaction, Map<String, Object> row) {
    if (row == null) {
      return new Version(transaction, null);
    }
    Map<String, Object> stamped = new TreeMap<>(row);
    stamped.put(WRITER, transaction);
    return new Version(transaction, stamped);
  }

  private List<Version> all(String name, String key) {
    Table table = table(name);
    Version first = table.isComplete ? ABSENT : new Version(INITIAL, UNREAD);
    return table.rows.computeIfAbsent(key, each -> new ArrayList<>(List.of(first)));
  }

  /** The keys of a table that ever had a row. */
  List<String> keys(String table) {
    return List.copyOf(table(table).rows.keySet());
  }

  int size(String table) {
    return table(table).rows.size();
  }

  /**
   * The version that a snapshot holds of others than this transaction, which it may list or not.
   */
  Version seen(String table, String key, PostgresSnapshot snapshot, long own) {
    List<Version> all = all(table, key);
    int place = all.size() - 1;
    while (place > 0
        && (all.get(place).transaction() == own
            || !snapshot.contains(all.get(place).transaction()))) {
      place--;
    }
    return all.get(place);
  }

  /** The version that a transaction's own one followed. */
  Version before(String table, String key, long transaction) {
    List<Version> all = all(table, key);
    for (int place = all.size() - 1; place > 0; place--) {
      if (all.get(place).transaction() == transaction) {
        return all.get(place - 1);
      }
    }
    return all.get(all.size() - 1);
  }

  Optional<Version> of(String table, String key, long transaction) {
    List<Version> all = all(table, key);
    for (int place = all.size() - 1; place >= 0; place--) {
      if (all.get(place).transaction() == transaction) {
        return Optional.of(all.get(place));
      }
    }
    return Optional.empty();
  }

  Version last(String table, String key) {
    List<Version> all = all(table, key);
    return all.get(all.size() - 1);
  }

  /** All rows that ever were, with their versions, oldest first. */
  void forEach(BiConsumer<String, List<Version>> rows) {
    tables.forEach(
        (name, table) ->
            table.rows.forEach(
                (key, all) -> rows.accept(name + "/" + key, Collections.unmodifiableList(all))));
  }
}
