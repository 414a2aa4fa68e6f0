package dev.isogauge.format.timekiller;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.toolkit.ObjectBlocks;
import dev.isogauge.format.toolkit.StreamingReader;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.util.function.IntUnaryOperator;

/**
 * The JSON of TimeKiller (Chronos and Aion): committed transactions with start and commit
 * timestamps of a hybrid logical clock.
 *
 * <pre>
 *   [{"tid":67,"sid":19,"sts":{"p":1691420095436341,"l":61},"cts":{"p":1691420095659914,"l":18},
 *     "ops":[{"t":"w","k":7,"v":2},{"t":"r","k":8,"v":null}]},
 *    {"tid":68,"sid":19,"sts":{"p":1691420095660000},"cts":{"p":1691420095660001},"sno":2,
 *     "ops":[{"t":"a","k":9,"v":3},{"t":"r","k":9,"v":[1,3]}]}]
 * </pre>
 *
 * <ul>
 *   <li>One array, with commas or line ends between the transactions; or transactions without the
 *       array around them. Fields come in any order; unknown ones are ignored.
 *   <li>{@code tid} and {@code sid} name transaction and session; only {@code tid} may be missing.
 *   <li>{@code sts} and {@code cts} are the timestamps: the physical part {@code p} counts first,
 *       the logical part {@code l}, 0 where it is missing, decides between equal ones.
 *   <li>{@code t} is r, w or a (read, write, append), or the word, in small or capital letters. A
 *       read with an array sees a list. {@code v} null or missing is nil, with which every key
 *       starts; a read of it on a list sees the empty list.
 *   <li>Session order is the order of the input, unless {@code sno} numbers the transactions of a
 *       session.
 *   <li>Names, keys and values are strings or integers of the signed or unsigned 64-bit range.
 * </ul>
 */
public final class TimekillerReader implements StreamingReader {
  /** A guess, for room from the start: {"t":"r","k":12,"v":345}, and a share of the rest. */
  private static final int BYTES_PER_OPERATION = 24;

  private final IntUnaryOperator blockSizes;

  public TimekillerReader() {
    this(ObjectBlocks.BLOCK_SIZES);
  }

  /**
   * @param blockSizes how many bytes the nth block should have
   */
  TimekillerReader(IntUnaryOperator blockSizes) {
    this.blockSizes = blockSizes;
  }

  @Override
  public void read(Input input, Atoms atoms, HistoryBuilder into) throws IOException {
    into.namesAreUnique();
    new ObjectBlocks<>(
            input,
            false,
            (bytes, end) ->
                new TimekillerParser(bytes, end, atoms, new RawBlock(end / BYTES_PER_OPERATION)),
            new ObjectBlocks.Acceptor<>() {
              @Override
              public void accept(TimekillerParser parser, long line, long column) {
                parser.block.firstLine(line);
                into.add(parser.block);
              }

              @Override
              public boolean wantsAtoms() {
                return into.wantsAtoms();
              }

              @Override
              public void alone() {
                into.alone();
              }
            },
            blockSizes)
        .parse();
  }
}
