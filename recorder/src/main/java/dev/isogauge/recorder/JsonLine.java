package dev.isogauge.recorder;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The encoder of JSON Lines, the format that docs/formats.md describes: names of fields, letters of
 * operations, and how keys and values are written. It writes UTF-8 into memory that grows; commas
 * are added where needed.
 *
 * <pre>{@code
 * JsonLine line = new JsonLine();
 * line.beginTransaction("s1").beginOperations();
 * line.read("x", 1);
 * line.write("x", 2);
 * line.endOperations().times(10, 25).outcome(RecordedOutcome.COMMITTED).endLine();
 * line.writeTo(file);
 * }</pre>
 *
 * <p>Not for several threads at a time.
 */
public final class JsonLine implements OperationLog {
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final int LONGEST_LONG = 20;

  private byte[] bytes;
  private int length;

  /** An empty line: {@code new JsonLine()}. */
  public JsonLine() {
    this(256);
  }

  JsonLine(int capacity) {
    bytes = new byte[capacity];
  }

  // Lines.

  /** Begins the line of a transaction: {@code line.beginTransaction("s1")}. */
  public JsonLine beginTransaction(Object session) {
    return beginObject().name("session").value(session);
  }

  /** The name of the transaction: {@code line.transactionName("T7")}. */
  public JsonLine transactionName(Object name) {
    return name("txn").value(name);
  }

  /** Begins the list of operations: {@code line.beginOperations().operation("w")}. */
  public JsonLine beginOperations() {
    return name("ops").beginArray();
  }

  /** Ends the list of operations: {@code line.endOperations().times(1, 2)}. */
  public JsonLine endOperations() {
    return endArray();
  }

  /** Begin and end by the client's clock: {@code line.times(10, 25)}. */
  public JsonLine times(long begin, long end) {
    return name("rt").beginArray().number(begin).number(end).endArray();
  }

  /** Begin of a transaction whose end is not known: {@code line.beginTime(10)}. */
  public JsonLine beginTime(long begin) {
    return name("rt").beginArray().number(begin).nil().endArray();
  }

  /** Start and commit by the database's clock: {@code line.timestamps(120, 145)}. */
  public JsonLine timestamps(long start, long commit) {
    return name("ts").beginArray().number(start).number(commit).endArray();
  }

  /** How the transaction ended: {@code line.outcome(RecordedOutcome.ABORTED)}. */
  public JsonLine outcome(RecordedOutcome outcome) {
    return name("outcome").text(outcome.word());
  }

  /** The database's id of the transaction: {@code line.transactionId(745)}. */
  public JsonLine transactionId(long id) {
    return name("xid").number(id);
  }

  /** The snapshot of the transaction: {@code line.snapshotField().snapshot(1, 5, List.of(3L))}. */
  public JsonLine snapshotField() {
    return name("snapshot");
  }

  /** A snapshot by ids of transactions: {@code line.snapshot(740, 750, List.of(741L))}. */
  public JsonLine snapshot(long begin, long end, List<Long> running) {
    return beginArray().number(begin).number(end).value(running).endArray();
  }

  /** Begins a line that gives the order of a key's versions: {@code line.beginOrder("x")}. */
  public JsonLine beginOrder(Object key) {
    return beginObject().name("order").value(key).name("versions").beginArray();
  }

  /** The line that gives all keys a value at first: {@code line.initialValues(0, Map.of())}. */
  public JsonLine initialValues(Object value, Map<String, ?> about) {
    beginObject().name("default").value(value);
    return about.isEmpty() ? endLine() : name("recorded").value(about).endLine();
  }

  /** The line that gives one key a value at first: {@code line.initialValue("x", 5)}. */
  public JsonLine initialValue(Object key, Object value) {
    beginObject().name("init").beginArray().beginArray().value(key).value(value).endArray();
    return endArray().endLine();
  }

  /** The line of a fault that was on for a time: {@code line.fault("kill", "node-2", 10, 25)}. */
  public JsonLine fault(String kind, String server, long begin, long end) {
    return beginFault(kind, server).number(begin).number(end).endArray().endLine();
  }

  /** The line of a fault that was never over: {@code line.fault("kill", "node-2", 10)}. */
  public JsonLine fault(String kind, String server, long begin) {
    return beginFault(kind, server).number(begin).nil().endArray().endLine();
  }

  private JsonLine beginFault(String kind, String server) {
    return beginObject().name("fault").beginArray().text(kind).text(server);
  }

  /**
   * The line of a statement that unknown operations name by its number: {@code line.statement(3,
   * "CALL pay(?)", "what a procedure does is not known")}.
   */
  public JsonLine statement(int number, String sql, String reason) {
    beginObject().name("statement").beginArray().number(number).text(sql).text(reason);
    return endArray().endLine();
  }

  /** The line that says why a recording ended early: {@code line.endedEarly("disk full")}. */
  public JsonLine endedEarly(String reason) {
    return beginObject().name("ended").text(reason).endLine();
  }

  /** Ends the object of a line, and the line: {@code line.outcome(outcome).endLine()}. */
  public JsonLine endLine() {
    endObject();
    raw('\n');
    return this;
  }

  // Operations.

  /** Begins an operation: {@code line.operation("r").value("x").value(1).endArray()}. */
  public JsonLine operation(String letter) {
    return beginArray().text(letter);
  }

  @Override
  public void read(Object key, Object value) {
    operation("r").value(key).value(value).endArray();
  }

  @Override
  public void readFrom(Object key, Object value, Object transaction) {
    operation("r").value(key).value(value).value(transaction).endArray();
  }

  @Override
  public void readInitial(Object key, Object value) {
    operation("r").value(key).value(value).initialWriter().endArray();
  }

  @Override
  public void readUnknown(Object key) {
    operation("r").value(key).endArray();
  }

  @Override
  public void readList(Object key, List<?> elements) {
    operation("r").value(key).value(elements).endArray();
  }

  @Override
  public void write(Object key, Object value) {
    operation("w").value(key).value(value).endArray();
  }

  @Override
  public void append(Object key, Object element) {
    operation("a").value(key).value(element).endArray();
  }

  @Override
  public void delete(Object key) {
    operation("d").value(key).endArray();
  }

  @Override
  public void search(
      String relation, String condition, Collection<? extends Map.Entry<?, ?>> rows) {
    beginSearch(relation, condition).results(rows).endSearch();
  }

  @Override
  public void aggregate(String relation, String aggregate, Object value) {
    beginSearch(relation, aggregate).name("value").value(value).endSearch();
  }

  @Override
  public void unknownRead(UnknownScope scope) {
    unknown(false, scope);
    endArray();
  }

  @Override
  public void unknownWrite(UnknownScope scope) {
    unknown(true, scope);
    endArray();
  }

  @Override
  public void unknownRead(UnknownScope scope, int statement) {
    unknown(false, scope);
    number(statement).endArray();
  }

  @Override
  public void unknownWrite(UnknownScope scope, int statement) {
    unknown(true, scope);
    number(statement).endArray();
  }

  private void unknown(boolean isWrite, UnknownScope scope) {
    beginUnknown(isWrite);
    if (scope instanceof UnknownScope.Key key) {
      text("key").value(key.key());
    } else if (scope instanceof UnknownScope.Table table) {
      text("table").text(table.relation());
    }
  }

  /** Begins an operation of which only the scope is known: {@code line.beginUnknown(true)}. */
  public JsonLine beginUnknown(boolean isWrite) {
    return operation(isWrite ? "uw" : "ur");
  }

  /** Begins a search whose results follow: {@code line.beginSearch("*", "value > 5")}. */
  public JsonLine beginSearch(String relation, String condition) {
    return operation("p").text(relation).text(condition).beginObject();
  }

  /** The rows that a search returned: {@code line.results(rows.entrySet())}. */
  public JsonLine results(Collection<? extends Map.Entry<?, ?>> rows) {
    name("results").beginArray();
    for (Map.Entry<?, ?> row : rows) {
      if (row.getValue() == UNSEEN) {
        value(row.getKey());
      } else {
        beginArray().value(row.getKey()).value(row.getValue()).endArray();
      }
    }
    return endArray();
  }

  /** Ends a search: {@code line.results(rows).endSearch()}. */
  public JsonLine endSearch() {
    return endObject().endArray();
  }

  /** Names the initial state as a writer: {@code line.initialWriter()}. */
  public JsonLine initialWriter() {
    return beginArray().text("init").endArray();
  }

  // Tokens.

  private void separate() {
    if (length > 0) {
      byte last = bytes[length - 1];
      if (last != '[' && last != '{' && last != ':' && last != '\n') {
        raw(',');
      }
    }
  }

  /** Begins an array: {@code line.beginArray().number(1).endArray()}. */
  public JsonLine beginArray() {
    separate();
    raw('[');
    return this;
  }

  /** Ends an array: {@code line.endArray()}. */
  public JsonLine endArray() {
    raw(']');
    return this;
  }

  /** Begins an object: {@code line.beginObject().name("a").number(1).endObject()}. */
  public JsonLine beginObject() {
    separate();
    raw('{');
    return this;
  }

  /** Ends an object: {@code line.endObject()}. */
  public JsonLine endObject() {
    raw('}');
    return this;
  }

  /** The name of a field whose value follows: {@code line.name("xid").number(745)}. */
  public JsonLine name(String name) {
    text(name);
    raw(':');
    return this;
  }

  /** The value that is none: {@code line.nil()}. */
  public JsonLine nil() {
    separate();
    ascii(NULL);
    return this;
  }

  /** An integer: {@code line.number(17)}. */
  public JsonLine number(long number) {
    separate();
    reserve(LONGEST_LONG);
    if (number == Long.MIN_VALUE) {
      ascii(Long.toString(number).getBytes(StandardCharsets.US_ASCII));
      return this;
    }
    long rest = number;
    if (rest < 0) {
      bytes[length++] = '-';
      rest = -rest;
    }
    int digits = 1;
    for (long each = rest; each >= 10; each /= 10) {
      digits++;
    }
    for (int place = length + digits - 1; place >= length; place--) {
      bytes[place] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    return this;
  }

  /** An integer of any size: {@code line.number(new BigInteger("18446744073709551615"))}. */
  public JsonLine number(BigInteger number) {
    separate();
    ascii(number.toString().getBytes(StandardCharsets.US_ASCII));
    return this;
  }

  /** A string: {@code line.text("s1")}. */
  public JsonLine text(String text) {
    separate();
    reserve(2 + 6 * text.length());
    byte[] to = bytes;
    int at = length;
    to[at++] = '"';
    int plain = 0;
    for (; plain < text.length(); plain++) {
      char c = text.charAt(plain);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        break;
      }
      to[at++] = (byte) c;
    }
    length = at;
    for (int i = plain; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
        bytes[length++] = (byte) c;
      } else if (c < 0x80) {
        escaped(c);
      } else if (!Character.isSurrogate(c)) {
        if (c >= 0x800) {
          bytes[length++] = (byte) (0xE0 | c >> 12);
          bytes[length++] = (byte) (0x80 | (c >> 6 & 0x3F));
        } else {
          bytes[length++] = (byte) (0xC0 | c >> 6);
        }
        bytes[length++] = (byte) (0x80 | (c & 0x3F));
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        int point = Character.toCodePoint(c, text.charAt(++i));
        bytes[length++] = (byte) (0xF0 | point >> 18);
        bytes[length++] = (byte) (0x80 | (point >> 12 & 0x3F));
        bytes[length++] = (byte) (0x80 | (point >> 6 & 0x3F));
        bytes[length++] = (byte) (0x80 | (point & 0x3F));
      } else {
        // Half a character, which UTF-8 cannot say.
        unicode(c);
      }
    }
    bytes[length++] = '"';
    return this;
  }

  private void escaped(char c) {
    char letter =
        switch (c) {
          case '"', '\\' -> c;
          case '\n' -> 'n';
          case '\r' -> 'r';
          case '\t' -> 't';
          case '\b' -> 'b';
          case '\f' -> 'f';
          default -> 0;
        };
    if (letter != 0) {
      bytes[length++] = '\\';
      bytes[length++] = (byte) letter;
    } else if (c == 0x7f) {
      bytes[length++] = (byte) c;
    } else {
      unicode(c);
    }
  }

  private void unicode(char c) {
    bytes[length++] = '\\';
    bytes[length++] = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) {
      bytes[length++] = HEX[c >> shift & 0xF];
    }
  }

  /**
   * Whatever a key, a value or a field may be: null, an integer, a string, a list or a map of such:
   * {@code line.value(Map.of("balance", 7))}.
   *
   * @throws IllegalArgumentException if it is something else, such as a decimal fraction
   */
  public JsonLine value(Object value) {
    if (value == null) {
      return nil();
    } else if (value instanceof Long number) {
      return number((long) number);
    } else if (value instanceof String text) {
      return text(text);
    } else if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return number(((Number) value).longValue());
    } else if (value instanceof BigInteger number) {
      return number(number);
    } else if (value instanceof Collection<?> elements) {
      beginArray();
      elements.forEach(this::value);
      return endArray();
    } else if (value instanceof Map<?, ?> columns) {
      beginObject();
      columns.forEach((name, column) -> name((String) name).value(column));
      return endObject();
    }
    throw new IllegalArgumentException(
        "found a "
            + value.getClass().getName()
            + "; expected an integer, a string, null, or a map or list of these");
  }

  // The text.

  /** How many bytes it has: {@code int before = line.length()}. */
  public int length() {
    return length;
  }

  /** Takes back what was written after it had this length: {@code line.cut(before)}. */
  public void cut(int shorter) {
    length = Math.min(length, shorter);
  }

  /** Writes what it holds: {@code line.writeTo(file)}. */
  public void writeTo(OutputStream output) throws IOException {
    output.write(bytes, 0, length);
  }

  /** What it holds, as bytes of UTF-8: {@code byte[] body = line.toByteArray()}. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** The memory behind it; only up to its length. */
  byte[] bytes() {
    return bytes;
  }

  /** Adds all that another holds, as the next values. */
  void add(JsonLine other) {
    if (other.length > 0) {
      separate();
      reserve(other.length);
      System.arraycopy(other.bytes, 0, bytes, length, other.length);
      length += other.length;
    }
  }

  /** Adds blanks up to this length. */
  void pad(int wanted) {
    if (wanted > length) {
      reserve(wanted - length);
      Arrays.fill(bytes, length, wanted, (byte) ' ');
      length = wanted;
    }
  }

  private void raw(char c) {
    reserve(1);
    bytes[length++] = (byte) c;
  }

  private void ascii(byte[] text) {
    reserve(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
  }

  private void reserve(int more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), 2 * bytes.length));
    }
  }
}
