package dev.isogauge.flink;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Reads the transactions of a chunk. A line that is bad leaves the others alone. */
final class ChunkReader {
  private final Chunk chunk;
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

  ChunkReader(Chunk chunk, Blocks blocks, Rejects rejects) {
    this.chunk = chunk;
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
        if (read.hasDirectives()) {
          readEach(begin, end, line);
        } else {
          blocks.take(read.blocks(), atoms, line);
        }
        return;
      } catch (InputException e) {
        int bad = (int) Math.max(1, e.line()) - 1;
        int badBegin = skipLines(begin, end, bad);
        read(begin, badBegin, line);
        rejects.take(
            line + bad, e.column() > 0 ? "column " + e.column() + ": " + e.fault() : e.fault());
        line += bad + 1;
        begin = skipLines(badBegin, end, 1);
      } catch (IOException e) {
        rejects.take(line, "cannot be read: " + e.getMessage());
        return;
      }
    }
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
        if (read.hasDirectives()) {
          rejects.take(
              line,
              "found initial values or a version order; expected transactions only (the initial"
                  + " value is an option of the job)");
        } else {
          blocks.take(read.blocks(), atoms, line);
        }
      } catch (InputException e) {
        rejects.take(line, e.fault());
      } catch (IOException e) {
        rejects.take(line, "cannot be read: " + e.getMessage());
      }
      begin = next;
      line++;
    }
  }

  private int skipLines(int begin, int end, int lines) {
    int at = begin;
    for (int left = lines; left > 0 && at < end; at++) {
      left -= chunk.bytes()[at] == '\n' ? 1 : 0;
    }
    return at;
  }
}
