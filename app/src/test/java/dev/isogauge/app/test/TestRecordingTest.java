package dev.isogauge.app.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.fault.Durability;
import dev.isogauge.collect.fault.MadeFault;
import dev.isogauge.collect.fault.PlannedFault;
import dev.isogauge.collect.record.Contention;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.LoadedHistory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestRecordingTest {
  /** Pages and JSON show the remarks of a history. */
  @Test
  void whatFaultsDidIsAmongTheRemarks() throws Exception {
    FaultRecord faults =
        new FaultRecord(
            List.of(),
            List.of(),
            Map.of(),
            Optional.of(
                new Durability(
                    7,
                    List.of("node1", "node2"),
                    Map.of(),
                    0,
                    List.of(
                        new Durability.Lost("node1", "s1.4", true, 3, 9),
                        new Durability.Lost("node2", "s1.4", true, 3, 9)))),
            Optional.empty());
    TestRecording recording =
        TestRecording.disturbed(
            new RunSummary(
                4,
                0,
                0,
                Duration.ZERO,
                Contention.NONE,
                Map.of(),
                0,
                Duration.ZERO,
                Duration.ZERO,
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
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
  void saysWhyNothingWasLookedFor() {
    FaultRecord silent =
        new FaultRecord(
            List.of(), List.of(), Map.of(), Optional.empty(), Optional.of("no server answers"));
    assertThat(silent.text())
        .endsWith("Durability: not checked; no server answers.")
        .doesNotContain("workloads");
    assertThat(FaultRecord.NONE.text()).endsWith("workloads that delete nothing show it.");
  }

  /** The other servers are asked all the same. */
  @Test
  void aServerThatStaysAwayIsNamed() {
    PlannedFault restart =
        new PlannedFault(FaultKind.RESTART, 1, Duration.ZERO, Duration.ofSeconds(1), 0);
    FaultRecord away =
        new FaultRecord(
            List.of(restart),
            List.of(new MadeFault(restart, "node2", 1, 0, true)),
            Map.of("node2", "it finds no majority"),
            Optional.of(
                new Durability(
                    7,
                    List.of("node1", "node2", "node3"),
                    Map.of("node2", "node2 did not answer (it finds no majority)"),
                    1,
                    List.of())),
            Optional.empty());
    assertThat(away.text())
        .isEqualTo(
            """
            Faults: 1 restart; run.json has their times.
            1 restart ended by SIGKILL: the server had not ended 60 s after it was told to.
            node2 did NOT come back within 120 s after the last fault: it finds no majority
            Durability: 7 acknowledged writes looked for at the end, none was missing.
              node2 did not answer (it finds no majority)
              no server showed 1 of the lists or items, so that nothing is known of these""");
    assertThat(away.leavesOpen()).isTrue();
  }
}
