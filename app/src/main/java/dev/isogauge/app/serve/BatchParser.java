package dev.isogauge.app.serve;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.InitialValue;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes transactions of the bytes of a batch, and refuses what cannot be judged. Thread-safe. */
final class BatchParser {
  private static final byte[] LINE_END = {'\n'};

  /** What a string of some characters takes beside them, measured. */
  private static final int STRING_BYTES = 144;

  /** Shorter ones, such as the kinds of operations, do not count: there are few. */
  private static final int SHORTEST = 2;

  private BatchParser() {}

  /** Bytes as they are; an {@link Input} of files would look for compression. */
  private record Body(byte[] bytes, byte[] end) implements Input {
    @Override
    public String name() {
      return "batch";
    }

    @Override
    public InputStream open() {
      return new SequenceInputStream(
          new ByteArrayInputStream(bytes), new ByteArrayInputStream(end));
    }
  }

  /** The format that a body's first character shows. */
  static BatchFormat formatOf(byte[] body) throws BadBatchException {
    int line = 1;
    int column = 1;
    for (byte character : body) {
      if (character == '{') {
        return BatchFormat.JSON_LINES;
      } else if (character == '[') {
        return BatchFormat.TIMEKILLER;
      } else if (character == '\n') {
        line++;
        column = 1;
      } else if (character == ' ' || character == '\t' || character == '\r') {
        column++;
      } else {
        throw new BadBatchException(
            line,
            column,
            "found another character; expected { of a JSON line or [ of a timekiller array");
      }
    }
    return BatchFormat.JSON_LINES;
  }

  /**
   * What the transactions of a batch take at most, without its bytes: the same once more and, while
   * arrays grow, twice; and its strings. Names of fields, which colons follow, are not kept.
   */
  static long memoryOf(byte[] body) {
    long strings = 0;
    int begin = -1;
    for (int i = 0; i < body.length; i++) {
      if (body[i] == '\\') {
        i++;
      } else if (body[i] == '"') {
        boolean ends = begin >= 0;
        boolean isKept =
            ends && i - begin > SHORTEST && (i + 1 == body.length || body[i + 1] != ':');
        strings += isKept ? 1 : 0;
        begin = ends ? -1 : i;
      }
    }
    return 2L * body.length + STRING_BYTES * strings;
  }

  /**
   * The transactions of a batch that was received. With a line end behind its last line no reader
   * takes that line for one whose recorder died and leaves it out: all of a batch is taken or none.
   */
  static ParsedBatch parse(byte[] body, BatchFormat format, boolean byTimestamps)
      throws BadBatchException {
    Atoms atoms = new Atoms();
    HistoryBuilder builder;
    try {
      builder = format.format().read(new Body(body, LINE_END), atoms);
    } catch (InputException e) {
      throw new BadBatchException(Math.max(1, e.line()), Math.max(1, e.column()), e.fault());
    } catch (IOException e) {
      throw new BadBatchException(1, 1, "cannot be read: " + e.getMessage());
    }
    Optional<String> initial = initialValue(builder, atoms);
    int transactions = 0;
    LongOpenHashSet names = new LongOpenHashSet();
    for (RawBlock block : builder.blocks()) {
      refusePredicates(block);
      for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
        if (byTimestamps) {
          requireTimestamps(block, fragment, atoms);
        }
        requireNewName(block, fragment, names, atoms);
        transactions++;
      }
    }
    return new ParsedBatch(builder.blocks(), transactions, atoms, initial);
  }

  /** What the batch states of all keys; it can state nothing else of the stream as a whole. */
  private static Optional<String> initialValue(HistoryBuilder builder, Atoms atoms)
      throws BadBatchException {
    if (builder.commonInitialValue().isEmpty()) {
      throw new BadBatchException(
          1,
          1,
          "found the initial value of a key or a version order; expected transactions, and the"
              + " initial value of all keys at most");
    }
    OptionalLong stated = builder.statedInitialValue();
    if (stated.isEmpty()) {
      return Optional.empty();
    }
    if (!InitialValue.isExpressible(stated.getAsLong(), atoms)) {
      throw new BadBatchException(
          1,
          1,
          "found initial value "
              + atoms.token(stated.getAsLong())
              + "; expected nil, a 64-bit integer or a string that is neither");
    }
    return Optional.of(atoms.plain(stated.getAsLong()));
  }

  /** One whose result is unknown constrains nothing, nor does one that was rolled back. */
  private static void refusePredicates(RawBlock block) throws BadBatchException {
    for (int fragment : block.predicateReaders().stream().toArray()) {
      if (block.outcome(fragment) != Outcome.ABORTED) {
        throw new BadBatchException(
            block.line(fragment),
            1,
            "found a predicate read; expected reads and writes of single keys");
      }
    }
    int unknown = block.fragmentsWithUnknown().nextSetBit(0);
    if (unknown >= 0) {
      throw new BadBatchException(
          block.line(unknown),
          1,
          "found a read or write of which only the scope is known; expected reads and writes of"
              + " single keys");
    }
  }

  private static void requireTimestamps(RawBlock block, int fragment, Atoms atoms)
      throws BadBatchException {
    boolean started = block.metadata().start(fragment) != RawBlock.NO_TIME;
    boolean ended = block.metadata().commit(fragment) != RawBlock.NO_TIME;
    boolean counts =
        block.outcome(fragment) == Outcome.COMMITTED
            || (block.outcome(fragment) == Outcome.INDETERMINATE && ended);
    if (counts && !(started && ended)) {
      String missing = started ? "commit" : ended ? "start" : "start and commit";
      throw new BadBatchException(
          block.line(fragment),
          1,
          (ended && block.outcome(fragment) == Outcome.INDETERMINATE
                  ? "found an indeterminate transaction of session "
                  : "found a committed transaction of session ")
              + atoms.token(block.session(fragment))
              + " without its "
              + missing
              + " timestamp; expected both");
    }
  }

  private static void requireNewName(
      RawBlock block, int fragment, LongOpenHashSet names, Atoms atoms) throws BadBatchException {
    long name = block.name(fragment);
    if (name != Atoms.NO_NAME && !names.add(name)) {
      throw new BadBatchException(
          block.line(fragment),
          1,
          "found transaction " + atoms.token(name) + " twice; expected a name of its own");
    }
  }
}
