package dev.isogauge.oracle.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.check.blackbox.UnguardedSearch;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explainer;
import dev.isogauge.explain.Explanation;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Compares the black-box checker with trying all runs: the verdict, the run that proves it, and
 * what shows that there is none. Counts what it compared; for several threads.
 */
final class RunComparison {
  private final AtomicLong satisfied = new AtomicLong();
  private final AtomicLong violated = new AtomicLong();
  private final AtomicLong cores = new AtomicLong();
  private final AtomicLong untold = new AtomicLong();

  long asked() {
    return satisfied.get() + violated.get();
  }

  long satisfied() {
    return satisfied.get();
  }

  /** Arguments by cases that stop before all cases are told. */
  long untold() {
    return untold.get();
  }

  @Override
  public String toString() {
    return "%,d questions, %,d satisfied, %,d violated, %,d of them by cases"
        .formatted(asked(), satisfied.get(), violated.get(), cores.get());
  }

  /** Whether the level holds. */
  boolean agree(History history, Constraints constraints, Supplier<String> text) {
    Supplier<String> what = () -> constraints + "\n" + text.get();
    AllRuns runs =
        new AllRuns(
            history, constraints.level(), constraints.sessions(), constraints.versionOrders());
    boolean holds = runs.exists();
    Verdict verdict = UnguardedSearch.verdict(history, constraints);
    assertThat(verdict.word()).as(what).isEqualTo(holds ? "satisfied" : "violated");
    if (verdict instanceof Verdict.Satisfied proof) {
      satisfied.incrementAndGet();
      assertThat(runs.accepts(events(proof.witness()))).as(what).isTrue();
      BlackBoxEvidence.verify(history, constraints, proof.witness(), what);
    } else if (verdict instanceof Verdict.Violated found) {
      violated.incrementAndGet();
      assertThat(found.anomalies()).as(what).isNotEmpty();
      assertThat(found.incomplete()).as(what).isEmpty();
      for (Anomaly anomaly : found.anomalies()) {
        confirm(history, constraints, anomaly, what);
      }
    }
    return holds;
  }

  static List<Integer> events(Witness witness) {
    return IntStream.range(0, witness.size())
        .mapToObj(
            place ->
                witness.isStart(place) ? witness.transaction(place) : ~witness.transaction(place))
        .toList();
  }

  private void confirm(
      History history, Constraints constraints, Anomaly anomaly, Supplier<String> what) {
    Explanation explanation = new Explainer(history).explain(anomaly);
    Supplier<String> story = () -> what.get() + "\n" + explanation.text();
    assertThat(explanation.sentences()).as(what).isNotEmpty();
    assertThat(Evidence.of(history, anomaly).transactions()).as(what).isNotEmpty();
    if (Shapes.of(anomaly) instanceof Shapes.FaultyRead fault) {
      confirmFault(history, fault, story);
    } else if (Shapes.of(anomaly) instanceof Shapes.NoOrder core) {
      cores.incrementAndGet();
      confirmCore(history, constraints, core.operations(), story);
    }
    untold.addAndGet(BlackBoxEvidence.confirm(history, constraints, anomaly, story));
  }

  /** No order at all would let the read see what it saw. */
  private static void confirmFault(
      History history, Shapes.FaultyRead fault, Supplier<String> what) {
    boolean explained =
        new AllRuns(
                history,
                IsolationLevel.SERIALIZABILITY,
                false,
                false,
                operation -> operation == fault.read() || history.isWrite(operation))
            .exists();
    assertThat(explained).as(what).isFalse();
  }

  /** A core violates the level, and nothing is left of that without any one of its operations. */
  private static void confirmCore(
      History history, Constraints constraints, List<Integer> core, Supplier<String> what) {
    assertThat(hasRun(history, constraints, new HashSet<>(core))).as(what).isFalse();
    for (int operation : core) {
      Set<Integer> without = new HashSet<>(core);
      without.remove(operation);
      without.removeIf(other -> isReadOf(history, other, operation));
      assertThat(hasRun(history, constraints, without)).as(what).isTrue();
    }
  }

  /** To leave out a write is to leave out the reads that may be of it. */
  private static boolean isReadOf(History history, int read, int write) {
    return history.isWrite(write)
        && !history.isWrite(read)
        && history.keyOf(read) == history.keyOf(write)
        && history.valueOf(read) == history.valueOf(write);
  }

  private static boolean hasRun(History history, Constraints constraints, Set<Integer> kept) {
    return new AllRuns(
            history,
            constraints.level(),
            constraints.sessions(),
            constraints.versionOrders(),
            kept::contains)
        .exists();
  }
}
