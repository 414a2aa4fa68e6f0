package dev.isogauge.history;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Copies times and orders from the fragments to their transactions. */
record TransactionMetadata(List<RawBlock> blocks, int[][] transactionOfFragment, int[] renumbered) {
  void copy(HistoryColumns columns) {
    int count = columns.names.length;
    if (any(FragmentMetadata::hasTimes)) {
      columns.times = new long[HistoryColumns.TIMES][count];
      for (long[] column : columns.times) {
        Arrays.fill(column, RawBlock.NO_TIME);
      }
      forEachFragment(
          FragmentMetadata::hasTimes,
          (metadata, fragment, t) -> copyTimes(columns, metadata, fragment, t));
    }
    if (any(FragmentMetadata::hasLogicalTimes)) {
      columns.logicalTimes = new long[2][count];
      forEachFragment(
          FragmentMetadata::hasLogicalTimes,
          (metadata, fragment, t) -> {
            columns.logicalTimes[0][t] = metadata.logical(fragment, 0);
            columns.logicalTimes[1][t] = metadata.logical(fragment, 1);
          });
    }
    if (any(FragmentMetadata::hasClaims)) {
      columns.serials = new long[count];
      columns.transactionIds = new long[count];
      columns.snapshots = new Snapshot[count];
      Arrays.fill(columns.serials, RawBlock.NO_NUMBER);
      Arrays.fill(columns.transactionIds, RawBlock.NO_NUMBER);
      forEachFragment(
          FragmentMetadata::hasClaims,
          (metadata, fragment, t) -> copyClaims(columns, metadata, fragment, t));
    }
    if (any(FragmentMetadata::hasLevels)) {
      columns.levels = words(count, FragmentMetadata::hasLevels, FragmentMetadata::level);
    }
    if (any(FragmentMetadata::hasStatements)) {
      columns.statementSizes =
          words(count, FragmentMetadata::hasStatements, FragmentMetadata::statements);
    }
  }

  /** By transaction what one of its fragments says; empty where none does. */
  private String[] words(
      int count,
      Predicate<FragmentMetadata> has,
      BiFunction<FragmentMetadata, Integer, String> of) {
    String[] words = new String[count];
    Arrays.fill(words, "");
    forEachFragment(
        has,
        (metadata, fragment, t) -> {
          String word = of.apply(metadata, fragment);
          if (!word.isEmpty()) {
            words[t] = word;
          }
        });
    return words;
  }

  private static void copyTimes(
      HistoryColumns columns, FragmentMetadata metadata, int fragment, int t) {
    for (int which = 0; which < HistoryColumns.TIMES; which++) {
      long time = metadata.time(fragment, which);
      if (time != RawBlock.NO_TIME) {
        columns.times[which][t] = time;
      }
    }
  }

  private static void copyClaims(
      HistoryColumns columns, FragmentMetadata metadata, int fragment, int t) {
    if (metadata.serial(fragment) != RawBlock.NO_NUMBER) {
      columns.serials[t] = metadata.serial(fragment);
    }
    if (metadata.transactionId(fragment) != RawBlock.NO_NUMBER) {
      columns.transactionIds[t] = metadata.transactionId(fragment);
    }
    Optional<Snapshot> snapshot = metadata.snapshot(fragment);
    if (snapshot.isPresent()) {
      columns.snapshots[t] = snapshot.get();
    }
  }

  private boolean any(Predicate<FragmentMetadata> has) {
    return blocks.stream().anyMatch(block -> has.test(block.metadata()));
  }

  private void forEachFragment(Predicate<FragmentMetadata> has, FragmentAction action) {
    for (int b = 0; b < transactionOfFragment.length; b++) {
      FragmentMetadata metadata = blocks.get(b).metadata();
      for (int fragment = 0;
          has.test(metadata) && fragment < transactionOfFragment[b].length;
          fragment++) {
        int transaction = renumbered[transactionOfFragment[b][fragment]];
        if (transaction >= 0) {
          action.accept(metadata, fragment, transaction);
        }
      }
    }
  }

  private interface FragmentAction {
    void accept(FragmentMetadata metadata, int fragment, int transaction);
  }
}
