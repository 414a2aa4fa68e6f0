package dev.isogauge.app;

import dev.isogauge.collect.run.RunSummary;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the run of a test left behind.
 *
 * @param file the history to check
 * @param learnt what was learnt beside: from the database, or by checking online
 * @param unrecovered why the database did not tell the order of versions, if it was asked
 */
record TestRecording(
    RunSummary summary, Path file, Optional<String> learnt, Optional<String> unrecovered) {

  static TestRecording plain(RunSummary summary, Path history) {
    return new TestRecording(summary, history, Optional.empty(), Optional.empty());
  }

  static TestRecording learnt(RunSummary summary, Path file, String learnt) {
    return new TestRecording(summary, file, Optional.of(learnt), Optional.empty());
  }

  static TestRecording unrecovered(RunSummary summary, Path history, String why) {
    return new TestRecording(summary, history, Optional.empty(), Optional.of(why));
  }
}
