package dev.isogauge.format.timekiller;

import dev.isogauge.format.toolkit.ObjectParser;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;

/**
 * Parses one block of transactions, byte by byte; see {@link TimekillerReader} for the schema. A
 * block begins with the document or with a transaction.
 */
final class TimekillerParser extends OperationParser implements ObjectParser {
  // Fields of a transaction.
  private static final int TID = 1;
  private static final int SID = 1 << 1;
  private static final int STS = 1 << 2;
  private static final int CTS = 1 << 3;
  private static final int OPS = 1 << 4;
  private static final int SNO = 1 << 5;
  private static final int REQUIRED = SID | STS | CTS | OPS;

  private static final String TRANSACTION =
      "a transaction: {\"tid\":1,\"sid\":1,\"sts\":{\"p\":1,\"l\":0},\"cts\":{...},\"ops\":[...]}";

  // The current transaction; its fields come in any order.
  private long name;
  private long session;
  private long number;
  private long start;
  private long startLogical;
  private long commit;
  private long commitLogical;

  /** Its operations, if they stand in front of its names. */
  private final Place waiting = new Place();

  private final Place behind = new Place();

  // The timestamp read last.
  private long physical;
  private long logical;

  TimekillerParser(byte[] buffer, int end, Atoms atoms, RawBlock block) {
    super(buffer, end, atoms, block);
  }

  @Override
  public void parse(Part part) {
    if (part.isFirst() && part.isInArray()) {
      pass('[', TRANSACTION);
    }
    boolean afterComma = !part.isFirst() && passComma();
    for (peek(); position < end; peek()) {
      if (buffer[position] == ']' && part.isInArray() && !afterComma) {
        closeDocument();
        return;
      }
      if (buffer[position] != '{') {
        throw fault(part.isInArray() && !afterComma ? TRANSACTION + " or ']'" : TRANSACTION);
      }
      transaction();
      afterComma = passComma();
    }
    if (part.isLast() && (part.isInArray() || afterComma)) {
      throw fault(afterComma ? TRANSACTION : "']' after the last transaction");
    }
  }

  private boolean passComma() {
    boolean isComma = peek() == ',';
    position += isComma ? 1 : 0;
    return isComma;
  }

  private void transaction() {
    int firstLine = line;
    name = Atoms.NO_NAME;
    number = RawBlock.NO_NUMBER;
    int seen = 0;
    // Operations in front of names are passed over until the names are known.
    waiting.clear();
    boolean more = enter('{', '}', TRANSACTION);
    while (more) {
      int field = transactionField();
      if ((seen & field) != 0) {
        throw twice();
      }
      seen |= field;
      if (field == OPS) {
        if ((seen & (TID | SID)) == (TID | SID)) {
          block.transaction(session, name, Outcome.COMMITTED, firstLine);
          operations();
        } else {
          peek();
          save(waiting);
          skipValue();
        }
      } else {
        transactionValue(field);
      }
      more = hasMore('}');
    }
    if ((seen & REQUIRED) != REQUIRED) {
      throw faultAt(
          position - 1,
          "found a transaction without \"" + missing(seen) + "\"; expected " + TRANSACTION);
    }
    if (waiting.isSet()) {
      save(behind);
      moveTo(waiting);
      block.transaction(session, name, Outcome.COMMITTED, firstLine);
      operations();
      moveTo(behind);
    }
    addTimes();
  }

  private void addTimes() {
    block.timestamps(start, commit);
    if (startLogical != 0 || commitLogical != 0) {
      block.logicalTimes(startLogical, commitLogical);
    }
    if (number != RawBlock.NO_NUMBER) {
      block.number(number);
    }
  }

  private static String missing(int seen) {
    return (seen & SID) == 0
        ? "sid"
        : (seen & STS) == 0 ? "sts" : (seen & CTS) == 0 ? "cts" : "ops";
  }

  /** The field whose name stands here; moves behind the colon. */
  private int transactionField() {
    int field = OTHER;
    if (peek() == '"' && buffer[position + 4] == '"') {
      field = transactionField(buffer[position + 1], buffer[position + 2], buffer[position + 3]);
    }
    if (field != OTHER) {
      position += 5;
    } else {
      field = transactionField(string(FIELD));
    }
    pass(':', "':'");
    return field;
  }

  /** For names with escapes, and those that mean nothing here. */
  private static int transactionField(String name) {
    return name.length() == 3 && name.chars().allMatch(c -> c < 128)
        ? transactionField((byte) name.charAt(0), (byte) name.charAt(1), (byte) name.charAt(2))
        : OTHER;
  }

  private static int transactionField(byte first, byte second, byte third) {
    return switch (first << 16 | second << 8 | third) {
      case 't' << 16 | 'i' << 8 | 'd' -> TID;
      case 's' << 16 | 'i' << 8 | 'd' -> SID;
      case 's' << 16 | 't' << 8 | 's' -> STS;
      case 'c' << 16 | 't' << 8 | 's' -> CTS;
      case 'o' << 16 | 'p' << 8 | 's' -> OPS;
      case 's' << 16 | 'n' << 8 | 'o' -> SNO;
      default -> OTHER;
    };
  }

  private void transactionValue(int field) {
    switch (field) {
      case TID -> name = passNull() ? Atoms.NO_NAME : name("a transaction's id");
      case SID -> session = name("a session's id");
      case SNO -> number = passNull() ? RawBlock.NO_NUMBER : time("a number in the session");
      case STS -> {
        timestamp();
        start = physical;
        startLogical = logical;
      }
      case CTS -> {
        timestamp();
        commit = physical;
        commitLogical = logical;
      }
      default -> skipValue();
    }
  }

  private void timestamp() {
    if (!plainTimestamp()) {
      anyTimestamp();
    }
  }

  /** Reads a timestamp as timekiller writes it: {"p":1,"l":0} without blanks. */
  private boolean plainTimestamp() {
    int at = position;
    if (buffer[at] != '{'
        || buffer[at + 1] != '"'
        || buffer[at + 2] != 'p'
        || buffer[at + 3] != '"'
        || buffer[at + 4] != ':'
        || !isPlainNumber(at + 5)) {
      return false;
    }
    position = at + 5;
    physical = signed(number());
    boolean isPlain = isField(position, 'l') && isPlainNumber(position + 5);
    if (isPlain) {
      position += 5;
      logical = signed(number());
    }
    if (!isPlain
        || buffer[position] != '}'
        || physical == RawBlock.NO_TIME
        || logical == RawBlock.NO_TIME) {
      position = at;
      return false;
    }
    position++;
    return true;
  }

  private void anyTimestamp() {
    int seen = 0;
    logical = 0;
    boolean more = enter('{', '}', "a timestamp: {\"p\":1,\"l\":0}");
    while (more) {
      int field = letterField() & (P | L);
      if ((seen & field) != 0) {
        throw twice();
      }
      seen |= field;
      switch (field) {
        case P -> physical = time("the physical part of a timestamp");
        case L -> logical = time("the logical part of a timestamp");
        default -> skipValue();
      }
      more = hasMore('}');
    }
    if ((seen & P) == 0) {
      throw faultAt(position - 1, "found a timestamp without \"p\"; expected {\"p\":1,\"l\":0}");
    }
  }

  private long time(String expected) {
    peek();
    int before = position;
    long time = signed(integer(expected, ", an integer"));
    if (time == RawBlock.NO_TIME) {
      throw faultAt(
          before,
          "the number is out of range; expected -9223372036854775807 to 9223372036854775807");
    }
    return time;
  }
}
