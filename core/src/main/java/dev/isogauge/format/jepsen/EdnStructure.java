package dev.isogauge.format.jepsen;

import dev.isogauge.format.toolkit.ObjectCursor;
import dev.isogauge.history.Atoms;
import java.util.Arrays;

/**
 * Where values of EDN begin and end, whatever they are: passes blanks, comments, tags, brackets and
 * whole values. The grammar is that of {@link EdnCursor}.
 */
abstract class EdnStructure extends ObjectCursor {
  private static final int DEEPEST = 1000;

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

  EdnStructure(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  /**
   * Moves to the next value or closing bracket and returns its first byte: behind blanks, comments,
   * discarded values and tags. A set is seen at its '#'.
   */
  @Override
  protected final byte peek() {
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

  static boolean endsToken(byte b) {
    return ENDS[b & 0xFF];
  }

  final int endOfToken(int from) {
    int at = from;
    while (!endsToken(buffer[at])) {
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

  /** A character may be one that ends tokens. */
  final int endOfCharacter() {
    byte character = buffer[position + 1];
    if (character >= 0 && character <= ' ') {
      throw fault("a character behind '\\'");
    }
    return endOfToken(position + 2);
  }

  /** Moves behind the string that begins here and returns the place of its last quote. */
  final int skipString() {
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
