package dev.isogauge.history;

/**
 * The value of keys before their first write, as options write it: nil, an integer, or a string.
 */
public final class InitialValue {
  /** How options write that there is none. */
  public static final String NIL = "nil";

  private InitialValue() {}

  /**
   * The atom of a value.
   *
   * @param text what an option says
   * @param atoms takes the value
   * @return its atom
   */
  public static long atom(String text, Atoms atoms) {
    if (text.equals(NIL)) {
      return Atoms.NIL;
    }
    try {
      return atoms.integer(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return atoms.text(text);
    }
  }

  /**
   * Whether a value can be written so.
   *
   * @param value the atom of an initial value
   * @param atoms has it
   * @return whether {@link Atoms#plain} is what {@link #atom} reads; never for the empty string
   */
  public static boolean isExpressible(long value, Atoms atoms) {
    return !atoms.isRow(value)
        && !atoms.plain(value).isEmpty()
        && atom(atoms.plain(value), atoms) == value;
  }
}
