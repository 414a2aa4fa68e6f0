package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.kernel.TransactionSplitter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads the transactions of chunks, and rejects those that cannot be judged. */
final class ChunkParser {
  private final TransactionSplitter splitter;
  private final String initialValue;
  private final Function<Atoms, Transactions> begin;
  private final Consumer<Event.Rejected> rejects;
  private long taken;

  /** Takes transactions that share a table of strings. */
  @FunctionalInterface
  interface Transactions {
    /**
     * Takes a transaction without fault.
     *
     * @param position in the source; no two transactions share one
     */
    void take(TransactionSplitter.Block block, int fragment, long position);

    /** All have been taken. */
    default void end() {}
  }

  /**
   * A parser.
   *
   * @param begin takes over when a table of strings begins
   */
  ChunkParser(
      TransactionSplitter splitter,
      String initialValue,
      Function<Atoms, Transactions> begin,
      Consumer<Event.Rejected> rejects) {
    this.splitter = splitter;
    this.initialValue = initialValue;
    this.begin = begin;
    this.rejects = rejects;
  }

  /** Reads a chunk; returns how many transactions it holds. */
  long parse(Chunk chunk) {
    taken = 0;
    new ChunkReader(
            chunk,
            initialValue,
            (blocks, atoms, line) -> take(chunk, blocks, atoms, line),
            (line, why) -> reject(chunk, line, why))
        .read();
    return taken;
  }

  private void take(Chunk chunk, List<RawBlock> blocks, Atoms atoms, int line) {
    Transactions transactions = begin.apply(atoms);
    for (RawBlock raw : blocks) {
      TransactionSplitter.Block block = splitter.block(raw, atoms);
      for (int fragment = 0; fragment < raw.fragmentCount(); fragment++) {
        int at = line + (int) raw.line(fragment) - 1;
        Optional<String> fault =
            raw.predicateReaders().get(fragment) && raw.outcome(fragment) != Outcome.ABORTED
                ? Optional.of("a predicate read; expected reads and writes of single keys")
                : block.fault(fragment);
        if (fault.isPresent()) {
          reject(chunk, at, "found " + fault.get());
          continue;
        }
        taken++;
        transactions.take(block, fragment, chunk.position() + at);
      }
    }
    transactions.end();
  }

  private void reject(Chunk chunk, int line, String why) {
    rejects.accept(new Event.Rejected(chunk.source(), chunk.lineOf(line), why));
  }
}
