package dev.isogauge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measuring tools measure; nothing here runs a benchmark. */
class BenchmarksTest {
  @TempDir private Path folder;

  @Test
  void fitsExponents() {
    double[] sizes = {1, 2, 4, 8};
    assertThat(PowerLaw.exponent(sizes, new double[] {3, 6, 12, 24})).isCloseTo(1, within(1e-9));
    assertThat(PowerLaw.exponent(sizes, new double[] {5, 20, 80, 320})).isCloseTo(2, within(1e-9));
    assertThat(PowerLaw.exponent(new double[] {1}, new double[] {1})).isNaN();
  }

  @Test
  void fillsInCommands() {
    Contender peer = Contender.parse("other=tool -l {level} {LEVEL} {file}");
    assertThat(peer.name()).isEqualTo("other");
    assertThat(peer.command(Path.of("it's"), "rc")).isEqualTo("tool -l rc RC 'it'\\''s'");
    assertThatThrownBy(() -> Contender.parse("tool {file}"))
        .hasMessageContaining("expected NAME=COMMAND");
  }

  @Test
  void measuresWhatCommandsCost() throws Exception {
    ChildProcess child = new ChildProcess(folder, Duration.ofMinutes(1));
    Cost cost = child.run("sleep 0.2; echo done; echo oops >&2; exit 3");
    assertThat(cost.exitCode()).hasValue(3);
    assertThat(cost.wallSeconds()).isGreaterThan(0.19);
    assertThat(cost.gaveVerdict()).isFalse();
    assertThat(child.output()).isEqualTo("done\n");
    assertThat(child.errors()).isEqualTo("oops\n");
  }

  @Test
  void stopsCommandsThatTakeTooLong() throws Exception {
    Cost cost = new ChildProcess(folder, Duration.ofMillis(100)).run("sleep 600");
    assertThat(cost.outcome()).isEqualTo("too long");
  }

  @Test
  void countsTheCpuTimeOfChildren() throws Exception {
    CpuTime before = CpuTime.now();
    Process child =
        new ProcessBuilder("bash", "-c", "for ((i = 0; i < 300000; i++)); do :; done; read")
            .start();
    try {
      CpuTime used = CpuTime.now().since(before);
      // The clock of the own process may tick in hundredths of a second: work until it has ticked.
      for (int poll = 0;
          poll < 600 && (used.othersSeconds() < 0.1 || used.ownSeconds() == 0);
          poll++) {
        spinFor(Duration.ofMillis(20));
        Thread.sleep(30);
        used = CpuTime.now().since(before);
      }
      assertThat(used.othersSeconds()).isBetween(0.1, 30.0);
      assertThat(used.ownSeconds()).isPositive();
    } finally {
      child.destroyForcibly();
    }
  }

  private static void spinFor(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void medianIsInTheMiddle() {
    Sample sample = new Sample();
    assertThat(sample.median()).isNaN();
    assertThat(sample.whole()).isEmpty();
    sample.add(3000);
    sample.add(1000);
    assertThat(sample.median()).isEqualTo(2000);
    sample.add(1200);
    assertThat(sample.tenths()).isEqualTo("1200.0");
    assertThat(sample.range()).isEqualTo("1,000 to 3,000");
  }

  @Test
  void runsWithoutRecording() throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults())) {
      Workload workload = Workload.MINI;
      RunPlan plan =
          new RunPlan(
              workload,
              workload.defaults(),
              database.capabilities().defaultLevel(),
              200,
              Duration.ofMinutes(1),
              1);
      RunSummary summary = PlainRun.run(database, plan);
      assertThat(summary.transactions()).isEqualTo(200);
      assertThat(summary.committed()).isPositive();
      assertThat(summary.rejected()).isEmpty();
    }
  }

  @Test
  void readsPhases() throws Exception {
    String json = "{\"stats\":{\"keys\":1,\"milliseconds\":{\"read\":1.5,\"check\":3}}}";
    Phases phases = Phases.parse(json);
    assertThat(phases.read()).isEqualTo(1.5);
    assertThat(phases.check()).isEqualTo(3);
    assertThat(phases.index()).isNaN();
  }

  @Test
  void alignsTables() {
    MarkdownTable table = new MarkdownTable(1, "a", "number");
    table.row("word", "1");
    assertThat(table)
        .hasToString(
            """
            | a    | number |
            |------|-------:|
            | word |      1 |
            """);
  }
}
