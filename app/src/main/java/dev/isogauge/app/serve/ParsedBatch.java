package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.RawBlock;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * The transactions of a batch, each a run of a block.
 *
 * @param transactions how many there are
 * @param atoms of this batch alone
 */
record ParsedBatch(List<RawBlock> blocks, int transactions, Atoms atoms) {
  /**
   * Puts the atoms of a table in place of those of the batch. Until then the table knows nothing of
   * the batch, so that one that is refused leaves no strings behind.
   */
  void moveTo(Atoms table) {
    if (atoms.symbolCount() > 1) {
      LongUnaryOperator here = table.from(atoms, true);
      blocks.forEach(block -> block.rename(here));
    }
  }

  /** The batch without some of its transactions. */
  ParsedBatch without(BitSet left) {
    if (left.isEmpty()) {
      return this;
    }
    RawBlock rest = new RawBlock();
    int transaction = 0;
    for (RawBlock block : blocks) {
      FragmentMetadata metadata = block.metadata();
      for (int run = 0; run < block.fragmentCount(); run++) {
        if (!left.get(transaction++)) {
          rest.copyFragment(block, run, block.outcome(run));
          rest.timestamps(metadata.start(run), metadata.commit(run));
          rest.logicalTimes(metadata.startLogical(run), metadata.commitLogical(run));
          rest.realTime(metadata.begin(run), metadata.end(run));
          rest.number(metadata.number(run));
        }
      }
    }
    return new ParsedBatch(
        rest.fragmentCount() == 0 ? List.of() : List.of(rest), rest.fragmentCount(), atoms);
  }
}
