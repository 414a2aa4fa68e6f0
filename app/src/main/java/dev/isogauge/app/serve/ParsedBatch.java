package dev.isogauge.app.serve;

import dev.isogauge.history.RawBlock;
import java.util.List;

/**
 * The transactions of a batch, each a run of a block.
 *
 * @param transactions how many there are
 */
record ParsedBatch(List<RawBlock> blocks, int transactions) {}
