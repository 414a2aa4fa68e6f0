package dev.isogauge.check;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryCopy;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.ListReads;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A history without what is known and accepted: the reads that tolerated findings rest on become
 * reads with unknown results, so that verdicts and evidence rest on the others.
 *
 * <ol>
 *   <li>Leave out reads that are wrong by themselves.
 *   <li>Judge what is left, and leave out the reads of the tolerated findings among what is found;
 *       again, until there are none. Each time is a whole check.
 * </ol>
 *
 * <p>Findings that rest on no read, such as a tie of timestamps, are left out of verdicts ({@link
 * #forgiving}) if they contradict a claimed order and nothing else; other ones count.
 *
 * @param history the history that is left, with the same transactions and operations
 * @param leftOut how many reads were left out for findings of each kind
 */
public record Tolerance(History history, Map<AnomalyKind, Integer> leftOut) {
  /** How often to look for what is hidden behind what was left out. */
  private static final int MOST_ROUNDS = 50;

  /** What reads show by themselves, without a check. */
  private static final Set<AnomalyKind> OF_SINGLE_READS =
      EnumSet.of(
          AnomalyKind.THIN_AIR_READ,
          AnomalyKind.ABORTED_READ,
          AnomalyKind.FUTURE_READ,
          AnomalyKind.NOT_MY_OWN_WRITE,
          AnomalyKind.NOT_MY_LAST_WRITE,
          AnomalyKind.INTERMEDIATE_READ,
          AnomalyKind.DUPLICATE_ELEMENT);

  /** Copies the counts. */
  public Tolerance {
    leftOut = Map.copyOf(leftOut);
  }

  /** What can be tolerated: all that violates a level. */
  public static Set<AnomalyKind> kinds() {
    return Arrays.stream(AnomalyKind.values())
        .filter(kind -> !kind.isNote())
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(AnomalyKind.class)));
  }

  /** Leaves out what reads show by themselves. */
  public static Tolerance of(History history, Set<AnomalyKind> tolerated) {
    return of(history, tolerated, left -> List.of());
  }

  /**
   * Leaves findings out.
   *
   * @param tolerated their kinds
   * @param judge the verdicts on a history
   */
  public static Tolerance of(
      History history, Set<AnomalyKind> tolerated, Function<History, List<Verdict>> judge) {
    LeftOut leftOut = new LeftOut(history, tolerated);
    // Step 1.
    if (!tolerated.isEmpty()) {
      ListReads.faults(history, () -> {}).forEach(leftOut::add);
    }
    // Step 2.
    History left = leftOut.rest();
    for (int round = 0; round < MOST_ROUNDS && leftOut.mayGrow(); round++) {
      int before = leftOut.reads.cardinality();
      for (Verdict verdict : judge.apply(left)) {
        if (verdict instanceof Verdict.Violated violated) {
          violated.anomalies().forEach(leftOut::add);
        }
      }
      if (leftOut.reads.cardinality() == before) {
        break;
      }
      left = leftOut.rest();
    }
    return new Tolerance(left, leftOut.counts);
  }

  /** The verdict without tolerated contradictions of a claimed order, which rest on no read. */
  public static Verdict forgiving(Verdict verdict, Set<AnomalyKind> tolerated) {
    if (!(verdict instanceof Verdict.Violated violated)
        || violated.counts().keySet().stream().noneMatch(kind -> isForgiven(kind, tolerated))) {
      return verdict;
    }
    Map<AnomalyKind, Long> counts = new HashMap<>(violated.counts());
    counts.keySet().removeIf(kind -> isForgiven(kind, tolerated));
    if (counts.isEmpty()) {
      return violated.incomplete().isPresent()
          ? new Verdict.Unknown(violated.incomplete().get(), violated.notes())
          : new Verdict.Satisfied(Witness.recorded(), violated.notes());
    }
    return new Verdict.Violated(
        violated.anomalies().stream().filter(a -> !isForgiven(a.kind(), tolerated)).toList(),
        counts,
        violated.incomplete(),
        violated.notes());
  }

  private static boolean isForgiven(AnomalyKind kind, Set<AnomalyKind> tolerated) {
    return kind.isByClaim() && tolerated.contains(kind);
  }

  /** Reads whose results are left out. */
  private static final class LeftOut {
    private final History history;
    private final Set<AnomalyKind> tolerated;
    private final BitSet reads = new BitSet();
    private final Map<AnomalyKind, Integer> counts = new EnumMap<>(AnomalyKind.class);

    LeftOut(History history, Set<AnomalyKind> tolerated) {
      this.history = history;
      this.tolerated = tolerated;
    }

    /** Whether there can be tolerated findings beside reads that are wrong by themselves. */
    boolean mayGrow() {
      return tolerated.stream().anyMatch(kind -> !OF_SINGLE_READS.contains(kind));
    }

    void add(Anomaly found) {
      if (tolerated.contains(found.kind())) {
        forEachRead(
            found,
            read -> {
              if (!reads.get(read)) {
                reads.set(read);
                counts.merge(found.kind(), 1, Integer::sum);
              }
            });
      }
    }

    /**
     * What a finding rests on: the reads that are wrong in it; else those that its edges rest on;
     * else those of the same keys in the same transactions.
     */
    private void forEachRead(Anomaly found, IntConsumer action) {
      Evidence evidence = Evidence.of(history, found);
      if (found.kind() == AnomalyKind.NO_VERSION_ORDER
          || evidence.operations().stream().anyMatch(this::isRead)) {
        forEachRead(evidence.operations(), action);
      } else if (!evidence.edges().isEmpty()) {
        evidence.edges().forEach(edge -> forEachRead(edge, action));
      } else {
        for (int operation : evidence.operations()) {
          int t = history.transactionOf(operation);
          IntStream.range(history.firstOperation(t), history.endOperation(t))
              .filter(o -> isRead(o) && history.keyOf(o) == history.keyOf(operation))
              .forEach(action);
        }
      }
    }

    private boolean isRead(int operation) {
      return !history.isWrite(operation);
    }

    private void forEachRead(List<Integer> operations, IntConsumer action) {
      operations.stream().filter(this::isRead).forEach(action::accept);
    }

    private static void forEachRead(Edge edge, IntConsumer action) {
      if (edge.relation() == Relation.READ_OVERWRITTEN || edge.relation().showsRead()) {
        action.accept(edge.why().operation());
      }
    }

    History rest() {
      if (reads.isEmpty()) {
        return history;
      }
      return new HistoryCopy(history)
          .of(
              new HistoryCopy.Choice() {
                @Override
                public boolean result(int read) {
                  return !reads.get(read);
                }

                @Override
                public boolean keepsNumbers() {
                  return true;
                }
              });
    }
  }
}
