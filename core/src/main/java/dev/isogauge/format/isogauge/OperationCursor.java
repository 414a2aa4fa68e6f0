package dev.isogauge.format.isogauge;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.RawPredicates;
import dev.isogauge.history.UnknownOperations.Scope;

/** Reads a transaction's operations into a block. */
abstract class OperationCursor extends AttributeCursor {
  static final String OPERATION =
      "r(key,value), w(key,value), d(key), a(key,value), p(relation,condition,result), ur(scope),"
          + " uw(scope), ';', '|' or end of line";

  private final RawBlock block;

  OperationCursor(byte[] buffer, int end, Atoms atoms, RawBlock block) {
    super(buffer, end, atoms);
    this.block = block;
  }

  /** Reads a transaction from its attributes to its last operation. */
  final void transaction(long session, long name) {
    transaction(block, session, name);
    while (true) {
      byte kind = buffer[position];
      if (kind == ' ') {
        position++;
      } else if (kind == 'w') {
        write(false);
      } else if (kind == 'r') {
        read();
      } else if (kind == 'a') {
        write(true);
      } else if (kind == 'd') {
        delete();
      } else if (kind == 'p') {
        predicateRead();
      } else if (kind == 'u') {
        unknownOperation();
      } else if (kind == '\t' || kind == '\r') {
        position++;
      } else {
        return;
      }
    }
  }

  private void write(boolean appends) {
    openParenthesis();
    long key = name("a key");
    expect((byte) ',');
    long value = value("a value");
    expect((byte) ')');
    if (appends) {
      block.append(key, value);
    } else {
      block.write(key, value);
    }
  }

  private void delete() {
    openParenthesis();
    long key = name("a key");
    expect((byte) ')');
    block.delete(key);
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
    long value = value("a value, '[' or '?'");
    long writer = writer();
    expect((byte) ')');
    block.read(key, value);
    if (writer != Atoms.NO_NAME) {
      block.fromWriter(writer);
    }
  }

  private void readList(long key) {
    block.readList(key);
    boolean more = open(']');
    while (more) {
      block.element(value("a value or ']'"));
      more = hasMore(']');
    }
    expect((byte) ')');
  }

  private void predicateRead() {
    openParenthesis();
    long relation = relation();
    expect((byte) ',');
    skipBlanks();
    if (buffer[position] != '"') {
      throw fault("a condition in double quotes");
    }
    RawPredicates predicate = block.predicateRead(relation, quoted());
    expect((byte) ',');
    skipBlanks();
    if (buffer[position] == '?') {
      position++;
    } else if (buffer[position] == '[') {
      predicate.rows();
      rows(predicate);
    } else {
      predicate.value(value("'[', '?' or an aggregate's value"));
    }
    skipBlanks();
    if (atWord("of")) {
      position += 2;
      predicate.versionSet();
      versionSet(predicate);
    }
    expect((byte) ')');
  }

  private long relation() {
    skipBlanks();
    if (buffer[position] == '*') {
      position++;
      return Atoms.NO_NAME;
    }
    long relation = name("a relation or '*'");
    return atoms.plain(relation).equals("*") ? Atoms.NO_NAME : relation;
  }

  private void rows(RawPredicates predicate) {
    boolean more = open(']');
    while (more) {
      long key = name("a key or ']'");
      skipBlanks();
      if (buffer[position] == '=') {
        position++;
        predicate.row(key, value("a value"));
        long writer = writer();
        if (writer != Atoms.NO_NAME) {
          block.fromWriter(writer);
        }
      } else {
        predicate.row(key);
      }
      more = hasMore(']');
    }
  }

  private void versionSet(RawPredicates predicate) {
    skipBlanks();
    if (buffer[position] != '[') {
      throw fault("'[' and the versions that were seen");
    }
    boolean more = open(']');
    while (more) {
      long key = name("a key or ']'");
      expect((byte) '=');
      long value = value("a value or dead");
      predicate.member(key, value, writer());
      more = hasMore(']');
    }
  }

  private void unknownOperation() {
    byte kind = buffer[position + 1];
    if (kind != 'r' && kind != 'w') {
      throw fault(OPERATION);
    }
    position++;
    openParenthesis();
    skipBlanks();
    Scope scope = Scope.KEY;
    long name = Atoms.NO_NAME;
    if (buffer[position] == '*') {
      position++;
      scope = Scope.EVERYTHING;
    } else {
      boolean isTable = atWord("table");
      name = name("a key, table or '*'");
      skipBlanks();
      if (isTable && buffer[position] != ')') {
        scope = Scope.TABLE;
        name = relation();
      }
    }
    expect((byte) ')');
    block.unknownOperation(kind == 'w', scope, name);
  }

  private void openParenthesis() {
    if (buffer[position + 1] != '(') {
      throw fault(OPERATION);
    }
    position += 2;
  }

  /** The transaction named behind '@', if there is one. */
  final long writer() {
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
}
