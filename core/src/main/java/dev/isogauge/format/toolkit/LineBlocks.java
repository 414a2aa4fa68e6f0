package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import dev.isogauge.util.Parallel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Cuts a stream of lines into blocks that end with a line and parses them on all cores. The same
 * path serves files, compressed files and standard input.
 */
public final class LineBlocks {
  /** Many inputs are tiny, such as the histories of tests. */
  private static final int FIRST_BLOCK = 1 << 18;

  /** The next blocks are small, so that all cores have work soon and small files share evenly. */
  private static final int SMALL_BLOCK = 1 << 20;

  private static final int LARGE_BLOCK = 1 << 22;

  /** A guess, for room from the start: formats take 8 to 30 bytes for an operation. */
  private static final int BYTES_PER_OPERATION = 20;

  private static final int SMALL_BLOCKS = 8;

  /** How many blocks are parsed, or wait for those before them, at most. */
  private static final int UNDER_WAY = 4 * Parallel.cores();

  private static final int LONGEST_LINE = 1 << 28;

  private LineBlocks() {}

  /** Parses the complete lines of a buffer. The last byte is a line end. */
  @FunctionalInterface
  public interface BlockParser {
    /**
     * Parses {@code buffer[0..end)}.
     *
     * @return the number of lines
     * @throws ParseFault at the first fault
     */
    int parse(byte[] buffer, int end, RawBlock block, Directives directives);

    /**
     * Whether {@code buffer[start..end)}, a last line without line end, is the beginning of a line
     * that was never finished. It is then left out, with a remark, if other lines come before it.
     */
    default boolean isCutOff(byte[] buffer, int start, int end) {
      return false;
    }
  }

  /** Reads the whole stream and hands blocks and directives to the builder, in input order. */
  public static void parse(Input input, BlockParser parser, Atoms atoms, HistoryBuilder builder)
      throws IOException {
    Directives.Collector directives = new Directives.Collector(input, atoms, builder);
    parse(
        input,
        parser,
        LONGEST_LINE,
        new Taker() {
          @Override
          public void take(Parsed part, long line) throws IOException {
            directives.add(part.directives(), line);
            part.block().firstLine(line);
            builder.add(part.block());
            if (part.cutOff()) {
              builder.remark(
                  "line "
                      + (line + part.lines())
                      + ", the last one, is cut off and was left out; its writer seems to have"
                      + " died");
            }
          }

          @Override
          public boolean wantsAtoms() {
            return builder.wantsAtoms();
          }

          @Override
          public void alone() {
            builder.alone();
          }
        });
  }

  /** Takes parsed blocks in input order. */
  @FunctionalInterface
  interface Taker {
    /**
     * Takes a block.
     *
     * @param line its first
     */
    void take(Parsed part, long line) throws IOException;

    /** Whether it wants to be {@link #alone} with the atoms. */
    default boolean wantsAtoms() {
      return false;
    }

    /** Nothing is being parsed. */
    default void alone() {}
  }

  static void parse(Input input, BlockParser parser, int longestLine, Taker taker)
      throws IOException {
    InOrder parts = new InOrder(input.name(), taker);
    Buffers buffers = new Buffers();
    ThreadPoolExecutor workers = null;
    try (InputStream stream = input.open()) {
      byte[] buffer = new byte[firstBlock(stream, FIRST_BLOCK)];
      int carried = 0;
      while (true) {
        int filled = carried + stream.readNBytes(buffer, carried, buffer.length - carried);
        if (parts.count == 0) {
          blankByteOrderMark(buffer, filled);
        }
        if (filled < buffer.length) {
          FutureTask<Parsed> last = lastTask(parser, buffer, filled, parts.count > 0);
          parts.add(last);
          last.run();
          break;
        }
        int end = afterLastLine(buffer, filled);
        carried = filled - end;
        int size = parts.count < SMALL_BLOCKS ? SMALL_BLOCK : LARGE_BLOCK;
        byte[] next = buffers.take((int) Math.max(size, 2L * carried));
        System.arraycopy(buffer, end, next, 0, carried);
        if (end > 0) {
          workers = workers == null ? startWorkers() : workers;
          FutureTask<Parsed> part = task(parser, buffers, buffer, end);
          parts.add(part);
          workers.execute(part);
          parts.handOn(UNDER_WAY);
          parts.pauseIfWanted();
        } else if (carried > longestLine) {
          parts.handOn(0);
          throw tooLong(input.name(), parts.line, longestLine);
        }
        buffer = next;
      }
      parts.handOn(0);
    } finally {
      if (workers != null) {
        workers.shutdownNow();
      }
    }
  }

  /** Blocks on their way, which are passed on in their order. */
  private static final class InOrder {
    private final String name;
    private final Taker taker;
    private final ArrayDeque<FutureTask<Parsed>> underWay = new ArrayDeque<>();
    private int count;
    private long line = 1;

    InOrder(String name, Taker taker) {
      this.name = name;
      this.taker = taker;
    }

    void add(FutureTask<Parsed> part) {
      underWay.add(part);
      count++;
    }

    /** Passes on what is ready, and waits for more while too many are under way. */
    void handOn(int left) throws IOException {
      while (!underWay.isEmpty() && (underWay.size() > left || underWay.peek().isDone())) {
        Parsed parsed = await(underWay.remove());
        if (parsed.fault() != null) {
          throw parsed.fault().in(name, line, 1);
        }
        taker.take(parsed, line);
        line += parsed.lines();
      }
    }

    void pauseIfWanted() throws IOException {
      if (taker.wantsAtoms()) {
        handOn(0);
        taker.alone();
      }
    }
  }

  /**
   * How many bytes to read at first: of a few that are in memory, such as a message, all and one
   * more, so that the end shows. A large array for each would cost more than parsing them.
   */
  static int firstBlock(InputStream stream, int usual) throws IOException {
    return stream instanceof ByteArrayInputStream ? Math.min(usual, stream.available() + 1) : usual;
  }

  private static InputException tooLong(String name, long line, int longestLine) {
    return new InputException(
        name,
        line,
        1,
        String.format(
            Locale.ROOT,
            "the line is longer than %d MB; expected one transaction per line",
            longestLine >> 20));
  }

  /**
   * Turns a byte order mark into blanks: every text format skips blanks at the start of a line, and
   * columns stay right.
   */
  public static void blankByteOrderMark(byte[] buffer, int filled) {
    if (filled >= 3
        && buffer[0] == (byte) 0xEF
        && buffer[1] == (byte) 0xBB
        && buffer[2] == (byte) 0xBF) {
      Arrays.fill(buffer, 0, 3, (byte) ' ');
    }
  }

  private static FutureTask<Parsed> lastTask(
      BlockParser parser, byte[] buffer, int filled, boolean others) {
    int lastLine = afterLastLine(buffer, filled);
    boolean cutOff =
        lastLine < filled && (others || lastLine > 0) && parser.isCutOff(buffer, lastLine, filled);
    int end = cutOff ? lastLine : endLastLine(buffer, filled);
    return new FutureTask<>(() -> parseBlock(parser, buffer, end, cutOff));
  }

  private static FutureTask<Parsed> task(
      BlockParser parser, Buffers buffers, byte[] buffer, int end) {
    return new FutureTask<>(
        () -> {
          Parsed parsed = parseBlock(parser, buffer, end, false);
          buffers.giveBack(buffer);
          return parsed;
        });
  }

  /** Buffers of parsed blocks, to be filled again. */
  private static final class Buffers {
    private final ConcurrentLinkedQueue<byte[]> free = new ConcurrentLinkedQueue<>();

    byte[] take(int length) {
      byte[] buffer = free.poll();
      return buffer != null && buffer.length == length ? buffer : new byte[length];
    }

    void giveBack(byte[] buffer) {
      free.add(buffer);
    }
  }

  private static int afterLastLine(byte[] buffer, int filled) {
    int end = filled;
    while (end > 0 && buffer[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  /** The last line of a file may lack its line end; the buffer has room for one. */
  private static int endLastLine(byte[] buffer, int filled) {
    if (filled > 0 && buffer[filled - 1] != '\n') {
      buffer[filled] = '\n';
      return filled + 1;
    }
    return filled;
  }

  /** The result of a task, which may still be running. */
  static <T> T await(FutureTask<T> task) throws IOException {
    try {
      return task.get();
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

  /** A parsed block, after which a line was left out if {@code cutOff}. */
  record Parsed(
      RawBlock block, Directives directives, int lines, ParseFault fault, boolean cutOff) {}

  private static Parsed parseBlock(BlockParser parser, byte[] buffer, int end, boolean cutOff) {
    RawBlock block = new RawBlock(end / BYTES_PER_OPERATION);
    Directives directives = new Directives();
    try {
      int lines = parser.parse(buffer, end, block, directives);
      return new Parsed(block, directives, lines, null, cutOff);
    } catch (ParseFault fault) {
      return new Parsed(block, directives, 0, fault, cutOff);
    }
  }

  private static ThreadPoolExecutor startWorkers() {
    int threads = Math.max(1, Parallel.cores() - 1);
    // The reading thread parses too when the queue is full.
    return new ThreadPoolExecutor(
        threads,
        threads,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(2 * threads),
        LineBlocks::daemon,
        new ThreadPoolExecutor.CallerRunsPolicy());
  }

  static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "isogauge-parser");
    thread.setDaemon(true);
    return thread;
  }
}
