package dev.isogauge.online.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.host.Counter;
import org.junit.jupiter.api.Test;

/** What has left memory does not count any more. */
class EvictionTest {
  /** They come in the order that makes each look for all that came before. */
  @Test
  void overlappingWritersOfAKey() {
    CountedMemory memory = new CountedMemory();
    Kernel kernel =
        new Kernel(
            new KernelSettings(true, FinalityClock.ARRIVAL, 0, 0, Atoms.NIL, Horizon.NONE),
            new Atoms(),
            new Counter(),
            memory);
    ShardKernel shard = kernel.shard(new HeapBlocks(), new HeapBlocks(), new HeapBlocks());
    for (int round = 0; round < 10; round++) {
      RawBlock block = new RawBlock();
      for (int i = 0; i < 100; i++) {
        block.transaction(i, Atoms.NO_NAME, Outcome.COMMITTED, i + 1);
        block.timestamps(1, 10_000 - 100 * round - i);
        block.write(5, 100L * round + i);
      }
      kernel.take(block, 100L * round + 1, 0, 1, (number, batch) -> shard.take(batch, 0));
      assertThat(memory.used()).isPositive();
      shard.evictAll();
      assertThat(memory.used()).as("round %d", round).isZero();
    }
  }
}
