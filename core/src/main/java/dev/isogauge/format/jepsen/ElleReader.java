package dev.isogauge.format.jepsen;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.toolkit.HistoryReader;
import dev.isogauge.format.toolkit.ObjectBlocks;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Histories of Jepsen and Elle, as EDN or JSON: maps in lines, in one vector, or just behind one
 * another.
 *
 * <pre>
 *   {:index 0, :time 12, :type :invoke, :process 0, :f :txn, :value [[:append 5 1] [:r 5 nil]]}
 *   {:index 1, :time 30, :type :ok,     :process 0, :f :txn, :value [[:append 5 1] [:r 5 [1]]]}
 *   {"index":2,"time":41,"type":"invoke","process":0,"f":"txn","value":[["w",6,1],["r",7,null]]}
 * </pre>
 *
 * <ul>
 *   <li>{@code :type} separates invocation and completion: {@code :ok} committed, {@code :fail}
 *       aborted, {@code :info} indeterminate, as is an invocation that is never completed. What
 *       happened stands in the completion if it is {@code :ok}, else in the invocation, if there is
 *       one; a read of nil has an unknown result then.
 *   <li>A process is a session. Real time is {@code :time}; where an operation lacks it, or it is
 *       the same everywhere, {@code :index}; where one lacks that, the place in the input. A {@code
 *       :time} of -1 is none.
 *   <li>{@code :value} holds micro-operations: {@code [:append key value]}, {@code [:r key [1 2]]},
 *       {@code [:w key value]}, {@code [:r key value]}. With {@code :f} {@code :read}, {@code
 *       :write} or {@code :cas} it may be one value, {@code [key value]}, or the old and new value
 *       of a compare-and-set, which is a read and a write; a failed one is left out.
 *   <li>Elle's closed-predicate workload: {@code :f :init} with a map of keys and values is a
 *       transaction that writes them; {@code [:insert key value]}, {@code [:delete key]}, and
 *       {@code [:rp predicate {key value}]} with the predicates of {@link ClosedPredicateParser}.
 *   <li>Every key starts at nil. Operations of processes that are not integers are skipped. Unknown
 *       fields are ignored.
 * </ul>
 */
public final class ElleReader implements HistoryReader {
  /** A guess, for room from the start. */
  private static final int BYTES_PER_OPERATION = 48;

  private final IntUnaryOperator blockSizes;

  public ElleReader() {
    this(ObjectBlocks.BLOCK_SIZES);
  }

  /**
   * @param blockSizes how many bytes the nth block should have
   */
  ElleReader(IntUnaryOperator blockSizes) {
    this.blockSizes = blockSizes;
  }

  @Override
  public HistoryBuilder read(Input input, Atoms atoms) throws IOException {
    List<EventBlock> parts = new ArrayList<>();
    new ObjectBlocks<>(
            input,
            true,
            (bytes, end) ->
                new ElleParser(bytes, end, atoms, new EventBlock(end / BYTES_PER_OPERATION)),
            (parser, line, column) -> {
              parser.block.beginsAt(line, column);
              parts.add(parser.block);
            },
            blockSizes)
        .parse();
    HistoryBuilder builder = new HistoryBuilder(atoms);
    new Pairing(input, atoms, parts).addTo(builder);
    return builder;
  }
}
