package dev.isogauge.flink;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.InitialValue;
import dev.isogauge.history.RawBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;

/** Reads the transactions of a chunk. A line that is bad leaves the others alone. */
final class ChunkReader {
  private final Chunk chunk;
  private final String initialValue;
  private final Blocks blocks;
  private final Rejects rejects;

  /** Takes transactions. */
  @FunctionalInterface
  interface Blocks {
    /** Takes some, of which the first line has this number in the chunk, from 0. */
    void take(List<RawBlock> blocks, Atoms atoms, int line);
  }

  /** Takes lines that are not transactions. */
  @FunctionalInterface
  interface Rejects {
    /** Takes the number of a line in the chunk, from 0. */
    void take(int line, String why);
  }

  /**
   * A reader.
   *
   * @param initialValue what keys have before the first write; lines that state it are not bad
   */
  ChunkReader(Chunk chunk, String initialValue, Blocks blocks, Rejects rejects) {
    this.chunk = chunk;
    this.initialValue = initialValue;
    this.blocks = blocks;
    this.rejects = rejects;
  }

  /** Bytes as they are; an {@link Input} of files would look for compression. */
  private record Lines(byte[] bytes, int begin, int end) implements Input {
    @Override
    public String name() {
      return "line";
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes, begin, end - begin);
    }
  }

  /** Lines as a history to be read. */
  static Input input(byte[] lines) {
    return new Lines(lines, 0, lines.length);
  }

  void read() {
    read(0, chunk.bytes().length, 0);
  }

  private void read(int first, int end, int firstLine) {
    int begin = first;
    int line = firstLine;
    while (begin < end) {
      Atoms atoms = new Atoms();
      try {
        HistoryBuilder read = chunk.format().read(new Lines(chunk.bytes(), begin, end), atoms);
        if (contradicts(read, atoms)) {
          readEach(begin, end, line);
        } else {
          blocks.take(read.blocks(), atoms, line);
        }
        return;
      } catch (InputException e) {
        int bad = (int) Math.max(1, e.line()) - 1;
        int badBegin = skipLines(begin, end, bad);
        read(begin, badBegin, line);
        rejects.take(line + bad, fault(e));
        line += bad + 1;
        begin = skipLines(badBegin, end, 1);
      } catch (IOException e) {
        rejects.take(line, "cannot be read: " + e.getMessage());
        return;
      }
    }
  }

  private static String fault(InputException e) {
    return e.column() > 0 ? "column " + e.column() + ": " + e.fault() : e.fault();
  }

  /** Reads line by line, to refuse those that speak of the history as a whole. */
  private void readEach(int first, int end, int firstLine) {
    int begin = first;
    int line = firstLine;
    while (begin < end) {
      int next = skipLines(begin, end, 1);
      Atoms atoms = new Atoms();
      try {
        HistoryBuilder read = chunk.format().read(new Lines(chunk.bytes(), begin, next), atoms);
        if (contradicts(read, atoms)) {
          rejects.take(
              line,
              read.commonInitialValue().isEmpty()
                  ? "found the initial value of a key or a version order; expected transactions, and"
                      + " the initial value of all keys at most"
                  : "found initial value "
                      + atoms.token(read.commonInitialValue().getAsLong())
                      + "; expected "
                      + initialValue
                      + ", as --initial, or else the first line of the first file, says");
        } else {
          blocks.take(read.blocks(), atoms, line);
        }
      } catch (InputException e) {
        rejects.take(line, fault(e));
      } catch (IOException e) {
        rejects.take(line, "cannot be read: " + e.getMessage());
      }
      begin = next;
      line++;
    }
  }

  /** Whether lines say something of the history as a whole that the job does not know. */
  private boolean contradicts(HistoryBuilder read, Atoms atoms) {
    OptionalLong stated = read.statedInitialValue();
    return read.commonInitialValue().isEmpty()
        || (stated.isPresent() && stated.getAsLong() != InitialValue.atom(initialValue, atoms));
  }

  private int skipLines(int begin, int end, int lines) {
    int at = begin;
    for (int left = lines; left > 0 && at < end; at++) {
      left -= chunk.bytes()[at] == '\n' ? 1 : 0;
    }
    return at;
  }
}
