package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
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
}
