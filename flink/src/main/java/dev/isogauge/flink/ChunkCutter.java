package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.InitialValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Cuts a file into chunks of whole transactions, in the same way whenever it is read. A file that
 * begins with an array, or whose first object has a {@code sid} and no {@code session}, is
 * TimeKiller's: its objects become one line each. Others are JSON Lines.
 */
final class ChunkCutter {
  /** A chunk ends with the line that reaches this size. */
  static final int BYTES = 1 << 16;

  /** A line that is longer is not a transaction. */
  private static final int LONGEST = 1 << 28;

  private static final int PEEKED = 1 << 16;

  private final String source;
  private final long position;
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int next;
  private int filled;
  private final HistoryFormat format;

  // Where the next chunk begins.
  private long offset;
  private long line = 1;

  /** Where the last object began. */
  private long objectLine;

  /**
   * A cutter.
   *
   * @param position that of the first byte
   * @param in uncompressed
   */
  ChunkCutter(String source, long position, InputStream in) throws IOException {
    this.source = source;
    this.position = position;
    this.in = in;
    this.filled = in.readNBytes(buffer, 0, PEEKED);
    this.format = detect(buffer, filled);
  }

  static HistoryFormat detect(byte[] bytes, int length) {
    String text = new String(bytes, 0, length, UTF_8);
    text = text.replaceFirst("^\uFEFF", "").stripLeading();
    int end = text.indexOf('\n');
    String first = end < 0 || text.startsWith("{\n") ? text : text.substring(0, end);
    return text.startsWith("[") || (first.contains("\"sid\"") && !first.contains("\"session\""))
        ? HistoryFormat.TIMEKILLER
        : HistoryFormat.JSONL;
  }

  /** What JSON Lines state of the initial value before their first transaction. */
  Optional<String> statedInitialValue() throws IOException {
    for (boolean more = format == HistoryFormat.JSONL; more; ) {
      ByteArrayOutputStream next = new ByteArrayOutputStream();
      more = line(next);
      Atoms atoms = new Atoms();
      HistoryBuilder read;
      try {
        read = format.read(ChunkReader.input(next.toByteArray()), atoms);
      } catch (InputException e) {
        return Optional.empty(); // Whoever reads the line as a transaction says what is wrong.
      }
      OptionalLong stated = read.statedInitialValue();
      if (stated.isPresent() && InitialValue.isExpressible(stated.getAsLong(), atoms)) {
        return Optional.of(atoms.plain(stated.getAsLong()));
      }
      if (read.blocks().stream().anyMatch(block -> block.fragmentCount() > 0)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** The next transactions; none at the end. */
  Optional<Chunk> next() throws IOException {
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    long begin = offset;
    long firstLine = line;
    IntStream.Builder lines = IntStream.builder();
    boolean more = true;
    while (more && chunk.size() < BYTES) {
      int size = chunk.size();
      more = format == HistoryFormat.JSONL ? line(chunk) : object(chunk);
      if (format != HistoryFormat.JSONL && chunk.size() > size) {
        lines.add((int) (objectLine - firstLine));
      }
    }
    return chunk.size() == 0
        ? Optional.empty()
        : Optional.of(
            new Chunk(
                source,
                format,
                position + begin,
                firstLine,
                lines.build().toArray(),
                chunk.toByteArray()));
  }

  /** Reads more bytes; whether there are any. */
  private boolean fill() throws IOException {
    filled = Math.max(0, in.read(buffer, 0, buffer.length));
    next = 0;
    return filled > 0;
  }

  /** The next byte, or -1. */
  private int read() throws IOException {
    if (next == filled && !fill()) {
      return -1;
    }
    offset++;
    int read = buffer[next++] & 0xff;
    line += read == '\n' ? 1 : 0;
    return read;
  }

  /** Adds a line with its end; whether there may be another. */
  private boolean line(ByteArrayOutputStream to) throws IOException {
    int size = 0;
    while (true) {
      int read = read();
      if (read < 0) {
        if (size > 0) {
          to.write('\n');
        }
        return false;
      }
      size++;
      if (size < LONGEST || read == '\n') {
        to.write(read);
      }
      if (read == '\n') {
        return true;
      }
    }
  }

  /** Adds the next object of an array as a line; whether there may be another. */
  private boolean object(ByteArrayOutputStream to) throws IOException {
    int depth = 0;
    boolean inString = false;
    boolean escaped = false;
    while (true) {
      int read = read();
      if (read < 0) {
        if (depth > 0) {
          to.write('\n');
        }
        return false;
      }
      if (depth == 0 && read != '{') {
        if (isBetween(read)) {
          continue;
        }
        // Not an object: a line of its own, which the parser refuses.
        objectLine = line;
        word(read, to);
        return true;
      }
      objectLine = depth == 0 ? line : objectLine;
      boolean isBlank = !inString && (read == '\n' || read == '\r');
      to.write(isBlank ? ' ' : read);
      if (inString) {
        inString = escaped || read != '"';
        escaped = !escaped && read == '\\';
      } else if (read == '"') {
        inString = true;
      } else if (read == '{' || read == '[') {
        depth++;
      } else if (read == '}' || read == ']') {
        depth--;
        if (depth == 0) {
          to.write('\n');
          return true;
        }
      }
    }
  }

  /** Adds what is up to the next object, or to what stands between objects. */
  private void word(int first, ByteArrayOutputStream to) throws IOException {
    to.write(first);
    while (next < filled || fill()) {
      int read = buffer[next] & 0xff;
      if (read == '{' || isBetween(read)) {
        break;
      }
      to.write(read());
    }
    to.write('\n');
  }

  /** What stands between the objects of an array, and around it. */
  private static boolean isBetween(int read) {
    boolean isOfByteOrderMark = read == 0xef || read == 0xbb || read == 0xbf;
    return read <= ' ' || read == ',' || read == '[' || read == ']' || isOfByteOrderMark;
  }
}
