package dev.isogauge.history;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Brings what the runs say about time and order to their transactions. */
final class TransactionFacts {
  private final List<RawBlock> blocks;
  private final int[][] transactionOfRun;
  private final int[] renumbered;

  TransactionFacts(List<RawBlock> blocks, int[][] transactionOfRun, int[] renumbered) {
    this.blocks = blocks;
    this.transactionOfRun = transactionOfRun;
    this.renumbered = renumbered;
  }

  void copy(HistoryColumns columns) {
    int count = columns.names.length;
    if (any(RunFacts::hasTimes)) {
      columns.times = new long[HistoryColumns.TIMES][count];
      for (long[] column : columns.times) {
        Arrays.fill(column, RawBlock.NO_TIME);
      }
      forEachRun(RunFacts::hasTimes, (facts, run, t) -> copyTimes(columns, facts, run, t));
    }
    if (any(RunFacts::hasLogicalTimes)) {
      columns.logicalTimes = new long[2][count];
      forEachRun(
          RunFacts::hasLogicalTimes,
          (facts, run, t) -> {
            columns.logicalTimes[0][t] = facts.logical(run, 0);
            columns.logicalTimes[1][t] = facts.logical(run, 1);
          });
    }
    if (any(RunFacts::hasClaims)) {
      columns.serials = new long[count];
      columns.transactionIds = new long[count];
      columns.snapshots = new Snapshot[count];
      Arrays.fill(columns.serials, RawBlock.NO_NUMBER);
      Arrays.fill(columns.transactionIds, RawBlock.NO_NUMBER);
      forEachRun(RunFacts::hasClaims, (facts, run, t) -> copyClaims(columns, facts, run, t));
    }
  }

  private static void copyTimes(HistoryColumns columns, RunFacts facts, int run, int t) {
    for (int which = 0; which < HistoryColumns.TIMES; which++) {
      long time = facts.time(run, which);
      if (time != RawBlock.NO_TIME) {
        columns.times[which][t] = time;
      }
    }
  }

  private static void copyClaims(HistoryColumns columns, RunFacts facts, int run, int t) {
    if (facts.serial(run) != RawBlock.NO_NUMBER) {
      columns.serials[t] = facts.serial(run);
    }
    if (facts.transactionId(run) != RawBlock.NO_NUMBER) {
      columns.transactionIds[t] = facts.transactionId(run);
    }
    Optional<Snapshot> snapshot = facts.snapshot(run);
    if (snapshot.isPresent()) {
      columns.snapshots[t] = snapshot.get();
    }
  }

  private boolean any(Predicate<RunFacts> has) {
    return blocks.stream().anyMatch(block -> has.test(block.facts()));
  }

  private void forEachRun(Predicate<RunFacts> has, RunAction action) {
    for (int b = 0; b < transactionOfRun.length; b++) {
      RunFacts facts = blocks.get(b).facts();
      for (int run = 0; has.test(facts) && run < transactionOfRun[b].length; run++) {
        int transaction = renumbered[transactionOfRun[b][run]];
        if (transaction >= 0) {
          action.accept(facts, run, transaction);
        }
      }
    }
  }

  private interface RunAction {
    void accept(RunFacts facts, int run, int transaction);
  }
}
