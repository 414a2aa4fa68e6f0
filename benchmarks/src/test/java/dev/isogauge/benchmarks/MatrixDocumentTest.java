package dev.isogauge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.chance.ChanceKind;
import dev.isogauge.chance.Chances;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MatrixDocumentTest {
  private static final MatrixRow ROW =
      new MatrixRow(
          "h2:2.1.214",
          "H2 <2.1>",
          "SERIALIZABLE",
          "serializability",
          Collections.nCopies(
              MatrixColumn.values().length,
              new MatrixCell(MatrixCell.State.HAPPENED, true, "g0 possible (!)")),
          "mini 2 of 3",
          "");

  @Test
  void aRowIsReadAsItWasWritten() {
    assertThat(MatrixRow.parse(ROW.toString())).isEqualTo(ROW);
  }

  @Test
  void thePageShowsWhatHappenedWithItsEvidence() {
    assertThat(MatrixDocument.of(List.of(ROW), List.of("how")))
        .contains("H2 &lt;2.1&gt;")
        .contains("class=\"c happened broken\" title=\"happened: g0 possible (!)\">X!</td>")
        .contains("Random runs that broke it: mini 2 of 3.");
  }

  @Test
  void chancesDecideWhereNoScheduleRan() {
    assertThat(MatrixRun.cell(MatrixColumn.LOST_UPDATE, Map.of(), Map.of()).state())
        .isEqualTo(MatrixCell.State.NO_CHANCE);
    assertThat(
            MatrixRun.cell(
                MatrixColumn.LOST_UPDATE,
                Map.of(),
                Map.of(ChanceKind.LOST_UPDATE, new Chances.Count(9, 0, 4))))
        .isEqualTo(
            new MatrixCell(MatrixCell.State.ABORTED, false, "9 chances, 0 happened, 4 aborted"));
  }
}
