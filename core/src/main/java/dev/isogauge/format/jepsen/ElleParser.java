package dev.isogauge.format.jepsen;

import dev.isogauge.format.toolkit.ObjectParser;
import dev.isogauge.history.Atoms;

/**
 * Parses one block of operations, byte by byte; see {@link ElleReader} for what they look like. A
 * block begins with the document or between two operations.
 */
final class ElleParser extends EventParser implements ObjectParser {
  // Fields of an operation.
  private static final int OTHER = 0;
  private static final int TYPE = 1;
  private static final int PROCESS = 1 << 1;
  private static final int F = 1 << 2;
  private static final int VALUE = 1 << 3;
  private static final int TIME = 1 << 4;
  private static final int INDEX = 1 << 5;
  private static final int KNOWN_BEFORE_VALUE = TYPE | PROCESS | F;

  /** What Jepsen writes for an unknown time. */
  private static final long NO_TIME = -1;

  private static final String OPERATION =
      "an operation: {:index 0, :time 12, :type :invoke, :process 0, :f :txn, :value [[:r 5 nil]]}";
  private static final String TYPES = ":invoke, :ok, :fail or :info";

  private boolean isClient;

  ElleParser(byte[] buffer, int end, Atoms atoms, EventBlock block) {
    super(buffer, end, atoms, block);
  }

  @Override
  public void parse(Part part) {
    byte first = peek();
    if (part.isFirst() && part.isInArray()) {
      enterSequence(OPERATION);
      first = peek();
    }
    while (position < end) {
      if (part.isInArray() && (first == ']' || first == ')')) {
        closeDocument();
        endBlock();
        return;
      }
      if (first != '{') {
        throw fault(part.isInArray() ? OPERATION + " or ']'" : OPERATION);
      }
      operation();
      first = peek();
    }
    if (part.isLast() && part.isInArray()) {
      throw fault("']' after the last operation");
    }
    endBlock();
  }

  private void operation() {
    beginEvent();
    isClient = true;
    int seen = 0;
    boolean hasOperations = false;
    position++;
    boolean isJson = peek() == '"';
    while (hasMore((byte) '}')) {
      int field = field();
      if ((seen & field) != 0) {
        throw twice();
      }
      seen |= field;
      if (isJson) {
        passColon();
      }
      if (field == VALUE) {
        peek();
        hasOperations = value(seen);
      } else {
        fieldValue(field);
      }
    }
    if (!isClient) {
      block.skip();
      return;
    }
    if ((seen & TYPE) == 0) {
      throw faultAt(position - 1, "found an operation without :type; expected " + TYPES);
    }
    endEvent(hasOperations);
  }

  /** The field whose name stands here; moves behind it. */
  private int field() {
    byte first = buffer[position];
    if (first == ':') {
      int field =
          switch (buffer[position + 1]) {
            case 'i' -> passToken(":index") ? INDEX : OTHER;
            case 't' -> passToken(":time") ? TIME : passToken(":type") ? TYPE : OTHER;
            case 'p' -> passToken(":process") ? PROCESS : OTHER;
            case 'f' -> passToken(":f") ? F : OTHER;
            case 'v' -> passToken(":value") ? VALUE : OTHER;
            default -> OTHER;
          };
      if (field == OTHER) {
        skipValue();
      }
      return field;
    }
    if (first != '"') {
      skipValue();
      return OTHER;
    }
    return switch (word("a field's name")) {
      case "index" -> INDEX;
      case "time" -> TIME;
      case "type" -> TYPE;
      case "process" -> PROCESS;
      case "f" -> F;
      case "value" -> VALUE;
      default -> OTHER;
    };
  }

  /** Whether the value could be parsed at once. */
  private boolean value(int seen) {
    if (event == OperationType.OK
        && (seen & KNOWN_BEFORE_VALUE) == KNOWN_BEFORE_VALUE
        && isClient) {
      operationsOfSuccess();
      return true;
    }
    valueStandsHere();
    skipValue();
    return false;
  }

  private void fieldValue(int field) {
    switch (field) {
      case TYPE -> type();
      case PROCESS -> process();
      case F -> function();
      case TIME -> {
        time = integer("a time, an integer");
        time = time == NO_TIME ? EventBlock.MISSING : time;
      }
      case INDEX -> index = integer("an index, an integer");
      default -> skipValue();
    }
  }

  /** Jepsen's nemesis and its clock have processes too, which are not integers. */
  private void process() {
    long atom = scalar("a process");
    isClient = atom == Atoms.NIL || atoms.isInteger(atom);
    process = atom == Atoms.NIL ? Atoms.NO_NAME : atom;
  }

  private void function() {
    peek();
    if (passToken(":txn")) {
      return;
    }
    if (!passToken("nil") && !passToken("null")) {
      function = function(word("a function such as :txn"));
    }
  }

  private void type() {
    peek();
    if (passToken(":invoke")) {
      event = OperationType.INVOKED;
    } else if (passToken(":ok")) {
      event = OperationType.OK;
    } else {
      int begin = position;
      event =
          switch (word(TYPES)) {
            case "invoke" -> OperationType.INVOKED;
            case "ok" -> OperationType.OK;
            case "fail" -> OperationType.FAILED;
            case "info" -> OperationType.UNKNOWN;
            default -> {
              position = begin;
              throw fault(TYPES);
            }
          };
    }
  }

  private long integer(String expected) {
    peek();
    int begin = position;
    long atom = scalar(expected);
    if (atom == Atoms.NIL) {
      return EventBlock.MISSING;
    }
    long integer = signed(atom);
    if (integer != EventBlock.MISSING) {
      return integer;
    }
    position = begin;
    throw fault(expected + " above -9223372036854775808 of the signed 64-bit range");
  }
}
