package dev.isogauge.history;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Names that a format gives to writes: which transaction, and perhaps which of its writes, a read
 * says it saw.
 *
 * @param writers by operation the writer's name that a read gives, else {@link Atoms#NO_NAME}; null
 *     when no read names its writer
 * @param ids by operation the id of a write, or the write's id that a read gives; null likewise
 */
record WriteNames(long[] writers, long[] ids) {
  static WriteNames collect(List<RawBlock> blocks, int[][] targets) {
    if (blocks.stream().allMatch(block -> block.namedReads().isEmpty())) {
      return new WriteNames(null, null);
    }
    int operations = 0;
    for (int b = 0; b < targets.length; b++) {
      operations += blocks.get(b).operationCount();
    }
    long[] writers = new long[operations];
    long[] ids = new long[operations];
    Arrays.fill(writers, Atoms.NO_NAME);
    Arrays.fill(ids, Atoms.NO_NAME);
    for (int b = 0; b < targets.length; b++) {
      RawBlock block = blocks.get(b);
      Targets finalNumbers = new Targets(block, targets[b]);
      LongArrayList reads = block.namedReads();
      for (int i = 0; i < reads.size(); i += 3) {
        int operation = finalNumbers.of((int) reads.getLong(i));
        if (operation != History.NONE) {
          writers[operation] = reads.getLong(i + 1);
          ids[operation] = reads.getLong(i + 2);
        }
      }
      finalNumbers = new Targets(block, targets[b]);
      LongArrayList writes = block.writeIds();
      for (int i = 0; i < writes.size(); i += 2) {
        int operation = finalNumbers.of((int) writes.getLong(i));
        if (operation != History.NONE) {
          ids[operation] = writes.getLong(i + 1);
        }
      }
    }
    return new WriteNames(writers, ids);
  }

  /** Final numbers of a block's operations, asked for in ascending order. */
  private static final class Targets {
    private final RawBlock block;
    private final int[] targets;
    private int fragment;

    Targets(RawBlock block, int[] targets) {
      this.block = block;
      this.targets = targets;
    }

    int of(int operation) {
      while (block.fragmentEnd(fragment) <= operation) {
        fragment++;
      }
      return targets[fragment] < 0
          ? History.NONE
          : targets[fragment] + operation - block.fragmentBegin(fragment);
    }
  }
}
