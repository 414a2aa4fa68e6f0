package dev.isogauge.app.trial;

import dev.isogauge.collect.run.RunSummary;
import java.util.Optional;

/**
 * How a test ended.
 *
 * @param code the exit code
 * @param broken when a level that is judged broke, if one did
 */
record TrialOutcome(int code, RunSummary summary, Optional<BreakingPoint> broken) {}
