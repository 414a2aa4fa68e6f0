package dev.isogauge.app.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.fault.Durability;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.LoadedHistory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialRecordingTest {
  /** Pages and JSON show the remarks of a history. */
  @Test
  void whatFaultsDidIsAmongTheRemarks() throws Exception {
    FaultRecord faults =
        new FaultRecord(
            List.of(),
            List.of(),
            Optional.of(
                new Durability(
                    7,
                    List.of("node1", "node2"),
                    List.of(
                        new Durability.Lost("node1", "s1.4", true, 3, 9),
                        new Durability.Lost("node2", "s1.4", true, 3, 9)))),
            Optional.empty());
    TrialRecording recording =
        TrialRecording.disturbed(
            new RunSummary(
                4, 0, 0, Duration.ZERO, Optional.empty(), Optional.empty(), Optional.empty()),
            Path.of("history.jsonl"),
            faults);
    LoadedHistory read =
        new LoadedHistory(
            IsogaugeText.parse("s: w(x,1)"), HistoryFormat.ISOGAUGE, 1, 2, List.of("before"));

    assertThat(recording.remarkedOn(read).remarks())
        .containsExactly(
            "before",
            "Faults: none; run.json has their times.",
            "Durability: of 7 acknowledged writes, 1 LOST:",
            "s1.4 appended 9 to list 3, and was committed; missing on node1",
            "s1.4 appended 9 to list 3, and was committed; missing on node2");
  }

  @Test
  void aServerThatStaysAwayIsWhyNothingWasLookedFor() {
    FaultRecord away =
        new FaultRecord(
            List.of(), List.of(), Optional.empty(), Optional.of("node2 does not start again"));
    assertThat(away.text())
        .endsWith("Durability: not looked at; node2 does not start again.")
        .doesNotContain("workloads");
    assertThat(FaultRecord.NONE.text()).endsWith("workloads that delete nothing show it.");
  }
}
