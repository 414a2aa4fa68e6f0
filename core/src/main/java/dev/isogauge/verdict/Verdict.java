package dev.isogauge.verdict;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answer to whether a history satisfies a level, with its evidence.
 *
 * <pre>{@code
 * Verdict verdict = Checks.check(history, IsolationLevel.SERIALIZABILITY);
 * if (verdict instanceof Verdict.Violated violated) {
 *   Explainer explainer = new Explainer(history);
 *   violated.anomalies().forEach(anomaly -> System.out.print(explainer.explain(anomaly).text()));
 * } else if (verdict instanceof Verdict.Unknown unknown) {
 *   System.out.println("undecided: " + unknown.reason());
 * }
 * }</pre>
 */
public sealed interface Verdict {

  /** Findings beside the verdict, which do not decide it. */
  List<Anomaly> notes();

  /**
   * The level holds.
   *
   * @param witness the proof, which {@code verify} can check without the checker
   */
  record Satisfied(Witness witness, List<Anomaly> notes) implements Verdict {
    public Satisfied {
      notes = List.copyOf(notes);
    }
  }

  /**
   * The level does not hold.
   *
   * @param anomalies the findings, at most as many as the limits allow
   * @param counts how many findings of each kind there are, also beyond the limit
   * @param incomplete why the search for further anomalies stopped early, if it did
   */
  record Violated(
      List<Anomaly> anomalies,
      Map<AnomalyKind, Long> counts,
      Optional<String> incomplete,
      List<Anomaly> notes)
      implements Verdict {
    public Violated {
      anomalies = List.copyOf(anomalies);
      counts = Map.copyOf(counts);
      notes = List.copyOf(notes);
    }
  }

  /**
   * It could not be decided.
   *
   * @param reason why, in words, and where that helps what to record
   * @param cause the same for programs
   */
  record Unknown(String reason, Cause cause, List<Anomaly> notes) implements Verdict {
    public Unknown {
      notes = List.copyOf(notes);
    }

    /** What the history records does not decide it. */
    public Unknown(String reason, List<Anomaly> notes) {
      this(reason, Cause.HISTORY, notes);
    }

    /** A check for which the heap of the JVM is too small. */
    public static Unknown outOfHeap() {
      return new Unknown(
          "not enough memory (the heap may grow to "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MB)",
          Cause.HEAP,
          List.of());
    }

    /** The same with another reason. */
    public Unknown withReason(String newReason) {
      return new Unknown(newReason, cause, notes);
    }
  }

  /** What stood in the way of a verdict, and so what to change. */
  enum Cause {
    /** The history does not record enough; the reason says what to record. */
    HISTORY,
    /** The order that the question names does not decide this level: name another. */
    ORDER,
    /** The question is about recorded orders of versions, and there are none: give some. */
    VERSION_ORDER,
    /** Time ran out: allow more by {@link Limits#withTimeout}. */
    TIME,
    /** The cap on memory was reached: allow more by {@link Limits#withMemoryBytes}. */
    MEMORY,
    /** The heap of the JVM is full: start it with a larger one. */
    HEAP
  }

  /** The same with further notes. */
  default Verdict withNotes(List<Anomaly> more) {
    List<Anomaly> all = new ArrayList<>(notes());
    all.addAll(more);
    if (this instanceof Satisfied satisfied) {
      return new Satisfied(satisfied.witness(), all);
    } else if (this instanceof Violated violated) {
      return new Violated(violated.anomalies(), violated.counts(), violated.incomplete(), all);
    }
    Unknown unknown = (Unknown) this;
    return new Unknown(unknown.reason(), unknown.cause(), all);
  }

  /** The word for the verdict in reports: satisfied, violated or unknown. */
  default String word() {
    if (this instanceof Satisfied) {
      return "satisfied";
    }
    return this instanceof Violated ? "violated" : "unknown";
  }
}
