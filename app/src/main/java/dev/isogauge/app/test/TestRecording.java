package dev.isogauge.app.test;

import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.format.LoadedHistory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the run of a test left behind.
 *
 * @param file the history to check
 * @param learnt what else was learnt: from the database, or by checking online
 * @param faults how servers failed during the run
 * @param trouble what was wrong with that, since the verdict alone does not show how it went
 */
record TestRecording(
    RunSummary summary,
    Path file,
    Optional<String> learnt,
    FaultRecord faults,
    Optional<String> trouble) {

  static TestRecording plain(RunSummary summary, Path history) {
    return new TestRecording(
        summary, history, Optional.empty(), FaultRecord.NONE, Optional.empty());
  }

  /** The same of a run during which servers failed. */
  static TestRecording disturbed(RunSummary summary, Path history, FaultRecord faults) {
    return new TestRecording(
        summary, history, Optional.of(faults.text()), faults, faults.trouble());
  }

  /** The history read, with what else was learnt among the remarks, so that a page shows it. */
  LoadedHistory remarkedOn(LoadedHistory loaded) {
    List<String> remarks = new ArrayList<>(loaded.remarks());
    learnt.ifPresent(text -> text.lines().map(String::strip).forEach(remarks::add));
    return new LoadedHistory(
        loaded.history(), loaded.format(), loaded.readNanos(), loaded.indexNanos(), remarks);
  }
}
