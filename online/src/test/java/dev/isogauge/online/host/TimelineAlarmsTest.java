package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.HeapBlocks;
import dev.isogauge.online.kernel.Horizon;
import dev.isogauge.online.kernel.Kernel;
import dev.isogauge.online.kernel.KernelSettings;
import dev.isogauge.online.kernel.ShardKernel;
import dev.isogauge.online.kernel.StateMemory;
import dev.isogauge.online.kernel.TransactionSplitter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However many verdicts of a timeline are provisional, its host has one alarm for them. */
class TimelineAlarmsTest {
  private static final long KEY = 7;
  private static final int READERS = 1_000;

  private final Atoms atoms = new Atoms();
  private final Ledger ledger = new Ledger();
  private final List<Long> alarms = new ArrayList<>();
  private final Kernel kernel =
      new Kernel(
          new KernelSettings(true, FinalityClock.EVENT_TIME, 0, 0, Atoms.NIL, Horizon.NONE),
          atoms,
          ledger,
          StateMemory.UNLIMITED);
  private final ShardKernel shard =
      kernel.shardByTimeline(
          new HeapBlocks(),
          new HeapBlocks(),
          new HeapBlocks(),
          (isKey, timeline, deadline) -> alarms.add(deadline));

  @Test
  void nextIsSetWhenOneGoesOff() {
    for (int i = 1; i <= READERS; i++) {
      readWhatNobodyWrote(i);
    }
    assertThat(alarms).containsExactly(commit(1));

    kernel.reach(commit(10));
    shard.settle(true, atoms.integer(KEY), false);

    assertThat(ledger.findings()).hasSize(10);
    assertThat(alarms).containsExactly(commit(1), commit(11));

    shard.settle(true, atoms.integer(KEY), true);

    assertThat(ledger.findings()).hasSize(READERS);
    assertThat(alarms).hasSize(2);
  }

  @Test
  void whatIsDueEarlierThanTheRestIsNotMissed() {
    readWhatNobodyWrote(5);
    readWhatNobodyWrote(3);
    readWhatNobodyWrote(4);

    assertThat(alarms).containsExactly(commit(5), commit(3));
  }

  private void readWhatNobodyWrote(int number) {
    RawBlock block = new RawBlock();
    block.transaction(atoms.integer(number), Atoms.NO_NAME, Outcome.COMMITTED, 1);
    block.timestamps(commit(number) - 1, commit(number));
    block.number(1);
    block.read(atoms.integer(KEY), atoms.integer(99));
    splitter().block(block, atoms).split(0, number, 0, (isKey, token, part) -> shard.take(part, 0));
  }

  private TransactionSplitter splitter() {
    return new TransactionSplitter(true, ledger);
  }

  private static long commit(int number) {
    return 10L * number;
  }
}
