package dev.isogauge.check;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryCopy;
import dev.isogauge.versions.ListAppends;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * A history without faults that are known and accepted: reads that are wrong by themselves become
 * reads with unknown results, so that verdicts and evidence rest on the others.
 *
 * @param history the history that is left, with the same transactions and operations
 * @param leftOut how many reads of each kind were left out
 */
public record Tolerance(History history, Map<AnomalyKind, Integer> leftOut) {
  /** Copies the counts. */
  public Tolerance {
    leftOut = Map.copyOf(leftOut);
  }

  /** What can be tolerated: faults of single reads. */
  public static Set<AnomalyKind> kinds() {
    return EnumSet.of(
        AnomalyKind.THIN_AIR_READ,
        AnomalyKind.ABORTED_READ,
        AnomalyKind.FUTURE_READ,
        AnomalyKind.NOT_MY_OWN_WRITE,
        AnomalyKind.NOT_MY_LAST_WRITE,
        AnomalyKind.INTERMEDIATE_READ,
        AnomalyKind.DUPLICATE_ELEMENT);
  }

  /**
   * Leaves faults out.
   *
   * @param tolerated the kinds of these faults
   */
  public static Tolerance of(History history, Set<AnomalyKind> tolerated) {
    BitSet reads = new BitSet();
    Map<AnomalyKind, Integer> counts = new EnumMap<>(AnomalyKind.class);
    if (!tolerated.isEmpty()) {
      Anomaly.forEachFaultyRead(
          history,
          read -> add(AnomalyKind.of(history.readStatus(read)), read, tolerated, reads, counts));
    }
    if (!tolerated.isEmpty() && history.hasLists()) {
      for (Anomaly found : ListAppends.ORDER.versions(history, () -> {}).findings()) {
        found
            .find(Role.READER)
            .ifPresent(fault -> add(found.kind(), fault.operation(), tolerated, reads, counts));
      }
    }
    return new Tolerance(reads.isEmpty() ? history : without(history, reads), counts);
  }

  private static void add(
      AnomalyKind kind,
      int read,
      Set<AnomalyKind> tolerated,
      BitSet reads,
      Map<AnomalyKind, Integer> counts) {
    if (tolerated.contains(kind)) {
      reads.set(read);
      counts.merge(kind, 1, Integer::sum);
    }
  }

  private static History without(History history, BitSet results) {
    return new HistoryCopy(history)
        .of(
            new HistoryCopy.Choice() {
              @Override
              public boolean result(int read) {
                return !results.get(read);
              }

              @Override
              public boolean keepsNumbers() {
                return true;
              }
            });
  }
}
