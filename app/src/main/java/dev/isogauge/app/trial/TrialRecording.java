package dev.isogauge.app.trial;

import dev.isogauge.collect.run.RunSummary;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the run of a test left behind.
 *
 * @param file the history to check
 * @param learnt what else was learnt: from the database, or by checking online
 * @param trouble what was wrong with that, since the verdict alone does not show how it went
 */
record TrialRecording(
    RunSummary summary, Path file, Optional<String> learnt, Optional<String> trouble) {

  static TrialRecording plain(RunSummary summary, Path history) {
    return new TrialRecording(summary, history, Optional.empty(), Optional.empty());
  }
}
