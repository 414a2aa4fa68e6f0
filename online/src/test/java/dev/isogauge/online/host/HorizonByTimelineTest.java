package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.kernel.Blocks;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.HeapBlocks;
import dev.isogauge.online.kernel.Horizon;
import dev.isogauge.online.kernel.Kernel;
import dev.isogauge.online.kernel.KernelSettings;
import dev.isogauge.online.kernel.ShardKernel;
import dev.isogauge.online.kernel.StateMemory;
import dev.isogauge.online.kernel.TransactionSplitter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A host that keeps state by timeline drops what is beyond the horizon, timeline by timeline. */
class HorizonByTimelineTest {
  private static final long KEY = 7;
  private static final long SESSION = 3;
  private static final long HORIZON = 1_000;

  private final Atoms atoms = new Atoms();
  private final Ledger ledger = new Ledger();
  private final TransactionSplitter splitter = new TransactionSplitter(true, ledger);
  private final HeapBlocks keys = new HeapBlocks();
  private final HeapBlocks sessions = new HeapBlocks();
  private final ShardKernel shard =
      new Kernel(
              new KernelSettings(
                  true,
                  FinalityClock.ARRIVAL,
                  10,
                  10,
                  Atoms.NIL,
                  new Horizon(Long.MAX_VALUE, HORIZON)),
              atoms,
              ledger,
              StateMemory.UNLIMITED)
          .shardByTimeline(keys, sessions, new HeapBlocks(), (isKey, timeline, deadline) -> {});

  @Test
  void stateIsBoundedAndWhatComesForIsNotJudged() {
    int transactions = 8_000;
    for (int i = 1; i <= transactions; i++) {
      take(i, i, i == 1 ? Atoms.NIL : i - 1, i);
      if (i % 500 == 0) {
        assertThat(forget(true, i)).isEqualTo(i > HORIZON);
        forget(false, i);
        shard.flush();
        assertThat(blocks(keys, KEY)).isLessThan(10);
        assertThat(blocks(sessions, SESSION)).isLessThan(10);
      }
    }
    assertThat(ledger.findings()).isEmpty();
    assertThat(ledger.unjudged()).isEmpty();

    take(5, transactions + 1, 4, 99);

    assertThat(ledger.unjudged()).isNotEmpty().allMatch(each -> each.contains("horizon"));
    assertThat(ledger.findings()).isEmpty();
  }

  /** Nothing comes, and time passes: what came is beyond the horizon, too. */
  @Test
  void theClockMovesIt() {
    for (int i = 1; i <= 2_000; i++) {
      take(i, 0, i == 1 ? Atoms.NIL : i - 1, i);
    }
    shard.flush();
    assertThat(forget(true, HORIZON)).isFalse();
    int before = blocks(keys, KEY);
    assertThat(forget(true, HORIZON + 1)).isTrue();
    shard.flush();
    assertThat(blocks(keys, KEY)).isLessThan(before);
  }

  private boolean forget(boolean isKey, long now) {
    long timeline = isKey ? atoms.integer(KEY) : atoms.integer(SESSION);
    shard.settle(isKey, timeline, false);
    return shard.forget(isKey, timeline, now);
  }

  /** A transaction that reads and writes the key; its number gives its times. */
  private void take(int number, long now, long read, long written) {
    RawBlock block = new RawBlock();
    block.transaction(atoms.integer(SESSION), Atoms.NO_NAME, Outcome.COMMITTED, 1);
    block.timestamps(2L * number, 2L * number + 1);
    block.number(number);
    block.read(atoms.integer(KEY), read == Atoms.NIL ? read : atoms.integer(read));
    block.write(atoms.integer(KEY), atoms.integer(written));
    splitter
        .block(block, atoms)
        .split(0, number, now, (isKey, token, part) -> shard.take(part, now));
  }

  private int blocks(HeapBlocks in, long timeline) {
    int count = 0;
    Blocks.Key at = new Blocks.Key(atoms.integer(timeline), Long.MIN_VALUE, Long.MIN_VALUE, 0);
    for (Optional<Blocks.Key> next = in.higher(at);
        next.isPresent();
        next = in.higher(next.get())) {
      count++;
    }
    return count;
  }
}
