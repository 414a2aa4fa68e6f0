package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.rows.StatementEffect;
import java.util.List;
import java.util.Locale;

/** The statement that something unknown comes from: its text without literals, and why. */
final class Origin {
  static final String NOT_EXPLAINED =
      "it read a value that no recorded statement wrote: another program, a trigger or a function"
          + " may have; record them too, or leave the column out by a mapping";
  static final String ROW_BEFORE =
      "it wrote a row that existed before and whose value was not known; let the recording begin"
          + " before the table is large, or read the row first";
  static final String VALUE =
      "the database may store a value other than the one sent; send values that fit the column's"
          + " type, or leave the column out by a mapping";
  static final String COMPUTED =
      "the database computes what is written; read the row afterwards in the same transaction";
  static final String SEARCH = "it searches by a condition other than the primary key";
  static final String SEVERAL =
      "several statements in one text share their results; send them one by one";
  static final String BATCH =
      "a batch failed, and the driver does not say which of its statements were done";
  static final String SAVEPOINT =
      "where its savepoint was set is not known; set and use it either by JDBC or by text";
  static final String PERHAPS_COMMIT =
      "a statement in the middle of the transaction commits it in some databases; send it outside";
  static final String FORM =
      "what it reads and writes is not understood; use statements on one table by its key";

  private static final int LONGEST = 300;
  private final String sql;
  private final String reason;
  private Recorder owner;
  private int number;

  /** Null until it is first asked for. */
  private String lock;

  /** The same statement for the reason that was asked for last. */
  private Origin derived;

  Origin(String sql, String reason) {
    this.sql = sql;
    this.reason = reason;
  }

  /** The same statement, for another reason. */
  Origin because(String other) {
    if (other.equals(reason)) {
      return this;
    }
    Origin found = derived;
    if (found == null || !found.reason.equals(other)) {
      found = new Origin(sql, other);
      derived = found;
    }
    return found;
  }

  /** {@code u} of a read for update, {@code s} of one for share; empty otherwise. */
  String lock() {
    if (lock == null) {
      lock = StatementEffect.lock(sql);
    }
    return lock;
  }

  /** Whether a conflict rolls the whole transaction back, as SQLite says it. */
  boolean rollsBackOnConflict() {
    return sql.toUpperCase(Locale.ROOT).contains(" OR ROLLBACK ");
  }

  synchronized int number(Recorder recorder) {
    if (owner != recorder) {
      number = recorder.unknownStatement(sql, reason);
      owner = recorder;
    }
    return number;
  }

  /** A text for people: literals as question marks, blanks as one, not too long. */
  static String text(List<Tokens.Token> tokens, int begin, int end) {
    StringBuilder text = new StringBuilder();
    for (int i = begin; i < end && text.length() <= LONGEST; i++) {
      Tokens.Token token = tokens.get(i);
      boolean isTight =
          i == begin
              || token.is(",")
              || token.is(")")
              || token.is(".")
              || token.is("(")
              || tokens.get(i - 1).is(".")
              || tokens.get(i - 1).is("(");
      text.append(isTight ? "" : " ");
      text.append(
          switch (token.kind()) {
            case STRING, NUMBER -> "?";
            case QUOTED -> "\"" + token.text() + "\"";
            case WORD -> token.value();
            default -> token.text();
          });
    }
    return cut(text.toString());
  }

  static String cut(String text) {
    // Most texts are in one line as they are, and an expression is slow.
    boolean isOneLine = text.chars().noneMatch(c -> c < ' ') && !text.contains("  ");
    String line = (isOneLine ? text : text.replaceAll("\\s+", " ")).strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }
}
