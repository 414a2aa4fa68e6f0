package dev.isogauge.collect.search;

import dev.isogauge.collect.litmus.Action.Verb;
import java.util.List;

/**
 * A statement of a schedule.
 *
 * @param transaction from 0
 * @param row from 0; {@link #NO_ROW} where the verb takes none
 */
record Move(int transaction, Verb verb, int row) {
  static final int NO_ROW = -1;

  /** Verbs by letter, in {@link #LETTERS}; plainer ones come first. */
  private static final List<Verb> VERBS =
      List.of(
          Verb.READ,
          Verb.UPDATE,
          Verb.INSERT,
          Verb.DELETE,
          Verb.WRITE,
          Verb.LOCK,
          Verb.SELECT,
          Verb.ROLLBACK,
          Verb.COMMIT,
          Verb.SAVEPOINT,
          Verb.ROLLBACK_TO_SAVEPOINT,
          Verb.UPDATE_WHERE,
          Verb.JOIN,
          Verb.COPY,
          Verb.TAKE,
          Verb.MERGE);

  private static final String LETTERS = "ruidwlsacpbvjnkm";
  private static final String ROWS = "xy";

  boolean isChange() {
    return switch (verb) {
      case UPDATE, INSERT, DELETE, WRITE, UPDATE_WHERE, COPY, MERGE -> true;
      default -> false;
    };
  }

  /** Whether it is about all rows. */
  boolean isWhole() {
    return isWhole(verb);
  }

  static boolean isWhole(Verb verb) {
    return verb == Verb.SELECT || verb == Verb.JOIN || verb == Verb.UPDATE_WHERE;
  }

  /** Whether it neither reads nor changes anything. */
  boolean isFrame() {
    return row == NO_ROW && !isWhole();
  }

  boolean isEnd() {
    return verb == Verb.COMMIT || verb == Verb.ROLLBACK;
  }

  /** How far from the plainest statement it is. */
  int complexity() {
    return VERBS.indexOf(verb);
  }

  Move with(Verb other) {
    return new Move(transaction, other, row);
  }

  /** As in {@link Candidate#toString}, such as {@code 1rx}. */
  @Override
  public String toString() {
    return (transaction + 1)
        + String.valueOf(LETTERS.charAt(complexity()))
        + (row == NO_ROW ? "" : ROWS.charAt(row));
  }

  static Move parse(String text) {
    return new Move(
        text.charAt(0) - '1',
        VERBS.get(LETTERS.indexOf(text.charAt(1))),
        text.length() > 2 ? ROWS.indexOf(text.charAt(2)) : NO_ROW);
  }
}
