package dev.isogauge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.benchmarks.LinePlot.Point;
import dev.isogauge.benchmarks.LinePlot.Series;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.WorkloadSpec;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Figures of papers can be repeated; nothing here measures one. */
class PaperFiguresTest {
  @ParameterizedTest
  @EnumSource
  void formatsExpressWhatIsGenerated(PaperSystem system) throws Exception {
    assertThat(system.figures()).isNotEmpty();
    for (PaperFigure figure : system.figures()) {
      if (figure instanceof CheckSweep sweep) {
        for (CheckSweep.Value value : sweep.values()) {
          for (CheckSweep.Way way : sweep.ways()) {
            WorkloadSpec workload = way.change().apply(value.workload()).withTransactions(20);
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            way.format().write(HistoryGenerator.generate(workload), written);
            assertThat(written.size()).as("%s: %s", sweep.caption(), value.label()).isPositive();
          }
        }
      }
    }
  }

  @Test
  void plotsWhatWasMeasured() {
    LinePlot plot =
        new LinePlot(
            "A < B",
            "transactions",
            "seconds",
            List.of(),
            List.of(
                new Series("ours", false, List.of(new Point(100, 0.2), new Point(1e5, Double.NaN))),
                Series.published("theirs", 1e5, 12),
                new Series("too long", false, List.of(new Point(100, Double.NaN)))));
    assertThat(plot.svg())
        .contains("A &lt; B", "ours", "class=\"curve c1 published\"", ">100k<")
        .doesNotContain("too long", "NaN")
        .satisfies(svg -> assertThat(svg.split("<circle", -1)).hasSize(3));
  }
}
