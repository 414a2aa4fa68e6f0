package dev.isogauge.recorder.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Reads the database's log, line by line, into a {@link RowHistory}.
 *
 * <p>Marks that the recorder left behind each statement tell which statement changed a row. What
 * the log does not tell is that a table was dropped; the statement that did so does.
 */
public final class RowLog {
  /** How rows of a table are called. */
  public interface Naming {
    /** What the recording calls a table, by schema and name; null if it is not recorded. */
    String table(String name);

    /** A row's key; null if the columns do not have it. */
    String key(String name, Map<String, String> row);

    /** A value as it is written down. */
    Object value(String name, String column, String text);
  }

  private final RowHistory history;
  private final RowVersions versions;
  private final PostgresSnapshot first;
  private final Naming naming;
  private final LongFunction<Map<Integer, Set<String>>> dropped;
  private final Set<String> opaque = new HashSet<>();

  /** One text for each column's name, which each version has. */
  private final Map<String, String> columns = new HashMap<>();

  private List<Map.Entry<Integer, RowHistory.Write>> writes = new ArrayList<>();
  private List<RowHistory.Write> unmarked = new ArrayList<>();

  /** Rows of the transaction that is being read. */
  private Map<String, Map<String, Object>> own = new LinkedHashMap<>();

  /**
   * A reader.
   *
   * @param first what it holds was there before
   * @param dropped by transaction and statement the tables that it removed
   */
  public RowLog(
      RowHistory history,
      RowVersions versions,
      PostgresSnapshot first,
      Naming naming,
      LongFunction<Map<Integer, Set<String>>> dropped) {
    this.history = history;
    this.versions = versions;
    this.first = first;
    this.naming = naming;
    this.dropped = dropped;
  }

  /** Tables of which rows changed that have no key. */
  public Set<String> opaque() {
    return opaque;
  }

  /** The number, with its upper half, of the committed transaction that ended here, or 0. */
  public long accept(long half, String line) {
    Change change = Change.of(line);
    long transaction = first.withEpoch(half);
    switch (change.kind()) {
      case 'I', 'U', 'D' -> row(change);
      case 'T' -> change.tables().forEach(this::emptied);
      case 'M' -> {
        int number = Integer.parseInt(change.text());
        dropped.apply(transaction).getOrDefault(number, Set.of()).forEach(this::removed);
        mark(number);
      }
      case 'C' -> {
        mark(Integer.MAX_VALUE - 1);
        List<Map.Entry<Integer, RowHistory.Write>> all = writes;
        writes = new ArrayList<>();
        own = new LinkedHashMap<>();
        if (!first.contains(transaction)) {
          history.add(transaction, all);
          return transaction;
        }
      }
      default -> {}
    }
    return 0;
  }

  private void mark(int number) {
    unmarked.forEach(each -> writes.add(Map.entry(number, each)));
    unmarked = new ArrayList<>();
  }

  private void write(String table, String key, Map<String, Object> row) {
    unmarked.add(new RowHistory.Write(table, key, row));
    own.put(table + "/" + key, row);
  }

  private void emptied(String name) {
    String table = naming.table(name);
    if (table != null) {
      removed(table);
    }
  }

  private void removed(String table) {
    history.emptied(Set.of(table)).forEach(each -> write(table, each.key(), null));
    List<String> mine =
        own.keySet().stream()
            .filter(name -> name.startsWith(table + "/") && own.get(name) != null)
            .toList();
    mine.forEach(name -> write(table, name.substring(table.length() + 1), null));
  }

  private void row(Change change) {
    String name = change.tables().get(0);
    String table = naming.table(name);
    if (table == null) {
      return;
    }
    String key = naming.key(name, change.after());
    if (key == null) {
      opaque.add(table);
      return;
    }
    if (change.kind() == 'D') {
      write(table, key, null);
      return;
    }
    String old = change.before().isEmpty() ? null : naming.key(name, change.before());
    Map<String, Object> before = current(table, old == null ? key : old);
    Map<String, Object> row = new TreeMap<>();
    change
        .after()
        .forEach(
            (column, text) ->
                row.put(
                    columns.computeIfAbsent(column, each -> each),
                    Change.UNCHANGED.equals(text)
                        ? before.get(column)
                        : naming.value(name, column, text)));
    if (old != null && !old.equals(key)) {
      write(table, old, null);
    }
    write(table, key, row);
  }

  private Map<String, Object> current(String table, String key) {
    String name = table + "/" + key;
    Map<String, Object> row =
        own.containsKey(name) ? own.get(name) : versions.last(table, key).row();
    return row == null ? Map.of() : row;
  }
}
