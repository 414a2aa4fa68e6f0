package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.kernel.TransactionSplitter;
import java.util.List;
import java.util.Optional;

/** Takes the transactions of chunks apart. */
final class ChunkParser {
  private final TransactionSplitter splitter;
  private final Outlet outlet;
  private long taken;

  /** Takes what lines turn out to be. */
  interface Outlet {
    void part(Part part);

    void rejected(Event.Rejected line);
  }

  ChunkParser(TransactionSplitter splitter, Outlet outlet) {
    this.splitter = splitter;
    this.outlet = outlet;
  }

  /**
   * Takes a chunk apart; returns how many transactions it holds.
   *
   * @param now in nanoseconds
   */
  long parse(Chunk chunk, long now) {
    taken = 0;
    new ChunkReader(
            chunk,
            (blocks, atoms, line) -> split(chunk, blocks, atoms, line, now),
            (line, why) -> reject(chunk, line, why))
        .read();
    return taken;
  }

  private void split(Chunk chunk, List<RawBlock> blocks, Atoms atoms, int line, long now) {
    for (RawBlock raw : blocks) {
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
  }

  private void reject(Chunk chunk, int line, String why) {
    outlet.rejected(new Event.Rejected(chunk.source(), chunk.line() + line, why));
  }
}
