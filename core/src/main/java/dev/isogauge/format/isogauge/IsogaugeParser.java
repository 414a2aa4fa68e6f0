package dev.isogauge.format.isogauge;

import dev.isogauge.format.toolkit.Directives;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import java.util.ArrayList;
import java.util.List;

/** Parses one block of Isogauge text; see {@link IsogaugeReader} for the grammar. */
final class IsogaugeParser extends OperationCursor {
  private static final String SESSION = "a session, as in 's1: r(x,1) w(y,2)', or a directive";
  private static final String NAME = "the transaction's name or ':'";

  private final Directives directives;

  IsogaugeParser(byte[] buffer, int end, Atoms atoms, RawBlock block, Directives directives) {
    super(buffer, end, atoms, block);
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
      long value = value("a value");
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
      long value = value("a value, value@transaction or end of line");
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
}
