package dev.isogauge.benchmarks;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Cuts a history of registers into batches in the order of commits, as a database would send it.
 */
final class Batches {
  private Batches() {}

  /** The transactions in the order of commits. */
  static int[] byCommit(History history) {
    return IntStream.range(0, history.transactionCount())
        .boxed()
        .sorted(
            Comparator.comparingLong(history::commitTimestamp)
                .thenComparingLong(history::commitLogical))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  static List<RawBlock> of(History history, int size) {
    int[] order = byCommit(history);
    List<RawBlock> batches = new ArrayList<>();
    for (int from = 0; from < order.length; from += size) {
      RawBlock block = new RawBlock();
      for (int i = from; i < Math.min(order.length, from + size); i++) {
        add(history, order[i], i - from, block);
      }
      batches.add(block);
    }
    return batches;
  }

  static void add(History history, int t, int line, RawBlock block) {
    int session = history.sessionOf(t);
    block.transaction(history.sessionAtom(session), history.nameAtom(t), history.outcome(t), line);
    block.timestamps(history.startTimestamp(t), history.commitTimestamp(t));
    block.logicalTimes(history.startLogical(t), history.commitLogical(t));
    block.number(t - history.firstTransaction(session) + 1L);
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      long key = history.keyAtom(history.keyOf(i));
      if (history.isWrite(i)) {
        block.write(key, history.valueOf(i));
      } else {
        block.read(key, history.valueOf(i));
      }
    }
  }
}
