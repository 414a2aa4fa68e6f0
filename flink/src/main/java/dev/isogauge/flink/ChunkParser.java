package dev.isogauge.flink;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.kernel.TransactionSplitter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Parses chunks and takes their transactions apart. A line that is bad leaves the others alone. */
final class ChunkParser {
  private final TransactionSplitter splitter;
  private final Outlet outlet;

  /** Takes what lines turn out to be. */
  interface Outlet {
    void part(Part part);

    void rejected(Event.Rejected line);
  }

  ChunkParser(TransactionSplitter splitter, Outlet outlet) {
    this.splitter = splitter;
    this.outlet = outlet;
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

  /**
   * Parses a chunk; returns how many transactions it holds.
   *
   * @param now in nanoseconds
   */
  long parse(Chunk chunk, long now) {
    return parse(chunk, 0, chunk.bytes().length, 0, now);
  }

  private long parse(Chunk chunk, int first, int end, int firstLine, long now) {
    long taken = 0;
    int begin = first;
    int line = firstLine;
    while (begin < end) {
      Atoms atoms = new Atoms();
      try {
        HistoryBuilder read = chunk.format().read(new Lines(chunk.bytes(), begin, end), atoms);
        if (!read.hasDirectives()) {
          return taken + split(chunk, read, atoms, line, now);
        }
        return taken + parseEach(chunk, begin, end, line, now);
      } catch (InputException e) {
        int bad = (int) Math.max(1, e.line()) - 1;
        int badBegin = skipLines(chunk.bytes(), begin, end, bad);
        int badEnd = skipLines(chunk.bytes(), badBegin, end, 1);
        taken += badBegin > begin ? parse(chunk, begin, badBegin, line, now) : 0;
        reject(
            chunk,
            line + bad,
            e.column() > 0 ? "column " + e.column() + ": " + e.fault() : e.fault());
        line += bad + 1;
        begin = badEnd;
      } catch (IOException e) {
        reject(chunk, line, "cannot be read: " + e.getMessage());
        return taken;
      }
    }
    return taken;
  }

  /** Parses line by line, to refuse those that speak of the history as a whole. */
  private long parseEach(Chunk chunk, int first, int end, int firstLine, long now) {
    int begin = first;
    int line = firstLine;
    long taken = 0;
    while (begin < end) {
      int next = skipLines(chunk.bytes(), begin, end, 1);
      Atoms atoms = new Atoms();
      try {
        HistoryBuilder read = chunk.format().read(new Lines(chunk.bytes(), begin, next), atoms);
        if (read.hasDirectives()) {
          reject(
              chunk,
              line,
              "found initial values or a version order; expected transactions only (the initial"
                  + " value is an option of the job)");
        } else {
          taken += split(chunk, read, atoms, line, now);
        }
      } catch (InputException e) {
        reject(chunk, line, e.fault());
      } catch (IOException e) {
        reject(chunk, line, "cannot be read: " + e.getMessage());
      }
      begin = next;
      line++;
    }
    return taken;
  }

  private long split(Chunk chunk, HistoryBuilder read, Atoms atoms, int line, long now) {
    long taken = 0;
    for (RawBlock raw : read.blocks()) {
      TransactionSplitter.Block block = splitter.block(raw, atoms);
      for (int run = 0; run < raw.fragmentCount(); run++) {
        int at = line + (int) raw.line(run) - 1;
        Optional<String> fault =
            raw.predicateReaders().get(run) && raw.outcome(run) != Outcome.ABORTED
                ? Optional.of("a predicate read; expected reads and writes of single keys")
                : block.fault(run);
        if (fault.isPresent()) {
          reject(chunk, at, "found " + fault.get());
          continue;
        }
        taken++;
        long commit = block.counts(run) ? raw.metadata().commit(run) : RawBlock.NO_TIME;
        block.split(
            run,
            chunk.position() + at,
            now,
            (isKey, token, part) ->
                outlet.part(new Part(Part.timeline(isKey, token), commit, part)));
      }
    }
    return taken;
  }

  private void reject(Chunk chunk, int line, String why) {
    outlet.rejected(new Event.Rejected(chunk.source(), chunk.line() + line, why));
  }

  private static int skipLines(byte[] bytes, int begin, int end, int lines) {
    int at = begin;
    for (int left = lines; left > 0 && at < end; at++) {
      left -= bytes[at] == '\n' ? 1 : 0;
    }
    return at;
  }
}
