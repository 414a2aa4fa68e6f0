package dev.isogauge.recorder.rows;

import dev.isogauge.recorder.JsonLine;
import dev.isogauge.recorder.RecordedOutcome;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.UnknownScope;
import dev.isogauge.recorder.rows.RowTransaction.Step;
import dev.isogauge.recorder.rows.RowVersions.Row;
import dev.isogauge.recorder.rows.RowVersions.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts together what clients and the database's log say of transactions, and records it.
 *
 * <ol>
 *   <li>The log says what a transaction wrote, statement by statement, whoever sent it.
 *   <li>A statement that asked for rows by their keys read the versions in its snapshot, or, if it
 *       waited for others, those behind it; a row that it changed was the one before its own.
 *   <li>A search saw the versions of all rows of its tables. What it asked for is recorded as its
 *       condition, which checkers evaluate if they can.
 *   <li>Where a snapshot is not known, or the table is too large, the read is unknown.
 * </ol>
 *
 * <p>A transaction is recorded when it has ended and the log has been read to its end: what it saw
 * was there before. Not for several threads at a time.
 */
public final class RowHistory {
  /** Searches in tables with more rows than this are unknown: each lists all of them. */
  static final int MOST_ROWS = 1000;

  /** So many versions of a row are in memory as text at a time. */
  private static final int MOST_IN_LINE = 1000;

  private static final int LAST = Integer.MAX_VALUE;

  /** A row of a table. */
  private record Cell(String table, String key) {
    String name() {
      return table + "/" + key;
    }
  }

  /**
   * What the log has of a transaction.
   *
   * @param cells by row the statement that changed it first
   */
  private record Logged(Map<Cell, Integer> cells) {}

  private final Recorder recorder;
  private final RowVersions versions;
  private final Map<Long, Logged> logged = new HashMap<>();

  /** The operations of the statement at hand. */
  private int operations;

  public RowHistory(Recorder recorder, RowVersions versions) {
    this.recorder = recorder;
    this.versions = versions;
  }

  /** A change of a row; null if it is gone. */
  public record Write(String table, String key, Map<String, Object> row) {}

  /**
   * The next committed transaction of the log.
   *
   * @param writes by number of the statement; those behind the last one have the highest number
   */
  public void add(long transaction, List<Map.Entry<Integer, Write>> writes) {
    Map<Cell, Integer> cells = new LinkedHashMap<>();
    for (Map.Entry<Integer, Write> each : writes) {
      Write write = each.getValue();
      versions.add(write.table(), write.key(), transaction, write.row());
      cells.putIfAbsent(new Cell(write.table(), write.key()), each.getKey());
    }
    logged.put(transaction, new Logged(cells));
  }

  /** Step 1 for a transaction of another program. */
  public void recordOther(long transaction) {
    Logged all = logged.remove(transaction);
    if (all != null && !all.cells().isEmpty()) {
      JsonLine line = new JsonLine().beginTransaction("another program (" + transaction + ")");
      line.transactionName(transaction).beginOperations();
      all.cells().keySet().forEach(cell -> write(cell, transaction, line));
      recorder.line(line.endOperations().outcome(RecordedOutcome.COMMITTED).endLine());
    }
  }

  /** A transaction that has ended, after the log has been read so far. */
  public void record(RowTransaction transaction) {
    Logged own = logged.remove(transaction.id());
    RecordedOutcome outcome = outcome(transaction, own != null);
    if (own == null
        && transaction.steps().stream().allMatch(each -> each.access().readsNothing())) {
      return;
    }
    recorder.count(outcome);
    Map<Cell, Integer> cells = own == null ? Map.of() : own.cells();
    JsonLine line = new JsonLine().beginTransaction(transaction.session());
    if (own != null) {
      line.transactionName(transaction.id());
    }
    line.beginOperations();
    int written = 0;
    operations = 0;
    List<String> sizes = new ArrayList<>();
    for (Step step : transaction.steps()) {
      written = writes(cells, written, step.number() - 1, transaction.id(), line);
      endStatement(sizes, "");
      new StepReads(transaction.id(), cells, step, line).give();
      written = writes(cells, written, step.number(), transaction.id(), line);
      endStatement(sizes, StatementEffect.lock(step.access().sql()));
    }
    writes(cells, written, LAST, transaction.id(), line);
    endStatement(sizes, "");
    line.endOperations();
    if (!sizes.stream().allMatch("1"::equals)) {
      line.name("sizes").value(String.join(" ", sizes));
    }
    if (outcome == RecordedOutcome.INDETERMINATE || transaction.end() == 0) {
      line.beginTime(recorder.time(transaction.begin()));
    } else {
      line.times(recorder.time(transaction.begin()), recorder.time(transaction.end()));
    }
    recorder.line(line.outcome(outcome).endLine());
  }

  /** How many operations a statement did, and whether it read for update, as recordings say it. */
  private void endStatement(List<String> sizes, String lock) {
    if (operations > 0) {
      sizes.add(operations + lock);
      operations = 0;
    }
  }

  /** The log knows of all that wrote; of others the client. */
  private static RecordedOutcome outcome(RowTransaction transaction, boolean isLogged) {
    if (isLogged) {
      return RecordedOutcome.COMMITTED;
    }
    boolean isCommitted = transaction.outcome() == RecordedOutcome.COMMITTED;
    return isCommitted && !transaction.hasFailed()
        ? RecordedOutcome.COMMITTED
        : RecordedOutcome.ABORTED;
  }

  /** Writes of statements up to a number, behind those up to another. */
  private int writes(Map<Cell, Integer> cells, int from, int to, long transaction, JsonLine line) {
    cells.forEach(
        (cell, number) -> {
          if (number > from && number <= to) {
            write(cell, transaction, line);
          }
        });
    return Math.max(from, to);
  }

  private void write(Cell cell, long transaction, JsonLine line) {
    operations++;
    Version version = versions.of(cell.table(), cell.key(), transaction).orElseThrow();
    if (version.isAlive()) {
      line.write(cell.name(), version.row());
    } else {
      line.delete(cell.name());
    }
  }

  /**
   * Forgets versions that no snapshot holds any more, of rows that have many.
   *
   * @param horizon snapshots hold all below it that committed
   */
  public void forget(long horizon) {
    versions.takeOld(horizon, logged::containsKey, this::moveOrder);
  }

  /** The orders of all versions; after all transactions. */
  public void recordOrders() {
    versions.forEach(
        row -> {
          List<Version> all = row.unrecorded();
          for (int from = 0; from < all.size(); from += MOST_IN_LINE) {
            int to = Math.min(all.size(), from + MOST_IN_LINE);
            recorder.line(order(row, all.subList(from, to)));
          }
          recordUnread(row);
        });
  }

  private boolean moveOrder(Row row, List<Version> oldest) {
    try {
      if (!oldest.isEmpty()) {
        recorder.lineAtEnd(order(row, oldest));
      }
      recordUnread(row);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static JsonLine order(Row row, List<Version> next) {
    JsonLine line = new JsonLine().beginOrder(row.name());
    for (Version version : next) {
      line.beginArray().value(version.row()).number(version.transaction()).endArray();
    }
    return line.endArray().endLine();
  }

  /** That something was there at first, once. */
  private void recordUnread(Row row) {
    if (!row.isInitialRecorded && row.versions.get(0).row() == RowVersions.UNREAD) {
      recorder.initialValue(row.name(), RowVersions.UNREAD);
      row.isInitialRecorded = true;
    }
  }

  /** Says what was there at first. */
  public void recordInitial() {
    versions.forEach(
        row -> {
          if (row.versions.get(0).isAlive()) {
            recorder.initialValue(row.name(), row.versions.get(0).row());
          }
        });
  }

  /** Steps 2 to 4 for a statement. */
  private final class StepReads {
    private final long transaction;
    private final Map<Cell, Integer> own;
    private final Step step;
    private final StatementEffect access;
    private final JsonLine line;

    StepReads(long transaction, Map<Cell, Integer> own, Step step, JsonLine line) {
      this.transaction = transaction;
      this.own = own;
      this.step = step;
      this.access = step.access();
      this.line = line;
    }

    void give() {
      access.unknown().forEach(this::unknown);
      if (access.keys().isPresent()) {
        String table = access.tables().get(0);
        access.keys().get().forEach(key -> read(new Cell(table, key)));
      } else if (access.joined().isPresent()) {
        joined(access.joined().get());
      } else if (access.tests().isEmpty() || !hasTested()) {
        access.tables().forEach(this::search);
      } else {
        access.target().ifPresent(this::search);
        access.tests().forEach(each -> search(each.table(), each.condition()));
      }
    }

    /** Whether it changed a row for which all tests were made, and reads nothing else. */
    private boolean hasTested() {
      boolean isAll =
          access.tables().stream()
              .allMatch(
                  table ->
                      access.target().equals(Optional.of(table))
                          || access.tests().stream().anyMatch(each -> each.table().equals(table)));
      return isAll
          && own.keySet().stream()
              .anyMatch(
                  cell -> access.target().equals(Optional.of(cell.table())) && isChangedNow(cell));
    }

    /** The row, and what was looked up for it if it is there. */
    private void joined(Joined joined) {
      Map<String, Object> row = Map.of();
      if (!joined.table().isEmpty()) {
        Cell cell = new Cell(joined.table(), joined.key());
        read(cell);
        Version seen = isChangedBefore(cell) ? own(cell) : seen(cell);
        if (seen == null || seen.row() == RowVersions.UNREAD) {
          joined.lookups().forEach(each -> search(each.table()));
          return;
        } else if (!seen.isAlive()) {
          return;
        }
        row = seen.row();
      }
      for (Joined.Lookup each : joined.lookups()) {
        Object wanted = each.wanted(row);
        if (wanted instanceof Long number) {
          if (each.isKey()) {
            read(new Cell(each.table(), number.toString()));
          } else {
            search(
                each.table(),
                "max(" + RowVersions.WRITER + ") where \"" + each.column() + "\" = " + number);
          }
        } else if (wanted != null) {
          search(each.table());
        }
      }
    }

    private void unknown(String table) {
      operations++;
      boolean isAnything = table.equals("*");
      line.unknownRead(
          isAnything ? UnknownScope.everything() : UnknownScope.table(table),
          statement(
              isAnything
                  ? "what it reads is not known; use REPEATABLE READ, where one snapshot tells"
                  : "its versions are not known: the table has no primary key, is not logged, has"
                      + " many rows, or another transaction changed it at that moment"));
    }

    private int statement(String reason) {
      String sql = access.sql();
      return recorder.unknownStatement(sql.substring(0, Math.min(300, sql.length())), reason);
    }

    private boolean isChangedBefore(Cell cell) {
      return own.getOrDefault(cell, LAST) < step.number();
    }

    private boolean isChangedNow(Cell cell) {
      return own.getOrDefault(cell, LAST) == step.number();
    }

    /** Step 2. */
    private void read(Cell cell) {
      if (isChangedBefore(cell) || (access.isBlind() && isChangedNow(cell))) {
        return;
      }
      Version version = seen(cell);
      if (version == null) {
        operations++;
        line.unknownRead(
            UnknownScope.key(cell.name()),
            statement("another transaction changed the row at that moment"));
      } else {
        read(cell, version);
      }
    }

    private void read(Cell cell, Version version) {
      operations++;
      if (version.transaction() == RowVersions.INITIAL) {
        line.readInitial(cell.name(), version.row());
      } else {
        line.readFrom(cell.name(), version.row(), version.transaction());
      }
    }

    /** What the statement saw of a row; null if that is not certain. */
    private Version seen(Cell cell) {
      if (isChangedNow(cell)) {
        return versions.before(cell.table(), cell.key(), transaction);
      }
      if (step.seen() == null) {
        return null;
      }
      Version seen = versions.seen(cell.table(), cell.key(), step.seen(), transaction);
      if (step.isFixed() || !access.mayWait(cell.table(), cell.key())) {
        return seen;
      }
      Version after = versions.seen(cell.table(), cell.key(), step.after(), transaction);
      if (seen == null) {
        return null;
      }
      // A row that was there was locked, so it stayed what it was.
      boolean isLocked = access.readsKeysOnly() && seen.isAlive();
      return seen.equals(after) || isLocked ? after : null;
    }

    /** Step 3. */
    private void search(String table) {
      search(table, access.condition().orElse("? " + access.sql()));
    }

    private void search(String table, String condition) {
      boolean isKnown =
          versions.isSmall(table, MOST_ROWS)
              && versions.keys(table).stream()
                  .map(key -> new Cell(table, key))
                  .allMatch(cell -> isChangedBefore(cell) || seen(cell) != null);
      if (!isKnown) {
        unknown(table);
      } else {
        operations++;
        line.beginSearch(table, condition);
        line.name("versions").beginArray();
        // All others did not exist yet.
        line.beginArray().value(table + "/*").nil().initialWriter().endArray();
        versions.keys(table).forEach(key -> member(new Cell(table, key)));
        line.endArray().endSearch();
      }
      own.keySet().stream()
          .filter(cell -> cell.table().equals(table) && isChangedNow(cell))
          .filter(cell -> versions.before(table, cell.key(), transaction).isAlive())
          .forEach(this::read);
    }

    private Version own(Cell cell) {
      return versions.of(cell.table(), cell.key(), transaction).orElseThrow();
    }

    private void member(Cell cell) {
      Version version = isChangedBefore(cell) ? own(cell) : seen(cell);
      if (!version.isAlive() && version.transaction() == RowVersions.INITIAL) {
        return;
      }
      line.beginArray().value(cell.name()).value(version.row());
      if (version.transaction() == RowVersions.INITIAL) {
        line.initialWriter();
      } else {
        line.number(version.transaction());
      }
      line.endArray();
    }
  }

  /** Rows of tables that a transaction emptied. */
  public List<Write> emptied(Set<String> tables) {
    return tables.stream()
        .flatMap(table -> versions.alive(table).stream().map(key -> new Write(table, key, null)))
        .toList();
  }
}
