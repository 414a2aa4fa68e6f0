package dev.isogauge.explain;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import java.util.List;

/**
 * Says what a transaction changes that arrived after verdicts had become final. It needs no
 * history, like {@link TimestampStory}.
 */
public final class LateStory {
  private final TimestampFinding finding;
  private final TimestampedTransaction late;

  /**
   * The story of one transaction and one finding.
   *
   * @param finding what had become final and does not hold any more
   * @param late the transaction that arrived then
   */
  public LateStory(TimestampFinding finding, TimestampedTransaction late) {
    this.finding = finding;
    this.late = late;
  }

  /** The kind and what happened, in one clause. */
  public String title() {
    return AnomalyKind.LATE_TRANSACTION.title() + ": " + summary();
  }

  /** What happened. */
  public String summary() {
    return name(late) + " arrived after a verdict on " + name(finding.transaction()) + " was final";
  }

  /** The story, in order. */
  public List<String> sentences() {
    return List.of(
        "Without " + name(late) + " this became final: " + TimestampStory.sentence(finding),
        String.format(
            "Then %s arrived (start %s, commit %s).", name(late), late.start(), late.commit()),
        "With it the finding does not hold, so it was withdrawn: "
            + name(late)
            + " took longer than the delay to arrive.");
  }

  private static String name(TimestampedTransaction transaction) {
    return Names.named(transaction.name());
  }
}
