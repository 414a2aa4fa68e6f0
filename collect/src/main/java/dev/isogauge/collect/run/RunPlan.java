package dev.isogauge.collect.run;

import dev.isogauge.collect.Level;
import dev.isogauge.collect.workload.Parameters;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.level.IsolationLevel;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What to run.
 *
 * @param level of all sessions, or several in one, see {@link Level#mixed}
 * @param turns the levels that sessions have in turn; none if all have the same
 * @param transactions how many transactions to try, aborted ones included; the run ends then, or
 *     when the time is over
 * @param duration how long to go on at most
 * @param enough what ends it earlier; empty if nothing does
 */
public record RunPlan(
    Workload workload,
    Parameters parameters,
    Level level,
    List<Level> turns,
    long transactions,
    Duration duration,
    Optional<Enough> enough,
    long seed) {
  public RunPlan {
    turns = List.copyOf(turns);
  }

  /** A run that nothing but its end ends. */
  public RunPlan(
      Workload workload,
      Parameters parameters,
      Level level,
      long transactions,
      Duration duration,
      long seed) {
    this(workload, parameters, level, List.of(), transactions, duration, Optional.empty(), seed);
  }

  /** The level of the session of this number, from 0. */
  Level levelOf(int session) {
    return turns.isEmpty() ? level : turns.get(session % turns.size());
  }

  /** The same with another seed. */
  public RunPlan withSeed(long other) {
    return new RunPlan(workload, parameters, level, turns, transactions, duration, enough, other);
  }

  /**
   * What the level promises to such a workload: to single operations strict serializability is
   * linearizability.
   */
  public Set<IsolationLevel> claims() {
    Set<IsolationLevel> claims = EnumSet.copyOf(level.claims());
    if (workload == Workload.LIGHTWEIGHT
        && claims.contains(IsolationLevel.STRICT_SERIALIZABILITY)) {
      claims.add(IsolationLevel.LINEARIZABILITY);
    }
    return claims;
  }

  /** What the recording says about the run, so that it can be repeated. */
  public Map<String, Object> about() {
    Map<String, Object> about = new TreeMap<>();
    about.put("workload", workload.id());
    about.put("isolation", level.name());
    about.put("sessions", (long) parameters.sessions());
    about.put("operations", (long) parameters.operations());
    about.put("readRatio", Double.toString(parameters.readRatio()));
    if (workload == Workload.GENERAL) {
      about.put("rmwRatio", Double.toString(parameters.readModifyWriteRatio()));
    }
    if (workload.hasConditions()) {
      about.put("predicateRatio", Double.toString(parameters.predicateRatio()));
    }
    if (workload.isApplication()) {
      about.put("scale", (long) parameters.scale());
    }
    about.put("keys", (long) parameters.keys());
    if (workload.keysRetire()) {
      about.put("writesPerKey", (long) parameters.writesPerKey());
    }
    about.put("distribution", parameters.distribution().toString());
    about.put("durationMillis", duration.toMillis());
    enough.ifPresent(
        goal -> {
          about.put("enoughTransactions", goal.transactions());
          about.put("enoughChances", goal.chances());
        });
    about.put("seed", seed);
    return about;
  }
}
