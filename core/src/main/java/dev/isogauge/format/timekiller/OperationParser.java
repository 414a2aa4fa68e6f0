package dev.isogauge.format.timekiller;

import dev.isogauge.format.toolkit.JsonCursor;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Locale;

/** Parses the operations of a transaction, and what is written like their keys and values. */
abstract class OperationParser extends JsonCursor {
  /** A field of no meaning here. */
  static final int OTHER = 0;

  // Fields of a timestamp.
  static final int P = 1;
  static final int L = 1 << 1;

  // Fields of an operation.
  private static final int T = 1 << 2;
  private static final int K = 1 << 3;
  private static final int V = 1 << 4;

  private static final String VALUE = "a value: an integer, a string or null";
  private static final String KINDS = "\"r\", \"w\" or \"a\"";
  private static final String OPERATION = "{\"t\":\"r\",\"k\":1,\"v\":2}";

  final RawBlock block;

  // The current operation; its fields come in any order.
  private byte kind;
  private long key;
  private long value;
  private boolean isList;
  private final LongArrayList elements = new LongArrayList();

  OperationParser(byte[] buffer, int end, Atoms atoms, RawBlock block) {
    super(buffer, end, atoms, true);
    this.block = block;
  }

  /** The field of an operation or a timestamp whose name stands here; moves behind the colon. */
  final int letterField() {
    int field = OTHER;
    if (peek() == '"' && buffer[position + 2] == '"') {
      field = letterField(buffer[position + 1]);
    }
    if (field != OTHER) {
      position += 3;
    } else {
      String name = string(FIELD);
      field =
          name.length() == 1 && name.charAt(0) < 128 ? letterField((byte) name.charAt(0)) : OTHER;
    }
    pass(':', "':'");
    return field;
  }

  private static int letterField(byte letter) {
    return switch (letter) {
      case 't' -> T;
      case 'k' -> K;
      case 'v' -> V;
      case 'p' -> P;
      case 'l' -> L;
      default -> OTHER;
    };
  }

  final void operations() {
    boolean more = enter('[', ']', "an array of operations");
    while (more) {
      if (!plainOperation()) {
        operation();
      }
      more = hasMore(']');
    }
  }

  /**
   * Reads an operation as timekiller writes it: {"t":"w","k":1,"v":2} without blanks. Any other is
   * left to {@link #operation}. No byte is parsed before the one in front of it has its place, so
   * nothing is read behind the block's end.
   */
  private boolean plainOperation() {
    byte[] bytes = buffer;
    int at = position;
    if (bytes[at] != '{'
        || bytes[at + 1] != '"'
        || bytes[at + 2] != 't'
        || bytes[at + 3] != '"'
        || bytes[at + 4] != ':'
        || bytes[at + 5] != '"'
        || (bytes[at + 6] != 'r' && bytes[at + 6] != 'w')
        || bytes[at + 7] != '"'
        || !isField(at + 8, 'k')
        || !isPlainNumber(at + 13)) {
      return false;
    }
    position = at + 13;
    long plainKey = number();
    if (!isField(position, 'v')) {
      position = at;
      return false;
    }
    position += 5;
    long plainValue = Atoms.NIL;
    if (isPlainNumber(position)) {
      plainValue = number();
    } else if (bytes[position] == 'n') {
      passNull();
    }
    if (bytes[position] != '}') {
      position = at;
      return false;
    }
    position++;
    if (bytes[at + 6] == 'r') {
      block.read(plainKey, plainValue);
    } else {
      block.write(plainKey, plainValue);
    }
    return true;
  }

  /** Whether a comma, the name of a field and a colon stand at a place. */
  final boolean isField(int at, char name) {
    return buffer[at] == ','
        && buffer[at + 1] == '"'
        && buffer[at + 2] == name
        && buffer[at + 3] == '"'
        && buffer[at + 4] == ':';
  }

  /** Whether a number without sign or leading zeros begins at a place. */
  final boolean isPlainNumber(int at) {
    byte first = buffer[at];
    return first > '0' ? first <= '9' : first == '0' && !isDigit(buffer[at + 1]);
  }

  private void operation() {
    int seen = 0;
    value = Atoms.NIL;
    isList = false;
    boolean more = enter('{', '}', "an operation: " + OPERATION);
    while (more) {
      int field = letterField() & (T | K | V);
      if ((seen & field) != 0) {
        throw twice();
      }
      seen |= field;
      switch (field) {
        case T -> kind = kind();
        case K -> key = name("a key");
        case V -> value();
        default -> skipValue();
      }
      more = hasMore('}');
    }
    if ((seen & (T | K)) != (T | K)) {
      throw faultAt(
          position - 1,
          "found an operation without \""
              + ((seen & T) == 0 ? "t" : "k")
              + "\"; expected "
              + OPERATION);
    }
    addOperation();
  }

  private void addOperation() {
    if (isList && kind != 'r') {
      throw faultAt(position - 1, "found a list that is not read; expected one value");
    }
    switch (kind) {
      case 'w' -> block.write(key, value);
      case 'a' -> block.append(key, value);
      default -> {
        if (isList) {
          block.readList(key);
          for (int i = 0; i < elements.size(); i++) {
            block.element(elements.getLong(i));
          }
        } else {
          block.read(key, value);
        }
      }
    }
  }

  /** Reads r, w or a, or the word it stands for, in small or capital letters. */
  private byte kind() {
    if (peek() == '"' && buffer[position + 2] == '"') {
      byte letter = (byte) (buffer[position + 1] | 0x20);
      if (letter == 'r' || letter == 'w' || letter == 'a') {
        position += 3;
        return letter;
      }
    }
    int before = position;
    String word = string(KINDS).toLowerCase(Locale.ROOT);
    return switch (word) {
      case "r", "read" -> 'r';
      case "w", "write" -> 'w';
      case "a", "append" -> 'a';
      default -> {
        position = before;
        throw fault(KINDS);
      }
    };
  }

  private void value() {
    if (peek() != '[') {
      value = element();
      return;
    }
    isList = true;
    elements.clear();
    boolean more = enter('[', ']', "a list");
    while (more) {
      elements.add(element());
      more = hasMore(']');
    }
  }

  private long element() {
    byte first = peek();
    return first == '"' ? quoted() : first == 'n' && passNull() ? Atoms.NIL : integer(VALUE, "");
  }
}
