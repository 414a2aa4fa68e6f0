package dev.isogauge.format.isogauge;

import dev.isogauge.format.StrictText;
import dev.isogauge.format.TextCursor;
import dev.isogauge.history.Atoms;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads integers, bare words and quoted strings of Isogauge text as atoms. */
abstract class AtomCursor extends TextCursor {
  // Classes of bytes.
  private static final byte OTHER = 0;
  private static final byte WORD = 1;
  private static final byte WORD_START = 2;
  private static final byte INTEGER_START = 3;
  private static final byte[] CLASSES = classes();

  private final WordTable words;

  AtomCursor(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
    this.words = new WordTable(buffer);
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
    long known = words.find(begin, at, hash);
    if (known != WordTable.ABSENT) {
      return known;
    }
    String text = new String(buffer, begin, at - begin, StandardCharsets.US_ASCII);
    long atom = text.equals("nil") ? Atoms.NIL : atoms.text(text);
    words.add(begin, at, hash, atom);
    return atom;
  }

  private long quoted() {
    int begin = position;
    int at = begin + 1;
    int hash = 1;
    while (buffer[at] != '"') {
      if (buffer[at] >= 0 && buffer[at] < ' ') {
        position = at;
        throw fault("'\"' at the end of the string, and escapes for control characters");
      }
      hash = 31 * hash + buffer[at];
      if (buffer[at] == '\\' && buffer[at + 1] != '\n') {
        hash = 31 * hash + buffer[++at];
      }
      at++;
    }
    position = at + 1;
    long known = words.find(begin, position, hash);
    if (known != WordTable.ABSENT) {
      return known;
    }
    long atom = atoms.text(unescape(begin + 1, at));
    words.add(begin, position, hash, atom);
    return atom;
  }

  private String unescape(int begin, int end) {
    try {
      String text = StrictText.decode(buffer, begin, end);
      String unescaped = text.indexOf('\\') < 0 ? text : Escapes.replace(text);
      StrictText.check(unescaped);
      return unescaped;
    } catch (CharacterCodingException e) {
      throw faultAt(begin, "found a string that is not UTF-8; expected UTF-8");
    } catch (IllegalArgumentException e) {
      throw faultAt(begin, e.getMessage());
    }
  }
}
