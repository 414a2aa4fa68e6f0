package dev.isogauge.format.jepsen;

import dev.isogauge.format.ParseFault;
import dev.isogauge.format.StrictText;
import dev.isogauge.format.StringCursor;
import dev.isogauge.history.Atoms;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Values of EDN, read from bytes. The byte behind the block is zero, which is no part of EDN, so
 * that a block that ends too early is noticed like any other fault.
 *
 * <pre>
 *   value   = nil | true | false | integer | decimal | ratio | string | character | keyword | symbol
 *           | "[" {value} "]" | "(" {value} ")" | "{" {value value} "}" | "#{" {value} "}"
 *           | "#" symbol value                      a tag, which is passed over
 *   blanks  = white space, commas, ";" to the end of the line, "#_" value
 * </pre>
 *
 * <p>Integers, strings and nil are atoms of their own; of everything else that is no collection the
 * token as it is written makes the atom, so that the keyword {@code :x} is the text ":x".
 *
 * <p>JSON is read as well, for it differs little: its colons are passed by {@link #passColon}, its
 * words are symbols and its null is nil.
 */
abstract class EdnCursor extends StringCursor {
  private static final int DEEPEST = 1000;

  /** Numbers of up to 18 digits cannot overflow. */
  private static final int SAFE_DIGITS = 18;

  /** Numbers of up to 9 digits fit into an int. */
  private static final int PLAIN_DIGITS = 9;

  // What a byte is where a value may begin.
  private static final byte OTHER = 0;
  private static final byte BLANK = 1;
  private static final byte LINE_END = 2;
  private static final byte COMMENT = 3;
  private static final byte DISPATCH = 4;
  private static final byte[] KINDS = new byte[256];

  /** Bytes that end a token. */
  private static final boolean[] ENDS = new boolean[256];

  static {
    for (char blank : " \t\r\f,".toCharArray()) {
      KINDS[blank] = BLANK;
    }
    KINDS['\n'] = LINE_END;
    KINDS[';'] = COMMENT;
    KINDS['#'] = DISPATCH;
    for (char end : "\0 \t\r\f\n,;\"()[]{}".toCharArray()) {
      ENDS[end] = true;
    }
  }

  EdnCursor(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  /**
   * Moves to the next value or closing bracket and returns its first byte: behind blanks, comments,
   * discarded values and tags. A set is seen at its '#'.
   */
  final byte peek() {
    while (true) {
      byte next = buffer[position];
      switch (KINDS[next & 0xFF]) {
        case OTHER -> {
          return next;
        }
        case BLANK -> position++;
        case LINE_END -> passLineEnd();
        case COMMENT -> passComment();
        default -> {
          if (buffer[position + 1] == '{') {
            return next;
          }
          if (buffer[position + 1] == '_') {
            skip();
          } else {
            passTag();
          }
        }
      }
    }
  }

  private void passLineEnd() {
    position++;
    line++;
    lineBegin = position;
  }

  private void passComment() {
    while (buffer[position] != '\n' && position < end) {
      position++;
    }
  }

  private void passTag() {
    int begin = position;
    position = endOfToken(position + 1);
    if (position == begin + 1) {
      throw faultAt(begin, "found '#' alone; expected a tag, '#{' or '#_'");
    }
  }

  private int endOfToken(int from) {
    int at = from;
    while (!ENDS[buffer[at] & 0xFF]) {
      at++;
    }
    return at;
  }

  /** Whether a vector or a list begins with this byte. */
  static boolean opensSequence(byte first) {
    return first == '[' || first == '(';
  }

  /** Moves behind the bracket that opens a vector or list and returns the one that closes it. */
  final byte enterSequence(String expected) {
    byte open = peek();
    if (!opensSequence(open)) {
      throw fault(expected);
    }
    position++;
    return closing(open);
  }

  private static byte closing(byte open) {
    return (byte) (open == '(' ? ')' : open == '[' ? ']' : '}');
  }

  /** Whether another value stands before the closing bracket, which is passed otherwise. */
  final boolean hasMore(byte close) {
    if (peek() != close) {
      return true;
    }
    position++;
    return false;
  }

  /** Moves behind the colon between a field's name and its value in JSON. */
  final void passColon() {
    if (peek() != ':') {
      throw fault("':'");
    }
    position++;
  }

  /** Whether an integer, decimal or ratio begins at a place. */
  final boolean isNumber(int begin) {
    byte first = buffer[begin];
    return isDigit(first) || ((first == '-' || first == '+') && isDigit(buffer[begin + 1]));
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
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
    if (at == begin || at - begin > PLAIN_DIGITS || !ENDS[buffer[at] & 0xFF]) {
      return -1;
    }
    position = at;
    return magnitude;
  }

  /** The atom of the value that stands here, which is no collection. */
  final long scalar(String expected) {
    byte first = peek();
    if (isDigit(first)) {
      int at = position;
      long magnitude = 0;
      do {
        magnitude = magnitude * 10 + (buffer[at] - '0');
        at++;
      } while (isDigit(buffer[at]));
      if (ENDS[buffer[at] & 0xFF] && at - position <= SAFE_DIGITS) {
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
    if (ENDS[first & 0xFF] || first == '#') {
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

  private boolean startsWith(int begin, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (buffer[begin + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** A character may be one that ends tokens. */
  private int endOfCharacter() {
    byte character = buffer[position + 1];
    if (character >= 0 && character <= ' ') {
      throw fault("a character behind '\\'");
    }
    return endOfToken(position + 2);
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

  /** Moves behind the string that begins here and returns the place of its last quote. */
  private int skipString() {
    int at = position + 1;
    while (buffer[at] != '"') {
      if (buffer[at] == '\n') {
        line++;
        lineBegin = at + 1;
      } else if (buffer[at] == 0) {
        position = at;
        throw fault("'\"' at the end of the string");
      } else if (buffer[at] == '\\' && (buffer[at + 1] & 0xFF) >= ' ') {
        at++;
      }
      at++;
    }
    position = at + 1;
    return at;
  }

  /** Whether the token that stands here is this one; it is passed then. */
  final boolean passToken(String token) {
    int after = position + token.length();
    if (after > end || !startsWith(position, token) || !ENDS[buffer[after] & 0xFF]) {
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
    if (ENDS[first & 0xFF] || first == '#') {
      throw fault(expected);
    }
    position = endOfToken(begin);
    return new String(buffer, begin, position - begin, StandardCharsets.UTF_8);
  }

  /** Moves behind the next value. */
  final void skipValue() {
    peek();
    skip();
  }

  /** Moves behind the value that begins here, or behind '#_' and what it discards. */
  private void skip() {
    byte[] closings = new byte[16];
    int depth = 0;
    int values = buffer[position] == '#' && buffer[position + 1] == '_' ? 0 : 1;
    do {
      byte first = buffer[position];
      switch (first) {
        case '[', '(', '{' -> {
          closings = push(closings, depth++, closing(first));
          position++;
          continue;
        }
        case '#' -> {
          if (buffer[position + 1] == '_') {
            // In a collection that is passed over, what is discarded is passed like any value.
            values += depth == 0 ? 1 : 0;
            position += 2;
          } else if (buffer[position + 1] == '{') {
            position++;
          } else {
            passTag();
          }
          continue;
        }
        case ']', ')', '}' -> {
          if (depth == 0 || closings[depth - 1] != first) {
            throw fault(depth == 0 ? "a value" : "a value or '" + (char) closings[depth - 1] + "'");
          }
          depth--;
          position++;
        }
        case '"' -> skipString();
        case '\\' -> position = endOfCharacter();
        default -> {
          if (KINDS[first & 0xFF] == BLANK) {
            position++;
            continue;
          } else if (first == '\n') {
            passLineEnd();
            continue;
          } else if (first == ';') {
            passComment();
            continue;
          } else if (first == 0) {
            throw fault(depth == 0 ? "a value" : "'" + (char) closings[depth - 1] + "'");
          }
          position = endOfToken(position);
        }
      }
      values -= depth == 0 ? 1 : 0;
    } while (values > 0);
  }

  private byte[] push(byte[] closings, int depth, byte closing) {
    if (depth == DEEPEST) {
      throw faultAt(
          position,
          "found collections nested too deeply; expected at most " + DEEPEST + " in each other");
    }
    byte[] room = depth < closings.length ? closings : Arrays.copyOf(closings, 2 * depth);
    room[depth] = closing;
    return room;
  }
}
