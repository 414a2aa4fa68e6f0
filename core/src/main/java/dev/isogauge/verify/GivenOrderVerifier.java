package dev.isogauge.verify;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.verdict.Witness;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether a run writes versions in the order that was recorded. */
final class GivenOrderVerifier {
  /** A version by its key and value, and by its writer's name where that is asked for. */
  private record Label(long key, long value, long writer) {}

  private GivenOrderVerifier() {}

  static Optional<String> refute(History history, Witness witness) {
    int[] place = places(history, witness);
    Map<Label, Integer> writers = writers(history);
    for (VersionOrder order : history.versionOrders()) {
      int before = -1;
      for (VersionOrder.Version version : order.versions()) {
        Integer writer = writers.get(new Label(order.key(), version.value(), version.writer()));
        if (writer != null && version.isClear()) {
          if (before >= 0 && place[writer] < place[before]) {
            return Optional.of(
                history.transactionName(writer)
                    + " comes before "
                    + history.transactionName(before)
                    + ", against the order of versions");
          }
          before = writer;
        }
      }
    }
    return Optional.empty();
  }

  private static int[] places(History history, Witness witness) {
    int[] place = new int[history.transactionCount()];
    int next = 0;
    if (witness instanceof Witness.SerialOrder order) {
      for (int t : order.transactions()) {
        place[t] = next++;
      }
    } else if (witness instanceof Witness.StartsAndCommits run) {
      for (int event : run.events()) {
        if (event < 0) {
          place[-1 - event] = next++;
        }
      }
    }
    return place;
  }

  /** By version, its writer, where only one counts. */
  private static Map<Label, Integer> writers(History history) {
    Map<Label, Integer> writers = new HashMap<>();
    Set<Label> ambiguous = new HashSet<>();
    for (int i = 0; i < history.operationCount(); i++) {
      int t = history.transactionOf(i);
      if (history.counts(t) && history.isFinalWrite(i)) {
        long key = history.keyAtom(history.keyOf(i));
        for (long name : new long[] {Atoms.NO_NAME, history.nameAtom(t)}) {
          Label label = new Label(key, history.valueOf(i), name);
          Integer other = writers.put(label, t);
          if (other != null && other != t) {
            ambiguous.add(label);
          }
        }
      }
    }
    writers.keySet().removeAll(ambiguous);
    return writers;
  }
}
