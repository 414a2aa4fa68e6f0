package dev.isogauge.format.jepsen;

import dev.isogauge.format.toolkit.ParseFault;
import dev.isogauge.history.Atoms;

/** Parses the lines of a log; see {@link EtcdLogReader} for what they look like. */
final class EtcdLogParser extends EventParser {
  private static final String FUNCTIONS = ":read, :write or :cas";

  EtcdLogParser(byte[] buffer, int end, Atoms atoms, EventBlock block) {
    super(buffer, end, atoms, block);
  }

  void parse() {
    while (position < end) {
      if (findOperation()) {
        operation();
      }
      passLine();
    }
    endBlock();
  }

  /** Moves to the process of an operation, if the line has one. */
  private boolean findOperation() {
    int at = position;
    while (buffer[at] != '\n') {
      if (isBlank(buffer[at]) && buffer[at + 1] == ':' && isEvent(at + 1)) {
        while (at > position && isBlank(buffer[at - 1])) {
          at--;
        }
        int digits = at;
        while (digits > position && buffer[digits - 1] >= '0' && buffer[digits - 1] <= '9') {
          digits--;
        }
        position = digits;
        return digits < at && (digits == lineBegin || isBlank(buffer[digits - 1]));
      }
      at++;
    }
    return false;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private boolean isEvent(int begin) {
    position = begin;
    boolean found = passEvent();
    position = lineBegin;
    return found;
  }

  private boolean passEvent() {
    event =
        passToken(":invoke")
            ? OperationType.INVOKED
            : passToken(":ok")
                ? OperationType.OK
                : passToken(":fail")
                    ? OperationType.FAILED
                    : passToken(":info") ? OperationType.UNKNOWN : null;
    return event != null;
  }

  private void operation() {
    beginEvent();
    index = line + 1L;
    process = scalar("a process");
    skipBlanks();
    passEvent();
    skipBlanks();
    int begin = position;
    function = buffer[begin] == '\n' ? Function.OTHER : function(word(FUNCTIONS));
    if (!isRegister(function)) {
      position = begin;
      throw fault(FUNCTIONS);
    }
    skipBlanks();
    if (buffer[position] != '\n') {
      value();
    }
    endEvent(false);
  }

  private void value() {
    int column = position - lineBegin + 1;
    valueStandsHere();
    skipValue();
    if (line != eventLine) {
      throw new ParseFault(
          eventLine, column, "found a value that goes on in the next line; expected it in one");
    }
  }

  private void passLine() {
    while (buffer[position] != '\n') {
      position++;
    }
    position++;
    line++;
    lineBegin = position;
  }
}
