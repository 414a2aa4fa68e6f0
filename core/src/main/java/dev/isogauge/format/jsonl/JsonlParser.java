package dev.isogauge.format.jsonl;

import dev.isogauge.format.toolkit.Directives;
import dev.isogauge.format.toolkit.TransactionAttributes;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Fault;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import dev.isogauge.history.UnknownStatement;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Parses one block of JSON lines; see {@link JsonlReader} for the schema. */
final class JsonlParser extends JsonOperations {
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final String TIME = "a time, -9223372036854775807 to 9223372036854775807, or null";

  private final RawBlock block;
  private final Directives directives;

  // The current line; its fields come in any order.
  private int seen;
  private long session;
  private long name;
  private final TransactionAttributes attributes = new TransactionAttributes();

  /** The logical part of the timestamp read last. */
  private long logical;

  private long orderedKey;
  private List<VersionOrder.Version> versions;

  /** Where the value of the field begins; -1 if there is none. */
  private int fault;

  private int statement;

  /** The name of a field that means nothing to us. */
  private String otherName;

  /** By such a name: the field that seems to be meant; of the current line. */
  private final Map<String, Field> misspelt = new HashMap<>();

  /** The same by name alone; of the block. */
  private final Map<String, Optional<Field>> nearest = new HashMap<>();

  /**
   * The fields that mean something; those from {@link #INIT} on make a directive. A fault or a
   * statement is one too, unless it stands in a transaction, where it is a recorder's own.
   */
  private enum Field {
    SESSION,
    OPS,
    TXN,
    TS,
    RT,
    SNO,
    OUTCOME,
    SERIAL,
    XID,
    SNAPSHOT,
    LEVEL,
    SIZES,
    INIT,
    DEFAULT,
    ORDER,
    VERSIONS,
    ENDED,
    FAULT,
    STATEMENT,
    OTHER;

    /** Bits of the fields of a transaction. */
    private static final int TRANSACTION = (1 << INIT.ordinal()) - 1;

    private static final int DIRECTIVE = (1 << FAULT.ordinal()) - 1 - TRANSACTION;

    private static final Field[] ALL = values();

    /** Those that a transaction may lack, and whose names are long enough to be recognised. */
    private static final List<Field> OPTIONAL = List.of(OUTCOME, SERIAL, SNAPSHOT, LEVEL);

    private final String id = name().toLowerCase(Locale.ROOT);

    private int bit() {
      return this == OTHER ? 0 : 1 << ordinal();
    }

    private static Field of(String name) {
      for (Field field : ALL) {
        if (field != OTHER && field.id.equals(name)) {
          return field;
        }
      }
      return OTHER;
    }
  }

  JsonlParser(byte[] buffer, int end, Atoms atoms, RawBlock block, Directives directives) {
    super(buffer, end, atoms);
    this.block = block;
    this.directives = directives;
  }

  /** Parses all lines and returns how many there are. */
  int parse() {
    while (position < end) {
      if (peek() != '\n') {
        object();
        if (peek() != '\n') {
          throw fault("one object a line");
        }
      }
      endLine();
    }
    return line;
  }

  private void object() {
    reset();
    boolean more =
        enter('{', '}', "an object, as in {\"session\":\"s1\",\"ops\":[[\"w\",\"x\",1]]}");
    while (more) {
      Field field = field();
      if ((seen & field.bit()) != 0) {
        throw twice();
      }
      seen |= field.bit();
      fieldValue(field);
      if (isTransaction() && isDirective()) {
        throw faultAt(
            position - 1,
            "found \""
                + field.id
                + "\" in one object with fields of another kind; expected a"
                + " transaction or a directive");
      }
      more = hasMore('}');
    }
    if (isTransaction()) {
      addTransaction();
      remarkMisspelt();
    } else if (fault >= 0) {
      addFault(fault);
    } else if (statement >= 0) {
      addStatement(statement);
    } else if (!isDirective()) {
      throw faultAt(
          position - 1,
          "found no \"session\", \"init\" or \"order\" in the object; expected one of them");
    } else if ((orderedKey == Atoms.NO_NAME) != (versions == null)) {
      throw faultAt(position - 1, "found one of \"order\" and \"versions\"; expected both");
    } else if (versions != null) {
      directives.versionOrder(new VersionOrder(orderedKey, versions), line);
    }
  }

  private void addFault(int from) {
    int behind = position;
    position = from;
    String expected = "a fault, as in [\"kill\",\"node-2\",120,340]";
    pass('[', expected);
    String kind = atoms.plain(name("what went wrong"));
    pass(',', expected);
    String server = atoms.plain(name("a server"));
    pass(',', expected);
    long begin = number("when it began");
    pass(',', expected);
    long end = time();
    closeArray(expected);
    if (end != RawBlock.NO_TIME && end < begin) {
      throw faultAt(position - 1, "found an end before the begin; expected them in this order");
    }
    directives.fault(new Fault(kind, server, begin, end), line);
    position = behind;
  }

  private void addStatement(int from) {
    int behind = position;
    position = from;
    String expected = "a statement, as in [3,\"UPDATE t SET x = f(x)\",\"f is not known\"]";
    pass('[', expected);
    long number = number("its number");
    if (number != (int) number || number < 0) {
      throw faultAt(position - 1, "found " + number + "; expected the number of a statement");
    }
    pass(',', expected);
    String sql = string(expected);
    pass(',', expected);
    String reason = string(expected);
    closeArray(expected);
    directives.statement(new UnknownStatement((int) number, sql, reason), line);
    position = behind;
  }

  private boolean isTransaction() {
    return (seen & Field.TRANSACTION) != 0;
  }

  private boolean isDirective() {
    return (seen & Field.DIRECTIVE) != 0;
  }

  private void reset() {
    seen = 0;
    session = Atoms.NO_NAME;
    name = Atoms.NO_NAME;
    attributes.clear();
    clearOperations();
    orderedKey = Atoms.NO_NAME;
    versions = null;
    fault = -1;
    statement = -1;
    misspelt.clear();
  }

  /** The field whose name stands here; moves behind the colon. */
  private Field field() {
    if (peek() == '"') {
      for (Field field : Field.ALL) {
        if (field != Field.OTHER && passName(field.id)) {
          pass(':', "':'");
          return field;
        }
      }
    }
    otherName = fieldName();
    return Field.of(otherName);
  }

  /** Passes a recorder's own field, and remembers one that seems to be meant for us. */
  private void otherField() {
    if (peek() == '"') {
      for (Outcome outcome : OUTCOMES) {
        String value = outcome.name().toLowerCase(Locale.ROOT);
        if (startsWith(position + 1, value + '"')) {
          misspelt.put(otherName, Field.OUTCOME);
        }
      }
    }
    nearest
        .computeIfAbsent(otherName, JsonlParser::nearest)
        .ifPresent(field -> misspelt.putIfAbsent(otherName, field));
    skipValue();
  }

  private static Optional<Field> nearest(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return Field.OPTIONAL.stream()
        .filter(field -> Words.edits(wanted, field.id) <= (field.id.length() - 1) / 3)
        .findFirst();
  }

  /** Says of fields that their names may have been meant to be others, unless those are there. */
  private void remarkMisspelt() {
    misspelt.forEach(
        (name, meant) -> {
          if ((seen & meant.bit()) == 0) {
            directives.passedOver(name, meant.id, line);
          }
        });
  }

  /** Whether a string that is this name stands here; it is passed then. */
  private boolean passName(String wanted) {
    int quote = position + 1 + wanted.length();
    if (!startsWith(position + 1, wanted) || buffer[quote] != '"') {
      return false;
    }
    position = quote + 1;
    return true;
  }

  private void fieldValue(Field field) {
    switch (field) {
      case SESSION -> session = name("a session");
      case TXN -> name = passNull() ? Atoms.NO_NAME : name("a transaction's name");
      case OUTCOME -> attributes.outcome(outcome());
      case TS -> {
        if (!passNull()) {
          timestamps();
        }
      }
      case RT -> {
        if (!passNull()) {
          realTime();
        }
      }
      case SNO -> attributes.number(time());
      case SERIAL -> attributes.serial(time());
      case XID -> attributes.transactionId(time());
      case SNAPSHOT -> {
        if (!passNull()) {
          attributes.snapshot(snapshot());
        }
      }
      case LEVEL -> level();
      case SIZES -> sizes();
      case OPS -> operations();
      case INIT -> initialValues();
      case DEFAULT -> directives.defaultInitialValue(value(), line);
      case ORDER -> orderedKey = name("a key");
      case VERSIONS -> versions();
      case ENDED -> directives.endedEarly(string("why the recording ended, a string"), line);
      case STATEMENT -> {
        statement = position;
        skipValue();
      }
      case FAULT -> {
        fault = position;
        skipValue();
      }
      default -> otherField();
    }
  }

  private void level() {
    if (!passNull()) {
      int begin = position;
      String expected = "the name of an isolation level, as in \"level\":\"rc\"";
      if (!attributes.level(atoms.plain(name(expected)))) {
        position = begin;
        throw fault(expected);
      }
    }
  }

  private void sizes() {
    if (!passNull()) {
      peek();
      int begin = position;
      if (!attributes.statements(string(TransactionAttributes.STATEMENTS))) {
        position = begin;
        throw fault(TransactionAttributes.STATEMENTS);
      }
    }
  }

  private void timestamps() {
    pass('[', "[start,commit] or null");
    long start = timestamp();
    long startLogical = logical;
    pass(',', TIME);
    long commit = timestamp();
    attributes.timestamps(start, startLogical, commit, logical);
    closeArray("[start,commit]");
  }

  private void realTime() {
    pass('[', "[begin,end] or null");
    long begin = time();
    pass(',', TIME);
    attributes.realTime(begin, time());
    closeArray("[begin,end]");
    if (attributes.endsBeforeItBegins()) {
      throw faultAt(
          position - 1, "found an end before the begin; expected [begin,end] in this order");
    }
  }

  private Snapshot snapshot() {
    String array = "[begin,end,[running,...]]";
    String ids = "the array of the ids that were running";
    pass('[', array + " or null");
    long from = number("the first id of the snapshot");
    pass(',', "the end of the snapshot");
    long to = number("the end of the snapshot");
    pass(',', ids);
    List<Long> running = new ArrayList<>();
    boolean more = enter('[', ']', ids);
    while (more) {
      running.add(number("the id of a transaction that was running"));
      more = hasMore(']');
    }
    closeArray(array);
    return new Snapshot(from, to, running);
  }

  private Outcome outcome() {
    String expected = "\"committed\", \"aborted\" or \"indeterminate\"";
    peek();
    int begin = position;
    return switch (string(expected)) {
      case "committed" -> Outcome.COMMITTED;
      case "aborted" -> Outcome.ABORTED;
      case "indeterminate" -> Outcome.INDETERMINATE;
      default -> {
        position = begin;
        throw fault(expected);
      }
    };
  }

  /** A number, null, or the two parts of a hybrid timestamp. */
  private long timestamp() {
    logical = 0;
    if (peek() != '[') {
      return time();
    }
    position++;
    long physical = number("a part of a timestamp");
    pass(',', TIME);
    logical = number("a part of a timestamp");
    closeArray("[physical,logical]");
    return physical;
  }

  /** A time, which null leaves open. */
  private long time() {
    if (passNull()) {
      return RawBlock.NO_TIME;
    }
    int begin = position;
    long time = signed(integer(TIME, ""));
    if (time == RawBlock.NO_TIME) {
      position = begin;
      throw fault(TIME);
    }
    return time;
  }

  private long number(String expected) {
    peek();
    int begin = position;
    long number = time();
    if (number == RawBlock.NO_TIME) {
      position = begin;
      throw fault(expected + ", an integer");
    }
    return number;
  }

  private void addTransaction() {
    if (session == Atoms.NO_NAME || !hasOperations()) {
      throw faultAt(
          position - 1,
          "found no \""
              + (hasOperations() ? "session" : "ops")
              + "\" in the transaction; expected"
              + " \"session\" and \"ops\"");
    }
    attributes.begin(block, session, name, line);
    giveOperations(block);
  }

  private void initialValues() {
    boolean more = enter('[', ']', "an array of [key,value]");
    while (more) {
      pass('[', "[key,value]");
      long key = name("a key");
      pass(',', "a value");
      directives.initialValue(key, value(), line);
      closeArray("[key,value]");
      more = hasMore(']');
    }
  }

  private void versions() {
    versions = new ArrayList<>();
    boolean more = enter('[', ']', "an array of versions: value or [value,writer]");
    while (more) {
      if (peek() == '[') {
        position++;
        long value = value();
        pass(',', "a transaction's name or [\"init\"]");
        versions.add(new VersionOrder.Version(value, writer()));
        closeArray("[value,writer]");
      } else {
        versions.add(new VersionOrder.Version(value(), Atoms.NO_NAME));
      }
      more = hasMore(']');
    }
  }
}
