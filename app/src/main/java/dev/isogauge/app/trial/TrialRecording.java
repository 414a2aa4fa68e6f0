package dev.isogauge.app.trial;

import dev.isogauge.collect.run.RunSummary;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the run of a test left behind.
 *
 * @param file the history to check
 * @param learnt what else was learnt: from the database, or by checking online
 * @param faults how servers failed during the run
 * @param trouble what was wrong with that, since the verdict alone does not show how it went
 */
record TrialRecording(
    RunSummary summary,
    Path file,
    Optional<String> learnt,
    FaultRecord faults,
    Optional<String> trouble) {

  static TrialRecording plain(RunSummary summary, Path history) {
    return new TrialRecording(
        summary, history, Optional.empty(), FaultRecord.NONE, Optional.empty());
  }

  /** The same of a run during which servers failed. */
  static TrialRecording disturbed(RunSummary summary, Path history, FaultRecord faults) {
    return new TrialRecording(
        summary, history, Optional.of(faults.text()), faults, faults.trouble());
  }
}
