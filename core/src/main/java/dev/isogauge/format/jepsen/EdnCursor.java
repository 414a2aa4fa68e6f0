package dev.isogauge.format.jepsen;

import dev.isogauge.format.toolkit.ParseFault;
import dev.isogauge.format.toolkit.StrictText;
import dev.isogauge.history.Atoms;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Values of EDN, read from bytes. The byte behind the block is zero, which is not part of EDN, so
 * that a block that ends too early is noticed like any other fault.
 *
 * <pre>
 *   value   = nil | true | false | integer | decimal | ratio | string | character | keyword | symbol
 *           | "[" {value} "]" | "(" {value} ")" | "{" {value value} "}" | "#{" {value} "}"
 *           | "#" symbol value                      a tag, which is passed over
 *   blanks  = white space, commas, ";" to the end of the line, "#_" value
 * </pre>
 *
 * <p>Integers, strings and nil are atoms of their own; of everything else that is not a collection
 * the token as it is written makes the atom, so that the keyword {@code :x} is the text ":x".
 *
 * <p>JSON is read as well, for it differs little: its colons are passed by {@link #passColon}, its
 * words are symbols and its null is nil.
 */
abstract class EdnCursor extends EdnStructure {
  /** Numbers of up to 18 digits cannot overflow. */
  private static final int SAFE_DIGITS = 18;

  /** Numbers of up to 9 digits fit into an int. */
  private static final int PLAIN_DIGITS = 9;

  EdnCursor(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  /** Whether an integer, decimal or ratio begins at a place. */
  final boolean isNumber(int begin) {
    byte first = buffer[begin];
    return isDigit(first) || ((first == '-' || first == '+') && isDigit(buffer[begin + 1]));
  }

  /**
   * Moves behind a blank, if there is one, and an integer of a few digits, and returns that; stays
   * where it is and returns -1 if something else stands here.
   */
  final int plainInteger() {
    int begin = buffer[position] == ' ' ? position + 1 : position;
    int at = begin;
    int magnitude = 0;
    int digit = buffer[at] - '0';
    while (digit >= 0 && digit <= 9) {
      magnitude = magnitude * 10 + digit;
      digit = buffer[++at] - '0';
    }
    if (at == begin || at - begin > PLAIN_DIGITS || !endsToken(buffer[at])) {
      return -1;
    }
    position = at;
    return magnitude;
  }

  /** The atom of the value that stands here, which is not a collection. */
  final long scalar(String expected) {
    byte first = peek();
    if (isDigit(first)) {
      int at = position;
      long magnitude = 0;
      do {
        magnitude = magnitude * 10 + (buffer[at] - '0');
        at++;
      } while (isDigit(buffer[at]));
      if (endsToken(buffer[at]) && at - position <= SAFE_DIGITS) {
        position = at;
        return magnitude;
      }
    }
    return otherScalar(first, expected);
  }

  private long otherScalar(byte first, String expected) {
    if (first == '"') {
      return string();
    }
    int begin = position;
    if (endsToken(first) || first == '#') {
      throw fault(expected);
    }
    position = first == '\\' ? endOfCharacter() : endOfToken(begin);
    if (isNumber(begin)) {
      int digits = isDigit(first) ? begin : begin + 1;
      int after = digits;
      while (isDigit(buffer[after])) {
        after++;
      }
      if (after == position || (buffer[after] == 'N' && after + 1 == position)) {
        return integer(first == '+' ? digits : begin, after);
      }
    } else if (isNil(begin, position)) {
      return Atoms.NIL;
    }
    return token(begin);
  }

  private long integer(int begin, int after) {
    int behind = position;
    position = begin;
    long atom = number();
    if (position != after) {
      throw new IllegalStateException("an integer has digits only");
    }
    position = behind;
    return atom;
  }

  private boolean isNil(int begin, int after) {
    return (after - begin == 3 && startsWith(begin, "nil"))
        || (after - begin == 4 && startsWith(begin, "null"));
  }

  private long token(int begin) {
    int hash = hash(begin, position);
    long known = knownAtom(begin, position, hash);
    if (known != UNKNOWN) {
      return known;
    }
    try {
      return remember(
          begin, position, hash, atoms.text(StrictText.decode(buffer, begin, position)));
    } catch (CharacterCodingException e) {
      throw faultAt(begin, "found a word that is not UTF-8; expected UTF-8");
    }
  }

  private long string() {
    int begin = position;
    int beginLine = line;
    int beginOfLine = lineBegin;
    int close = skipString();
    int hash = hash(begin, position);
    long known = knownAtom(begin, position, hash);
    if (known != UNKNOWN) {
      return known;
    }
    try {
      return remember(begin, position, hash, atoms.text(unescape(begin + 1, close)));
    } catch (ParseFault fault) {
      line = beginLine;
      lineBegin = beginOfLine;
      throw faultAt(begin, fault.getMessage());
    }
  }

  private int hash(int begin, int after) {
    int hash = 1;
    for (int i = begin; i < after; i++) {
      hash = 31 * hash + buffer[i];
    }
    return hash;
  }

  /** Whether the token that stands here is this one; it is passed then. */
  final boolean passToken(String token) {
    int after = position + token.length();
    if (after > end || !startsWith(position, token) || !endsToken(buffer[after])) {
      return false;
    }
    position = after;
    return true;
  }

  /** The keyword, string or symbol that stands here, without colon or quotes. */
  final String word(String expected) {
    byte first = peek();
    if (first == '"') {
      int begin = position + 1;
      return unescape(begin, skipString());
    }
    int begin = first == ':' ? position + 1 : position;
    if (endsToken(first) || first == '#') {
      throw fault(expected);
    }
    position = endOfToken(begin);
    return new String(buffer, begin, position - begin, StandardCharsets.UTF_8);
  }
}
