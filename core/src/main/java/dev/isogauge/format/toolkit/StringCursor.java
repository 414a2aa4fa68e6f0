package dev.isogauge.format.toolkit;

import dev.isogauge.history.Atoms;
import java.nio.charset.CharacterCodingException;

/**
 * Reads strings in double quotes, with the escapes of JSON, as atoms. Strings recur, so each is
 * looked up by its bytes before one is made.
 */
public abstract class StringCursor extends TextCursor {
  /** Stands for the atom of a string that did not occur before. */
  protected static final long UNKNOWN = WordTable.ABSENT;

  private final WordTable words;

  protected StringCursor(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
    this.words = new WordTable(buffer);
  }

  /** The atom of {@code buffer[begin..end)}, or {@link #UNKNOWN}. */
  protected final long knownAtom(int begin, int end, int hash) {
    return words.find(begin, end, hash);
  }

  /** Keeps the atom of {@code buffer[begin..end)}, which was unknown, and returns it. */
  protected final long remember(int begin, int end, int hash, long atom) {
    words.add(begin, end, hash, atom);
    return atom;
  }

  /** The atom of the string in double quotes that begins here. */
  protected final long quoted() {
    int begin = position;
    int at = begin + 1;
    int hash = 1;
    while (buffer[at] != '"') {
      if (buffer[at] >= 0 && buffer[at] < ' ') {
        position = at;
        throw fault("'\"' at the end of the string, and escapes for control characters");
      }
      hash = 31 * hash + buffer[at];
      // A control character, also the one that ends the block, is left for the next round.
      if (buffer[at] == '\\' && (buffer[at + 1] & 0xFF) >= ' ') {
        hash = 31 * hash + buffer[++at];
      }
      at++;
    }
    position = at + 1;
    long known = knownAtom(begin, position, hash);
    if (known != UNKNOWN) {
      return known;
    }
    long atom = atoms.text(unescape(begin + 1, at));
    return remember(begin, position, hash, atom);
  }

  /** The characters that {@code buffer[begin..end)}, the inside of a string, stands for. */
  protected final String unescape(int begin, int end) {
    try {
      String text = StrictText.decode(buffer, begin, end);
      String unescaped = text.indexOf('\\') < 0 ? text : Escapes.replace(text);
      StrictText.check(unescaped);
      return unescaped;
    } catch (CharacterCodingException e) {
      throw faultAt(begin, "found a string that is not UTF-8; expected UTF-8");
    } catch (IllegalArgumentException e) {
      throw faultAt(begin, e.getMessage().replaceAll("\\p{Cntrl}", "?"));
    }
  }
}
