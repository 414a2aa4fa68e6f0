package dev.isogauge.online.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import org.junit.jupiter.api.Test;

/** What has left memory does not count any more. */
class EvictionTest {
  private static final class Counted implements StateMemory {
    private long bytes;

    @Override
    public void add(long more) {
      bytes += more;
    }

    @Override
    public boolean isTight() {
      return false;
    }

    @Override
    public boolean isRelaxed() {
      return true;
    }
  }

  private static final class Deaf implements OnlineListener {
    @Override
    public void found(TimestampFinding finding) {}

    @Override
    public void withdrawn(TimestampFinding finding, TimestampedTransaction because) {}

    @Override
    public void counted(AnomalyKind kind) {}

    @Override
    public void late(TimestampedTransaction transaction) {}

    @Override
    public void unjudged(TimestampedTransaction transaction, String why) {}
  }

  /** They come in the order that makes each look for all that came before. */
  @Test
  void overlappingWritersOfAKey() {
    Counted memory = new Counted();
    Atoms atoms = new Atoms();
    Kernel kernel =
        new Kernel(
            new KernelSettings(true, FinalityClock.ARRIVAL, 0, 0, Atoms.NIL, Horizon.NONE),
            atoms,
            new Deaf(),
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
      assertThat(memory.bytes).isPositive();
      shard.evictAll();
      assertThat(memory.bytes).as("round %d", round).isZero();
    }
  }
}
