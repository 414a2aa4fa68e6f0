package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DotReportTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void drawsEachAnomalyOnce() throws IOException {
    Report report = new DotReport(out);
    report.file(SampleResults.fractured("a.txt"), true);
    report.failed(new Report.FailedInput("c.txt", "c.txt:1:1: empty"), false);
    report.finish();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            digraph isogauge {
              rankdir=LR;
              node [shape=box];
              subgraph cluster_0 {
                label="a.txt\\nFracturedRead (TAP-k): T3 read x = 1: it saw T2, but not its write of x = 2";
                c0_t0 [label="T1\\nsession s1"];
                c0_t1 [label="T2\\nsession s2"];
                c0_t2 [label="T3\\nsession s3"];
                c0_t0 -> c0_t1 [label="wr\\nx = 1"];
                c0_t0 -> c0_t2 [label="wr\\nx = 1"];
                c0_t1 -> c0_t0 [label="co\\nx", style=dashed, color=red];
                c0_t1 -> c0_t2 [label="wr\\ny = 2"];
              }
              // c.txt:1:1: empty
            }
            """);
  }

  @Test
  void escapesLabels() throws IOException {
    Report report = new DotReport(out);
    report.file(SampleResults.hostile(), false);
    report.failed(new Report.FailedInput(SampleResults.HOSTILE, SampleResults.HOSTILE), false);
    report.finish();
    String dot = out.toString(StandardCharsets.UTF_8);
    assertThat(dot.chars().filter(c -> c != '\n' && Character.isISOControl(c))).isEmpty();
    dot.lines()
        .filter(line -> line.contains("label="))
        .forEach(
            line ->
                assertThat(line.substring(line.indexOf("label=") + 6))
                    .matches("\"([^\"\\\\]|\\\\[\"\\\\n])*\"(];|;)"));
  }
}
