package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;

/** The initial value as options and settings write it: nil, an integer, or else a string. */
public final class InitialValue {
  private InitialValue() {}

  static long atom(String text, Atoms atoms) {
    if (text.equals(ServeSettings.NIL)) {
      return Atoms.NIL;
    }
    try {
      return atoms.integer(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return atoms.text(text);
    }
  }

  /** Whether a value can be written so. */
  public static boolean isExpressible(long value, Atoms atoms) {
    return !atoms.isRow(value) && atom(atoms.plain(value), atoms) == value;
  }
}
