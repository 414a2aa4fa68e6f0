package dev.isogauge.collect.litmus;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Plan;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * One schedule, run in a lane and judged by what its level claims and nothing else: what a search
 * does very often.
 *
 * @param schedule as it was run, retries included
 * @param waited whether a step had to wait for another session
 * @param claims how the history stands to the claims
 */
public record Trial(Schedule schedule, boolean waited, Claims claims) {
  /**
   * What the checkers say about the levels that are claimed.
   *
   * @param broken those that the history violates; phantoms do not break PL-2.99
   * @param kinds by which anomalies
   * @param undecided whether a claim is neither violated nor satisfied
   */
  public record Claims(Set<IsolationLevel> broken, Set<AnomalyKind> kinds, boolean undecided) {
    public Claims {
      broken = Set.copyOf(broken);
      kinds = Set.copyOf(kinds);
    }

    /** Whether the database did not keep what its level claims. */
    public boolean areBroken() {
      return !broken.isEmpty();
    }
  }

  /**
   * Runs a schedule. The levels that databases with SQL claim do not ask for real time.
   *
   * @param known what was found for histories so far, by their text
   */
  public static Trial of(
      Lane lane, Schedule schedule, LitmusSettings settings, Map<String, Claims> known)
      throws DatabaseException, InterruptedException {
    ScheduleRun run = ScheduleRunner.run(lane, schedule, settings);
    String history = HistoryText.bare(run, true);
    Claims claims = known.get(history);
    if (claims == null) {
      claims = judge(history, lane.level().claims());
      if (claims.broken().contains(IsolationLevel.PL_2_99)) {
        // A level that claims no more may show phantoms.
        claims = judge(HistoryText.bare(run, false), lane.level().claims());
      }
      known.put(history, claims);
    }
    return new Trial(run.schedule(), run.wasBlocked(), claims);
  }

  private static Claims judge(String text, Set<IsolationLevel> claimed) {
    History history;
    try {
      history = IsogaugeText.parse(text);
    } catch (InputException e) {
      throw new IllegalStateException("a recorded history cannot be read: " + text, e);
    }
    Set<IsolationLevel> broken = EnumSet.noneOf(IsolationLevel.class);
    Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);
    boolean undecided = false;
    Plan plan = Plan.of(history);
    for (IsolationLevel level : claimed) {
      Verdict verdict = plan.route(plan.question(level)).check(Limits.DEFAULT);
      if (verdict instanceof Verdict.Violated violated) {
        broken.add(level);
        violated.anomalies().stream()
            .map(Anomaly::kind)
            .filter(kind -> !kind.violates().isEmpty())
            .forEach(kinds::add);
      } else {
        undecided |= verdict instanceof Verdict.Unknown;
      }
    }
    return new Claims(broken, kinds, undecided);
  }
}
