package dev.isogauge.format.timekiller;

import dev.isogauge.format.Input;
import dev.isogauge.format.InputException;
import dev.isogauge.format.LineBlocks;
import dev.isogauge.format.ParseFault;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import dev.isogauge.util.Parallel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.IntUnaryOperator;

/**
 * Cuts a stream of JSON objects into blocks and parses them on all cores.
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
final class ObjectBlocks {
  private static final int LONGEST_OBJECT = 1 << 28;
  private static final int UNDER_WAY = 2 * Parallel.cores();

  /** A guess, for room from the start: {"t":"r","k":12,"v":345}, and a share of the rest. */
  private static final int BYTES_PER_OPERATION = 24;

  private final Input input;
  private final Atoms atoms;
  private final HistoryBuilder builder;
  private final IntUnaryOperator sizes;
  private final ObjectCut cut = new ObjectCut();
  private final Deque<Block> underWay = new ArrayDeque<>();
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

  /**
   * @param sizes how many bytes the nth block should have
   */
  ObjectBlocks(Input input, Atoms atoms, HistoryBuilder builder, IntUnaryOperator sizes) {
    this.input = input;
    this.atoms = atoms;
    this.builder = builder;
    this.sizes = sizes;
  }

  private record Result(
      RawBlock block,
      int lines,
      int lastLine,
      boolean isClosed,
      boolean ranOut,
      ParseFault fault) {}

  private record Block(byte[] bytes, int end, FutureTask<Result> task) {}

  /** Reads the whole stream and hands blocks to the builder, in input order. */
  void parse() throws IOException {
    try (InputStream stream = input.open()) {
      rest = stream;
      buffer = take(sizes.applyAsInt(0));
      boolean isRead = false;
      while (!isRead) {
        isRead = nextBlock() && acceptUntil(0);
        if (!isRead) {
          acceptUntil(UNDER_WAY);
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
    int room = buffer.length - JsonBytes.SLACK;
    filled += rest.readNBytes(buffer, filled, room - filled);
    if (blocks == 0) {
      begin();
    }
    if (filled < room) {
      submit(filled, true);
      buffer = take(sizes.applyAsInt(blocks));
      filled = 0;
      return true;
    }
    int end = guesses ? cut.guess(buffer, filled) : 0;
    end = end > 0 ? end : ObjectCut.scan(buffer, filled, blocks == 0);
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
    int first = 0;
    while (first < filled && JsonBytes.isSpace(buffer[first])) {
      first++;
    }
    isInArray = first < filled && buffer[first] == '[';
    cut.learn(buffer, filled);
  }

  private InputException tooLong() {
    return new InputException(
        input.name(),
        line,
        column,
        String.format(
            "found more than %d MB without the end of an object; expected transactions",
            LONGEST_OBJECT >> 20));
  }

  private byte[] take(int size) {
    byte[] bytes = free.poll();
    int length = size + JsonBytes.SLACK;
    return bytes != null && bytes.length == length ? bytes : new byte[length];
  }

  private void submit(int end, boolean isLast) {
    byte[] bytes = buffer;
    bytes[end] = 0;
    TimekillerParser.Part part = new TimekillerParser.Part(blocks == 0, isLast, isInArray);
    Block block = new Block(bytes, end, new FutureTask<>(() -> parse(bytes, end, part)));
    blocks++;
    underWay.add(block);
    if (!isLast && Parallel.cores() > 1) {
      workers = workers == null ? startWorkers() : workers;
      workers.execute(block.task());
    }
  }

  private Result parse(byte[] bytes, int end, TimekillerParser.Part part) {
    RawBlock block = new RawBlock(end / BYTES_PER_OPERATION);
    TimekillerParser parser = new TimekillerParser(bytes, end, atoms, block);
    ParseFault fault = null;
    try {
      parser.parse(part);
    } catch (ParseFault e) {
      fault = e;
    }
    return new Result(
        block,
        parser.lines(),
        parser.lastLineLength(),
        parser.isClosed(),
        fault != null && parser.ranOut() && !part.isLast(),
        fault);
  }

  /** Step 2. Whether all blocks are right; if not, their bytes will be read again. */
  private boolean acceptUntil(int left) throws IOException {
    while (underWay.size() > left) {
      Block block = underWay.peek();
      Result result = await(block);
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
  private Result await(Block block) throws IOException {
    if (!block.task().isDone()) {
      underWay.getLast().task().run();
      block.task().run();
    }
    try {
      return block.task().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("reading was interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }

  private void accept(Result result) throws InputException {
    if (isClosed) {
      throw new InputException(
          input.name(), line, column, "found more after ']'; expected the end of the input");
    }
    if (result.fault() != null) {
      throw result.fault().in(input.name(), line, column);
    }
    result.block().firstLine(line);
    builder.add(result.block());
    accepted++;
    line += result.lines();
    column = result.lines() > 0 ? result.lastLine() + 1 : column + result.lastLine();
    isClosed = result.isClosed();
  }

  /** Step 3. */
  private void readAgain() {
    InputStream later = new SequenceInputStream(bytes(buffer, filled), rest);
    while (!underWay.isEmpty()) {
      Block block = underWay.removeLast();
      block.task().cancel(false);
      later = new SequenceInputStream(bytes(block.bytes(), block.end()), later);
    }
    rest = later;
    buffer = new byte[sizes.applyAsInt(accepted) + JsonBytes.SLACK];
    filled = 0;
    blocks = accepted;
    guesses = false;
  }

  private static InputStream bytes(byte[] bytes, int end) {
    return new ByteArrayInputStream(bytes, 0, end);
  }

  private static ExecutorService startWorkers() {
    return Executors.newFixedThreadPool(
        Parallel.cores() - 1,
        task -> {
          Thread thread = new Thread(task, "isogauge-parser");
          thread.setDaemon(true);
          return thread;
        });
  }
}
