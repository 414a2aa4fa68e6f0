package dev.isogauge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
