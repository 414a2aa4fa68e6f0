package dev.isogauge.format.jepsen;

import dev.isogauge.history.Atoms;
import java.io.IOException;
import java.io.Writer;
import java.util.regex.Pattern;

/** Atoms in EDN: integers, strings, nil, and keywords for texts that are read from such. */
record EdnText(Atoms atoms, Writer writer) {
  private static final Pattern KEYWORD = Pattern.compile(":[A-Za-z][A-Za-z0-9.*+!_?$%&=<>-]*");

  void write(long atom) throws IOException {
    if (atom == Atoms.NIL) {
      writer.write("nil");
    } else if (atoms.isInteger(atom)) {
      String digits = atoms.token(atom);
      writer.write(digits);
      if (digits.length() > 18 && isLarge(digits)) {
        writer.write('N');
      }
    } else {
      String text = atoms.plain(atom);
      if (KEYWORD.matcher(text).matches()) {
        writer.write(text);
      } else {
        quote(text);
      }
    }
  }

  /** Whether the integer is above the signed 64-bit range. */
  private static boolean isLarge(String digits) {
    return digits.charAt(0) != '-' && Long.parseUnsignedLong(digits) < 0;
  }

  private void quote(String text) throws IOException {
    writer.write('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> writer.write("\\\"");
        case '\\' -> writer.write("\\\\");
        case '\n' -> writer.write("\\n");
        case '\r' -> writer.write("\\r");
        case '\t' -> writer.write("\\t");
        default -> {
          if (c < ' ' || c == 0x7f) {
            writer.write(String.format("\\u%04x", (int) c));
          } else {
            writer.write(c);
          }
        }
      }
    }
    writer.write('"');
  }
}
