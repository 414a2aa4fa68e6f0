package dev.isogauge.history;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Brings what the runs say about time and order to their transactions. */
final class TransactionMetadata {
  private final List<RawBlock> blocks;
  private final int[][] transactionOfRun;
  private final int[] renumbered;

  TransactionMetadata(List<RawBlock> blocks, int[][] transactionOfRun, int[] renumbered) {
    this.blocks = blocks;
    this.transactionOfRun = transactionOfRun;
    this.renumbered = renumbered;
  }

  void copy(HistoryColumns columns) {
    int count = columns.names.length;
    if (any(RunMetadata::hasTimes)) {
      columns.times = new long[HistoryColumns.TIMES][count];
      for (long[] column : columns.times) {
        Arrays.fill(column, RawBlock.NO_TIME);
      }
      forEachRun(RunMetadata::hasTimes, (metadata, run, t) -> copyTimes(columns, metadata, run, t));
    }
    if (any(RunMetadata::hasLogicalTimes)) {
      columns.logicalTimes = new long[2][count];
      forEachRun(
          RunMetadata::hasLogicalTimes,
          (metadata, run, t) -> {
            columns.logicalTimes[0][t] = metadata.logical(run, 0);
            columns.logicalTimes[1][t] = metadata.logical(run, 1);
          });
    }
    if (any(RunMetadata::hasClaims)) {
      columns.serials = new long[count];
      columns.transactionIds = new long[count];
      columns.snapshots = new Snapshot[count];
      Arrays.fill(columns.serials, RawBlock.NO_NUMBER);
      Arrays.fill(columns.transactionIds, RawBlock.NO_NUMBER);
      forEachRun(
          RunMetadata::hasClaims, (metadata, run, t) -> copyClaims(columns, metadata, run, t));
    }
  }

  private static void copyTimes(HistoryColumns columns, RunMetadata metadata, int run, int t) {
    for (int which = 0; which < HistoryColumns.TIMES; which++) {
      long time = metadata.time(run, which);
      if (time != RawBlock.NO_TIME) {
        columns.times[which][t] = time;
      }
    }
  }

  private static void copyClaims(HistoryColumns columns, RunMetadata metadata, int run, int t) {
    if (metadata.serial(run) != RawBlock.NO_NUMBER) {
      columns.serials[t] = metadata.serial(run);
    }
    if (metadata.transactionId(run) != RawBlock.NO_NUMBER) {
      columns.transactionIds[t] = metadata.transactionId(run);
    }
    Optional<Snapshot> snapshot = metadata.snapshot(run);
    if (snapshot.isPresent()) {
      columns.snapshots[t] = snapshot.get();
    }
  }

  private boolean any(Predicate<RunMetadata> has) {
    return blocks.stream().anyMatch(block -> has.test(block.metadata()));
  }

  private void forEachRun(Predicate<RunMetadata> has, RunAction action) {
    for (int b = 0; b < transactionOfRun.length; b++) {
      RunMetadata metadata = blocks.get(b).metadata();
      for (int run = 0; has.test(metadata) && run < transactionOfRun[b].length; run++) {
        int transaction = renumbered[transactionOfRun[b][run]];
        if (transaction >= 0) {
          action.accept(metadata, run, transaction);
        }
      }
    }
  }

  private interface RunAction {
    void accept(RunMetadata metadata, int run, int transaction);
  }
}
