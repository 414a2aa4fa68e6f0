package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.RawBlock;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * The transactions of a batch, each a fragment of a block.
 *
 * @param transactions how many there are
 * @param atoms of this batch alone
 * @param initial the value of keys before their first write, if the batch states it
 */
record ParsedBatch(List<RawBlock> blocks, int transactions, Atoms atoms, Optional<String> initial) {
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
      for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
        if (!left.get(transaction++)) {
          rest.copyFragment(block, fragment, block.outcome(fragment));
          rest.timestamps(metadata.start(fragment), metadata.commit(fragment));
          rest.logicalTimes(metadata.startLogical(fragment), metadata.commitLogical(fragment));
          rest.realTime(metadata.begin(fragment), metadata.end(fragment));
          rest.number(metadata.number(fragment));
        }
      }
    }
    return new ParsedBatch(
        rest.fragmentCount() == 0 ? List.of() : List.of(rest),
        rest.fragmentCount(),
        atoms,
        initial);
  }
}
