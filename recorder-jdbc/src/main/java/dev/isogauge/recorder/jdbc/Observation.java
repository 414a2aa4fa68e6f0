package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.OperationLog;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.UnknownScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** What a statement did or saw. */
final class Observation {
  /** What it is. */
  enum Kind {
    READ,
    WRITE,
    UNKNOWN_READ,
    UNKNOWN_WRITE,
    /** A read and a write of a column whose value changed by a known amount. */
    RELATIVE,
    /** What was done to a row depends on whether it was there. */
    EITHER
  }

  /** What was done to a row that was absent, to one that was present, and where that is open. */
  private record Ways(
      List<Observation> absent, List<Observation> present, List<Observation> open) {}

  private final Kind kind;

  /** Null where the scope is not one cell. */
  private final Column column;

  private final String row;

  /** The scope of an unknown operation that is not of one cell. */
  private final UnknownScope scope;

  private final Origin origin;
  private final Object amount;
  private final boolean minus;

  /** What was read or written; null for a row that is not there. */
  private Object value;

  /** The cell, found when it is first asked for. */
  private Cells.Cell cell;

  /** What it was done or seen by; null if that is not known. */
  private Object execution;

  /** What a change by an amount saw. */
  private Object seen = StatementValue.UNREADABLE;

  /** Null unless what was done depends on the row. */
  private Ways ways;

  private Cells.Write write;
  private boolean isNewRow;
  private boolean isCertain = true;

  private Observation(
      Kind kind,
      Column column,
      String row,
      Object value,
      UnknownScope scope,
      Origin origin,
      Object amount,
      boolean minus) {
    this.kind = kind;
    this.column = column;
    this.row = row;
    this.value = value;
    this.scope = scope;
    this.origin = origin;
    this.amount = amount;
    this.minus = minus;
  }

  /** A read of a cell; null where there is no row, unreadable where the value is not known. */
  static Observation read(Column column, String row, Object value, Origin origin) {
    return new Observation(Kind.READ, column, row, value, null, origin, null, false);
  }

  /** A write of a cell, likewise. */
  static Observation write(Column column, String row, Object value, Origin origin) {
    return new Observation(Kind.WRITE, column, row, value, null, origin, null, false);
  }

  static Observation relative(
      Column column, String row, Object amount, boolean minus, Origin origin) {
    return new Observation(
        Kind.RELATIVE, column, row, StatementValue.UNREADABLE, null, origin, amount, minus);
  }

  /**
   * A change of a row that may have been there; which it was, its columns tell.
   *
   * @param column one of those of the row
   */
  static Observation either(
      Column column,
      String row,
      List<Observation> absent,
      List<Observation> present,
      List<Observation> open) {
    Origin origin = open.get(0).origin();
    Observation either =
        new Observation(
            Kind.EITHER, column, row, StatementValue.UNREADABLE, null, origin, null, false);
    either.ways = new Ways(absent, present, open);
    return either;
  }

  /** A read of a row that is there, and stays as it is until the statement is back. */
  static Observation current(Column column, String row, Origin origin) {
    List<Observation> open = List.of(read(column, row, StatementValue.UNREADABLE, origin));
    return either(column, row, open, List.of(), open);
  }

  /** What was done, by what the column held before: null where the row was absent. */
  List<Observation> ways(Object before) {
    if (before == StatementValue.UNREADABLE || before == null) {
      return before == null ? ways.absent() : ways.open();
    }
    return ways.present().isEmpty() && ways.open().size() == 1
        ? List.of(read(column, row, before, origin).by(execution))
        : ways.present();
  }

  /** Whether it is known what was done. */
  boolean isOneWay() {
    return ways == null;
  }

  /** All that may have been done: this, or one of its ways. */
  List<Observation> possible() {
    if (ways == null) {
      return List.of(this);
    }
    List<Observation> all = new ArrayList<>(ways.absent());
    all.addAll(ways.present());
    all.addAll(ways.open());
    return all;
  }

  static Observation unknown(boolean isWrite, UnknownScope scope, Origin origin) {
    return new Observation(
        isWrite ? Kind.UNKNOWN_WRITE : Kind.UNKNOWN_READ,
        null,
        "",
        StatementValue.UNREADABLE,
        scope,
        origin,
        null,
        false);
  }

  /** How a column's content is written down: SQL's null is not the same as no row. */
  static Object content(Column column, Object value) {
    return value == null ? Collections.singletonMap(column.name(), null) : column.type().of(value);
  }

  /** The same write, of a row that was not there. */
  Observation ofNewRow() {
    isNewRow = true;
    return this;
  }

  boolean isNewRow() {
    return isNewRow;
  }

  /** A write of something unknown to the same cell. */
  Observation doubt(String reason) {
    return perhaps(column, row, origin.because(reason));
  }

  /** What is certain where it is not known what was done. */
  List<Observation> doubted(String reason) {
    if (ways != null) {
      return ways.open().stream().flatMap(each -> each.doubted(reason).stream()).toList();
    }
    return List.of(isWrite() && isOfCell() ? doubt(reason) : this);
  }

  /** A write of a cell that may or may not have been. */
  static Observation perhaps(Column column, String row, Origin origin) {
    Observation write = write(column, row, StatementValue.UNREADABLE, origin);
    write.isCertain = false;
    return write;
  }

  /** Whether it happened, even if not everything is known about it. */
  boolean isCertain() {
    return isCertain;
  }

  Origin origin() {
    return origin;
  }

  Kind kind() {
    return kind;
  }

  Column column() {
    return column;
  }

  String row() {
    return row;
  }

  Object value() {
    return value;
  }

  UnknownScope scope() {
    return scope;
  }

  boolean isWrite() {
    return kind != Kind.READ && kind != Kind.UNKNOWN_READ;
  }

  Cells.Cell cell(Cells cells) {
    if (cell == null) {
      cell = cells.cell(column, row);
    }
    return cell;
  }

  private String key() {
    return cell == null ? column.cell(row) : cell.key();
  }

  /** The same, by this execution of a statement. */
  Observation by(Object statement) {
    execution = statement;
    if (ways != null) {
      possible().forEach(each -> each.by(statement));
    }
    return this;
  }

  /** Whether both were done by one execution of a statement. */
  boolean isBesides(Observation other) {
    return execution == other.execution && execution != null;
  }

  boolean isOfCell() {
    return column != null;
  }

  boolean isKnown() {
    return value != StatementValue.UNREADABLE;
  }

  Cells.Write write() {
    return write;
  }

  void write(Cells.Write made) {
    write = made;
  }

  /** What a change by an amount saw, as far as that is known. */
  void saw(Object before) {
    seen = before;
    value = column.type().plus(before, amount, minus);
    if (value == StatementValue.UNREADABLE) {
      seen = value;
    }
  }

  /** A later read of the same transaction shows what was written. */
  void wrote(Object after) {
    value = after;
    if (kind == Kind.RELATIVE && !column.type().isLimit(after)) {
      seen = column.type().plus(after, amount, !minus);
    }
    if (write != null) {
      write.is(after);
    }
  }

  /** A read that cannot be what was seen. */
  Observation doubted() {
    return read(column, row, StatementValue.UNREADABLE, origin.because(Origin.NOT_EXPLAINED))
        .by(execution);
  }

  void giveTo(OperationLog log, Recorder recorder) {
    switch (kind) {
      case READ -> giveRead(log, recorder, value);
      case WRITE -> giveWrite(log, recorder);
      case RELATIVE -> {
        giveRead(log, recorder, seen);
        giveWrite(log, recorder);
      }
      case EITHER -> ways.open().forEach(each -> each.giveTo(log, recorder));
      case UNKNOWN_READ -> log.unknownRead(scope, origin.number(recorder));
      case UNKNOWN_WRITE -> log.unknownWrite(scope, origin.number(recorder));
    }
  }

  private void giveRead(OperationLog log, Recorder recorder, Object what) {
    if (what == StatementValue.UNREADABLE) {
      log.unknownRead(UnknownScope.key(key()), origin.number(recorder));
    } else {
      log.read(key(), what);
    }
  }

  private void giveWrite(OperationLog log, Recorder recorder) {
    if (value == StatementValue.UNREADABLE) {
      log.unknownWrite(UnknownScope.key(key()), origin.number(recorder));
    } else if (value == null) {
      log.delete(key());
    } else {
      log.write(key(), value);
    }
  }

  /** Whether two are recorded alike. */
  boolean isLike(Observation other) {
    return kind == other.kind
        && Objects.equals(column, other.column)
        && row.equals(other.row)
        && Objects.equals(value, other.value)
        && Objects.equals(scope, other.scope);
  }
}
