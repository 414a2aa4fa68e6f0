package dev.isogauge.verify;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether a run is in an order that the history claims. */
final class ClaimedOrders {
  /** A version by its key and value, and by its writer's name where that is asked for. */
  private record Label(long key, long value, long writer) {}

  private final Run run;
  private final History history;

  ClaimedOrders(Run run) {
    this.run = run;
    this.history = run.history;
  }

  /** Commits against the places of transactions in a serial order, or else their timestamps. */
  Optional<String> refuteCommits() {
    int[] order = run.witness.commitOrder();
    boolean bySerial =
        Arrays.stream(order).allMatch(t -> history.serialPosition(t) != RawBlock.NO_NUMBER);
    for (int i = 1; i < order.length; i++) {
      if (isBefore(order[i], order[i - 1], bySerial)) {
        return Optional.of(run.name(order[i]) + " comes too late for the claimed order");
      }
    }
    return Optional.empty();
  }

  private boolean isBefore(int t, int s, boolean bySerial) {
    if (bySerial) {
      return history.serialPosition(t) < history.serialPosition(s);
    }
    long time = history.commitTimestamp(t);
    long other = history.commitTimestamp(s);
    return time < other || (time == other && history.commitLogical(t) < history.commitLogical(s));
  }

  /** Commits against the order of versions that was recorded. */
  Optional<String> refuteVersions() {
    Map<Label, Integer> writers = writers();
    for (VersionOrder order : history.versionOrders()) {
      int before = History.INITIAL;
      for (VersionOrder.Version version : order.versions()) {
        Integer writer = writers.get(new Label(order.key(), version.value(), version.writer()));
        if (writer != null && version.isClear()) {
          if (run.commit(writer) < run.commit(before)) {
            return Optional.of(
                String.format(
                    "%s comes before %s, against the order of versions",
                    run.name(writer), run.name(before)));
          }
          before = writer;
        }
      }
    }
    return Optional.empty();
  }

  /** By version, its writer, where only one counts. */
  private Map<Label, Integer> writers() {
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
