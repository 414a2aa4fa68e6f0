package dev.isogauge.verdict;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The answer to whether a history satisfies a level, with its evidence. */
public sealed interface Verdict {

  /** Findings that stand beside the verdict and do not decide it. */
  List<Anomaly> notes();

  /** The level holds. */
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

    /** Counts all findings, and keeps the first of each kind. */
    public static Violated of(
        List<Anomaly> findings, int most, Optional<String> incomplete, List<Anomaly> notes) {
      AnomalyTally tally = new AnomalyTally(most);
      findings.forEach(tally::add);
      return tally.violated(incomplete, notes);
    }
  }

  /** It could not be decided; the reason says why and, where that helps, what to do. */
  record Unknown(String reason, List<Anomaly> notes) implements Verdict {
    public Unknown {
      notes = List.copyOf(notes);
    }
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
    return new Unknown(((Unknown) this).reason(), all);
  }

  /** The word for the verdict in reports: satisfied, violated or unknown. */
  default String word() {
    if (this instanceof Satisfied) {
      return "satisfied";
    }
    return this instanceof Violated ? "violated" : "unknown";
  }
}
