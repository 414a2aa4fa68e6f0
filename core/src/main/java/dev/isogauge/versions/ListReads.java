package dev.isogauge.versions;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;

/** What reads show by themselves, those of lists above all. */
public final class ListReads {
  private ListReads() {}

  /** What is wrong with single reads of transactions that count. */
  public static List<Anomaly> faults(History history, Runnable checkTime) {
    List<Anomaly> found = new ArrayList<>();
    Anomaly.forEachFaultyRead(history, i -> found.add(Anomaly.ofFaultyRead(history, i)));
    if (history.hasLists()) {
      found.addAll(ListAppends.ORDER.versions(history, checkTime).findings());
    }
    return found;
  }

  /** Transactions that saw two versions of a list, one finding for each list. */
  public static List<Anomaly> nonRepeatable(History history, Versions versions) {
    List<Anomaly> found = new ArrayList<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      Int2IntOpenHashMap first = new Int2IntOpenHashMap();
      first.defaultReturnValue(History.NONE);
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (history.isListRead(i) && versions.seen(i) != Versions.LEFT_OUT) {
          int earlier = first.get(history.keyOf(i));
          if (earlier < 0) {
            first.put(history.keyOf(i), i);
          } else if (earlier < Integer.MAX_VALUE && versions.seen(earlier) != versions.seen(i)) {
            found.add(Anomaly.ofRepeatedRead(history, earlier, i));
            first.put(history.keyOf(i), Integer.MAX_VALUE);
          }
        }
      }
    }
    return found;
  }

  /** Whether some transaction reads a list twice. */
  public static boolean areTwice(History history) {
    for (int t = 0; t < history.transactionCount(); t++) {
      IntOpenHashSet keys = new IntOpenHashSet();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.counts(t) && history.isListRead(i) && !keys.add(history.keyOf(i))) {
          return true;
        }
      }
    }
    return false;
  }
}
