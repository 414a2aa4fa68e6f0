package dev.isogauge.format.timekiller;

import dev.isogauge.format.HistoryReader;
import dev.isogauge.format.Input;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
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
public final class TimekillerReader implements HistoryReader {
  /** Many inputs are tiny, such as the batches of a service. */
  private static final int FIRST_BLOCK = 1 << 18;

  /** The next blocks are small, so that all cores have work soon. */
  private static final int SMALL_BLOCK = 1 << 20;

  private static final int SMALL_BLOCKS = 8;
  private static final int LARGE_BLOCK = 1 << 22;

  private final IntUnaryOperator blockSizes;

  public TimekillerReader() {
    this(block -> block == 0 ? FIRST_BLOCK : block < SMALL_BLOCKS ? SMALL_BLOCK : LARGE_BLOCK);
  }

  /**
   * @param blockSizes how many bytes the nth block should have
   */
  TimekillerReader(IntUnaryOperator blockSizes) {
    this.blockSizes = blockSizes;
  }

  @Override
  public HistoryBuilder read(Input input, Atoms atoms) throws IOException {
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.namesAreUnique();
    new ObjectBlocks(input, atoms, builder, blockSizes).parse();
    return builder;
  }
}
