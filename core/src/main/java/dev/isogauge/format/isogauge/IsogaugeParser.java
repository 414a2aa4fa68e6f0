package dev.isogauge.format.isogauge;

import dev.isogauge.format.Directives;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import java.util.ArrayList;
import java.util.List;

/** Parses one block of Isogauge text; see {@link IsogaugeReader} for the grammar. */
final class IsogaugeParser extends AtomCursor {
  private static final String SESSION = "a session, as in 's1: r(x,1) w(y,2)', or a directive";
  private static final String NAME = "the transaction's name or ':'";

  private static final String OPERATION =
      "r(key,value), w(key,value), a(key,value), ';', '|' or end of line";

  private final RawBlock block;
  private final Directives directives;

  // Attributes of the current transaction.
  private Outcome outcome;
  private boolean hasTimestamps;
  private long start;
  private long startLogical;
  private long commit;
  private long commitLogical;
  private boolean hasRealTime;
  private long begin;
  private long finish;
  private long number;

  IsogaugeParser(byte[] buffer, int end, Atoms atoms, RawBlock block, Directives directives) {
    super(buffer, end, atoms);
    this.block = block;
    this.directives = directives;
  }

  /** Parses all lines and returns how many there are. */
  int parse() {
    while (position < end) {
      skipBlanks();
      if (!atLineEnd()) {
        if (atWord("init") && buffer[position + 4] != ':') {
          position += 4;
          initialValues();
        } else if (atWord("order") && buffer[position + 5] != ':') {
          position += 5;
          versionOrder();
        } else {
          transactions();
        }
      }
      if (buffer[position] == '#') {
        skipComment();
      }
      endLine();
    }
    return line;
  }

  private boolean atLineEnd() {
    return buffer[position] == '\n' || buffer[position] == '#';
  }

  private void skipComment() {
    while (buffer[position] != '\n') {
      position++;
    }
  }

  private void initialValues() {
    do {
      skipBlanks();
      boolean all = buffer[position] == '*';
      long key = Atoms.NO_NAME;
      if (all) {
        position++;
      } else {
        key = name("key=value or *=value");
      }
      expect((byte) '=');
      long value = atom("a value");
      if (all) {
        directives.defaultInitialValue(value, line);
      } else {
        directives.initialValue(key, value, line);
      }
      skipBlanks();
    } while (!atLineEnd());
  }

  private void versionOrder() {
    long key = name("a key");
    expect((byte) ':');
    List<VersionOrder.Version> versions = new ArrayList<>();
    skipBlanks();
    while (!atLineEnd()) {
      long value = atom("a value, value@transaction or end of line");
      versions.add(new VersionOrder.Version(value, writer()));
      skipBlanks();
    }
    directives.versionOrder(new VersionOrder(key, versions), line);
  }

  private void transactions() {
    long session = name(SESSION);
    long name = nameBeforeColon();
    while (true) {
      transaction(session, name);
      if (buffer[position] == ';') {
        position++;
        name = startsWithName() ? nameBeforeColon() : Atoms.NO_NAME;
      } else if (buffer[position] == '|') {
        position++;
        skipBlanks();
        session = name("a session, as in 's1: r(x,1) w(y,2)'");
        name = nameBeforeColon();
      } else if (atLineEnd()) {
        return;
      } else {
        throw fault(OPERATION);
      }
    }
  }

  private long nameBeforeColon() {
    skipBlanks();
    long name = buffer[position] == ':' ? Atoms.NO_NAME : name(NAME);
    expect((byte) ':');
    return name;
  }

  /** Whether the transaction behind a ';' has a name: an atom and ':'. */
  private boolean startsWithName() {
    skipBlanks();
    int begin = position;
    byte first = buffer[position];
    if (first == ':' || first == '[' || first == ';' || first == '|' || atLineEnd()) {
      return false;
    }
    atom("a transaction");
    skipBlanks();
    boolean named = buffer[position] == ':';
    position = begin;
    return named;
  }

  private void transaction(long session, long name) {
    attributes();
    block.transaction(session, name, outcome, line);
    if (hasTimestamps) {
      block.timestamps(start, commit);
      if (startLogical != 0 || commitLogical != 0) {
        block.logicalTimes(startLogical, commitLogical);
      }
    }
    if (number != RawBlock.NO_NUMBER) {
      block.number(number);
    }
    if (hasRealTime) {
      block.realTime(begin, finish);
    }
    while (true) {
      byte kind = buffer[position];
      if (kind == ' ') {
        position++;
      } else if (kind == 'w') {
        write();
      } else if (kind == 'r') {
        read();
      } else if (kind == 'a') {
        append();
      } else if (kind == '\t' || kind == '\r') {
        position++;
      } else {
        return;
      }
    }
  }

  private void write() {
    openParenthesis();
    long key = name("a key");
    expect((byte) ',');
    long value = atom("a value");
    expect((byte) ')');
    block.write(key, value);
  }

  private void append() {
    openParenthesis();
    long key = name("a key");
    expect((byte) ',');
    long value = atom("a value");
    expect((byte) ')');
    block.append(key, value);
  }

  private void read() {
    openParenthesis();
    long key = name("a key");
    expect((byte) ',');
    if (buffer[position] == ' ') {
      skipBlanks();
    }
    if (buffer[position] == '?') {
      position++;
      expect((byte) ')');
      block.readUnknown(key);
      return;
    }
    if (buffer[position] == '[') {
      readList(key);
      return;
    }
    long value = atom("a value, '[' or '?'");
    long writer = writer();
    expect((byte) ')');
    block.read(key, value);
    if (writer != Atoms.NO_NAME) {
      block.fromWriter(writer);
    }
  }

  private void readList(long key) {
    position++;
    block.readList(key);
    skipBlanks();
    boolean more = buffer[position] != ']';
    while (more) {
      block.element(atom("a value or ']'"));
      skipBlanks();
      more = buffer[position] == ',';
      if (more) {
        position++;
      } else if (buffer[position] != ']') {
        throw fault("',' or ']'");
      }
    }
    position++;
    expect((byte) ')');
  }

  private void openParenthesis() {
    if (buffer[position + 1] != '(') {
      throw fault(OPERATION);
    }
    position += 2;
  }

  /** The transaction named behind '@', if there is one. */
  private long writer() {
    if (buffer[position] != '@') {
      return Atoms.NO_NAME;
    }
    position++;
    if (atWord("init")) {
      position += 4;
      return Atoms.INITIAL_WRITER;
    }
    return name("a transaction's name or init");
  }

  private void attributes() {
    outcome = Outcome.COMMITTED;
    hasTimestamps = false;
    hasRealTime = false;
    number = RawBlock.NO_NUMBER;
    while (true) {
      skipBlanks();
      byte first = buffer[position];
      if (first == '[') {
        bracket();
      } else if (first == 'a' && atWord("aborted")) {
        outcome(Outcome.ABORTED, "aborted");
      } else if (first == 'i' && atWord("indeterminate")) {
        outcome(Outcome.INDETERMINATE, "indeterminate");
      } else {
        return;
      }
    }
  }

  private void outcome(Outcome given, String word) {
    if (outcome != Outcome.COMMITTED) {
      throw fault("one outcome");
    }
    outcome = given;
    position += word.length();
  }

  private void bracket() {
    int bracket = position++;
    skipBlanks();
    if (atWord("ts") && !hasTimestamps) {
      position += 2;
      hasTimestamps = true;
      start = time();
      startLogical = logical(start);
      expectDots();
      commit = time();
      commitLogical = logical(commit);
    } else if (atWord("rt") && !hasRealTime) {
      position += 2;
      hasRealTime = true;
      begin = time();
      expectDots();
      finish = time();
      if (begin != RawBlock.NO_TIME && finish != RawBlock.NO_TIME && finish < begin) {
        throw faultAt(
            bracket, "found an end before the begin; expected [rt begin..end] in this order");
      }
    } else if (atWord("sno") && number == RawBlock.NO_NUMBER) {
      position += 3;
      number = time();
      if (number == RawBlock.NO_NUMBER) {
        throw fault("a number");
      }
    } else {
      throw fault("ts start..commit, rt begin..end or sno number, each at most once");
    }
    expect((byte) ']');
  }

  private void expectDots() {
    expect((byte) '.');
    if (buffer[position] != '.') {
      throw fault("'..' between two times");
    }
    position++;
  }

  /** The part of a timestamp that decides between equal ones, behind ':'. */
  private long logical(long physical) {
    if (physical == RawBlock.NO_TIME || buffer[position] != ':') {
      return 0;
    }
    position++;
    long logical = time();
    if (logical == RawBlock.NO_TIME) {
      throw fault("the logical part of the timestamp");
    }
    return logical;
  }

  private long time() {
    skipBlanks();
    byte first = buffer[position];
    if (first != '-' && (first < '0' || first > '9')) {
      return RawBlock.NO_TIME;
    }
    int begin = position;
    long time = number();
    // Integers at the edge of the range are symbols; their token has the digits.
    try {
      time = Long.parseLong(atoms.token(time));
    } catch (NumberFormatException e) {
      time = RawBlock.NO_TIME;
    }
    if (time == RawBlock.NO_TIME) {
      throw faultAt(
          begin, "the time is out of range; expected -9223372036854775807 to 9223372036854775807");
    }
    return time;
  }
}
