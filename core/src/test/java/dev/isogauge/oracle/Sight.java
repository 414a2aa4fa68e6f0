package dev.isogauge.oracle;

/** What a read turns out to be; the faults stand in the order of their letters. */
enum Sight {
  /** Reads another transaction's final write, or the initial value, and nothing else fits. */
  CLEAN(' '),
  /** Reads its own latest write. */
  OWN(' '),
  /** Several transactions could have been read without fault. */
  SEVERAL(' '),
  /** The result is not known. */
  UNKNOWN(' '),
  THIN_AIR('a'),
  ABORTED('b'),
  FUTURE('c'),
  NOT_MY_OWN('d'),
  NOT_MY_LAST('e'),
  INTERMEDIATE('f');

  private final char letter;

  Sight(char letter) {
    this.letter = letter;
  }

  boolean isFault() {
    return letter != ' ';
  }

  char letter() {
    return letter;
  }
}
