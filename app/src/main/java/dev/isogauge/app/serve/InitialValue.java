package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;

/** The initial value as options and settings write it: nil, an integer, or else a string. */
final class InitialValue {
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
}
