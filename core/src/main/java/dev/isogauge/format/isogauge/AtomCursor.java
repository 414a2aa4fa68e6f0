package dev.isogauge.format.isogauge;

import dev.isogauge.format.StringCursor;
import dev.isogauge.history.Atoms;
import java.nio.charset.StandardCharsets;

/** Reads integers, bare words and quoted strings of Isogauge text as atoms. */
abstract class AtomCursor extends StringCursor {
  // Classes of bytes.
  private static final byte OTHER = 0;
  private static final byte WORD = 1;
  private static final byte WORD_START = 2;
  private static final byte INTEGER_START = 3;
  private static final byte[] CLASSES = classes();

  AtomCursor(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  private static byte[] classes() {
    byte[] classes = new byte[256];
    for (char c : "./".toCharArray()) {
      classes[c] = WORD;
    }
    for (char c = 'A'; c <= 'Z'; c++) {
      classes[c] = WORD_START;
      classes[c + 'a' - 'A'] = WORD_START;
    }
    classes['_'] = WORD_START;
    for (char c = '0'; c <= '9'; c++) {
      classes[c] = INTEGER_START;
    }
    classes['-'] = INTEGER_START;
    return classes;
  }

  /** Whether a bare word stands here; then {@link #wordEnd} is right behind it. */
  final boolean atWord(String word) {
    int after = position + word.length();
    if (after >= end || wordEnd() != after) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (buffer[position + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private int wordEnd() {
    int at = position;
    while (CLASSES[buffer[at] & 0xFF] != OTHER) {
      at++;
    }
    return at;
  }

  /** A key or a name: any atom but nil. */
  final long name(String expected) {
    int begin = position;
    long atom = atom(expected);
    if (atom == Atoms.NIL) {
      throw faultAt(begin, "found 'nil'; expected " + expected + ", which nil cannot be");
    }
    return atom;
  }

  /** The next atom, after blanks. */
  final long atom(String expected) {
    byte first = buffer[position];
    if (first == ' ' || first == '\t') {
      skipBlanks();
      first = buffer[position];
    }
    return switch (CLASSES[first & 0xFF]) {
      case INTEGER_START -> number();
      case WORD_START -> word();
      default -> {
        if (first != '"') {
          throw fault(expected);
        }
        yield quoted();
      }
    };
  }

  private long word() {
    int begin = position;
    int at = begin;
    int hash = 0;
    while (CLASSES[buffer[at] & 0xFF] != OTHER) {
      hash = 31 * hash + buffer[at++];
    }
    position = at;
    long known = knownAtom(begin, at, hash);
    if (known != UNKNOWN) {
      return known;
    }
    String text = new String(buffer, begin, at - begin, StandardCharsets.US_ASCII);
    long atom = text.equals("nil") ? Atoms.NIL : atoms.text(text);
    return remember(begin, at, hash, atom);
  }
}
