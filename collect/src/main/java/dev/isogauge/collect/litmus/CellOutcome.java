package dev.isogauge.collect.litmus;

/** What became of a schedule on a database at a level. */
public enum CellOutcome {
  /** All went through, and what the schedule is about did not happen. */
  PREVENTED("prevented", '.'),
  /** What the schedule is about happened. */
  POSSIBLE("possible", 'X'),
  /** It did not happen; the database ended a transaction. */
  ABORTED("aborted", 'a'),
  /** It did not happen; a step had to wait, and no transaction was ended. */
  BLOCKED("blocked", 'b'),
  /** The history does not show whether it happened. */
  UNDECIDED("undecided", '?'),
  /** A step could not be carried out here, for a reason other than isolation. */
  FAILED("not run", '-');

  private final String word;
  private final char letter;

  CellOutcome(String word, char letter) {
    this.word = word;
    this.letter = letter;
  }

  /** The outcome in words. */
  public String word() {
    return word;
  }

  /** The outcome in the matrix. */
  public char letter() {
    return letter;
  }
}
