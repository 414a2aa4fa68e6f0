package dev.isogauge.collect.run;

import dev.isogauge.collect.Level;
import dev.isogauge.collect.workload.Parameters;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.level.IsolationLevel;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What to run.
 *
 * @param transactions how many transactions to try, aborted ones included; the run ends then, or
 *     when the time is over
 * @param duration how long to go on
 */
public record RunPlan(
    Workload workload,
    Parameters parameters,
    Level level,
    long transactions,
    Duration duration,
    long seed) {

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
    about.put("keys", (long) parameters.keys());
    if (workload.keysRetire()) {
      about.put("writesPerKey", (long) parameters.writesPerKey());
    }
    about.put("distribution", parameters.distribution().toString());
    about.put("durationMillis", duration.toMillis());
    about.put("seed", seed);
    return about;
  }
}
