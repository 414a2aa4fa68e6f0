package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.util.Parallel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;

/**
 * Cuts a stream of objects, JSON or EDN, into blocks and parses them on all cores.
 *
 * <ol>
 *   <li>Cut where {@link ObjectCut} guesses that an object begins, and parse the block; several
 *       blocks are under way at a time.
 *   <li>Accept blocks in order. The first one begins rightly; if a block that begins rightly ends
 *       between two objects, the next one begins rightly too.
 *   <li>If a block ends inside an object, the guess was wrong: read it and the blocks behind it
 *       again, and cut by scanning from now on.
 * </ol>
 */
public final class ObjectBlocks<P extends ObjectParser> {
  /** Bytes behind a block that may be read; the first of them is zero. */
  public static final int SLACK = 16;

  /** Many inputs are tiny, such as the batches of a service. */
  private static final int FIRST_BLOCK = 1 << 18;

  /** The next blocks are small, so that all cores have work soon. */
  private static final int SMALL_BLOCK = 1 << 20;

  private static final int SMALL_BLOCKS = 8;
  private static final int LARGE_BLOCK = 1 << 22;

  /** How many bytes the nth block should have. */
  public static final IntUnaryOperator BLOCK_SIZES =
      block -> block == 0 ? FIRST_BLOCK : block < SMALL_BLOCKS ? SMALL_BLOCK : LARGE_BLOCK;

  private static final int LONGEST_OBJECT = 1 << 28;
  private static final int UNDER_WAY = 2 * Parallel.cores();

  private final Input input;
  private final ObjectCut cut;
  private final BiFunction<byte[], Integer, P> parsers;
  private final Acceptor<P> acceptor;
  private final IntUnaryOperator sizes;
  private final Deque<Block<P>> underWay = new ArrayDeque<>();
  private final Deque<byte[]> free = new ArrayDeque<>();
  private ExecutorService workers;
  private InputStream rest;
  private byte[] buffer;
  private int filled;
  private int blocks;
  private boolean isInArray;
  private boolean guesses = true;

  // What was accepted so far.
  private int accepted;
  private long line = 1;
  private long column = 1;
  private boolean isClosed;

  /** Takes the parsed blocks, in input order. */
  @FunctionalInterface
  public interface Acceptor<P> {
    /** Takes a block that begins at a line and column, both from 1. */
    void accept(P parsed, long line, long column);

    /** Whether it wants to be {@link #alone} with the atoms. */
    default boolean wantsAtoms() {
      return false;
    }

    /** Nothing is being parsed that will be accepted. */
    default void alone() {}
  }

  /**
   * @param hasComments whether a semicolon outside strings begins a comment
   * @param parsers makes the parser of {@code buffer[0..end)}
   * @param sizes how many bytes the nth block should have
   */
  public ObjectBlocks(
      Input input,
      boolean hasComments,
      BiFunction<byte[], Integer, P> parsers,
      Acceptor<P> acceptor,
      IntUnaryOperator sizes) {
    this.input = input;
    this.cut = new ObjectCut(hasComments);
    this.parsers = parsers;
    this.acceptor = acceptor;
    this.sizes = sizes;
  }

  private record Result<P>(P parser, boolean ranOut, ParseFault fault) {}

  private record Block<P>(byte[] bytes, int end, FutureTask<Result<P>> task) {}

  /** Reads the whole stream. */
  public void parse() throws IOException {
    try (InputStream stream = input.open()) {
      rest = stream;
      buffer = take(LineBlocks.firstBlock(stream, sizes.applyAsInt(0)));
      boolean isRead = false;
      while (!isRead) {
        isRead = nextBlock() && acceptUntil(0);
        if (!isRead) {
          acceptUntil(UNDER_WAY);
          if (acceptor.wantsAtoms()) {
            acceptUntil(0);
            acceptor.alone();
          }
        }
      }
    } finally {
      if (workers != null) {
        workers.shutdownNow();
      }
    }
  }

  /** Step 1. Whether the stream has ended. */
  private boolean nextBlock() throws IOException {
    int room = buffer.length - SLACK;
    filled += rest.readNBytes(buffer, filled, room - filled);
    if (blocks == 0) {
      begin();
    }
    if (filled < room) {
      submit(filled, true);
      buffer = new byte[0]; // Reading again takes another.
      filled = 0;
      return true;
    }
    int end = guesses ? cut.guess(buffer, filled) : 0;
    end = end > 0 ? end : cut.scan(buffer, filled, blocks == 0);
    int carried = filled - end;
    if (end == 0 && carried > LONGEST_OBJECT && acceptUntil(0)) {
      throw tooLong();
    }
    byte[] next = take((int) Math.max(sizes.applyAsInt(blocks), 2L * carried));
    System.arraycopy(buffer, end, next, 0, carried);
    if (end > 0) {
      submit(end, false);
    }
    buffer = next;
    filled = carried;
    return false;
  }

  private void begin() {
    LineBlocks.blankByteOrderMark(buffer, filled);
    isInArray = cut.learn(buffer, filled);
  }

  private InputException tooLong() {
    return new InputException(
        input.name(),
        line,
        column,
        String.format(
            Locale.ROOT,
            "found more than %d MB without the end of an object; expected transactions",
            LONGEST_OBJECT >> 20));
  }

  private byte[] take(int size) {
    byte[] bytes = free.poll();
    int length = size + SLACK;
    return bytes != null && bytes.length == length ? bytes : new byte[length];
  }

  private void submit(int end, boolean isLast) {
    byte[] bytes = buffer;
    bytes[end] = 0;
    ObjectParser.Part part = new ObjectParser.Part(blocks == 0, isLast, isInArray);
    Block<P> block = new Block<>(bytes, end, new FutureTask<>(() -> parse(bytes, end, part)));
    blocks++;
    underWay.add(block);
    if (!isLast && Parallel.cores() > 1) {
      workers = workers == null ? startWorkers() : workers;
      workers.execute(block.task());
    }
  }

  private Result<P> parse(byte[] bytes, int end, ObjectParser.Part part) {
    P parser = parsers.apply(bytes, end);
    try {
      parser.parse(part);
      return new Result<>(parser, false, null);
    } catch (ParseFault fault) {
      return new Result<>(parser, parser.ranOut() && !part.isLast(), fault);
    }
  }

  /** Step 2. Whether all blocks are right; if not, their bytes will be read again. */
  private boolean acceptUntil(int left) throws IOException {
    while (underWay.size() > left) {
      Block<P> block = underWay.peek();
      Result<P> result = await(block);
      if (result.ranOut() && guesses) {
        readAgain();
        return false;
      }
      underWay.remove();
      accept(result);
      free.add(block.bytes());
    }
    return true;
  }

  /** While the oldest block is parsed by another thread, this one parses the newest. */
  private Result<P> await(Block<P> block) throws IOException {
    if (!block.task().isDone()) {
      underWay.getLast().task().run();
      block.task().run();
    }
    return LineBlocks.await(block.task());
  }

  private void accept(Result<P> result) throws InputException {
    if (isClosed) {
      throw new InputException(
          input.name(), line, column, "found more after ']'; expected the end of the input");
    }
    if (result.fault() != null) {
      throw result.fault().in(input.name(), line, column);
    }
    P parser = result.parser();
    acceptor.accept(parser, line, column);
    accepted++;
    line += parser.lines();
    int lastLine = parser.lastLineLength();
    column = parser.lines() > 0 ? lastLine + 1 : column + lastLine;
    isClosed = parser.isClosed();
  }

  /** Step 3. */
  private void readAgain() throws IOException {
    InputStream later = new SequenceInputStream(bytes(buffer, filled), rest);
    while (!underWay.isEmpty()) {
      Block<P> block = underWay.removeLast();
      // It may be using atoms.
      block.task().run();
      LineBlocks.await(block.task());
      later = new SequenceInputStream(bytes(block.bytes(), block.end()), later);
    }
    rest = later;
    buffer = new byte[sizes.applyAsInt(accepted) + SLACK];
    filled = 0;
    blocks = accepted;
    guesses = false;
  }

  private static InputStream bytes(byte[] bytes, int end) {
    return new ByteArrayInputStream(bytes, 0, end);
  }

  private static ExecutorService startWorkers() {
    return Executors.newFixedThreadPool(Parallel.cores() - 1, LineBlocks::daemon);
  }
}
