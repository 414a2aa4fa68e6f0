package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobOptionsTest {
  @Test
  void optionsAreRead() throws OptionException {
    JobOptions options =
        JobOptions.parse(
            "--source",
            "file:///a",
            "--level",
            "si",
            "--clock",
            "event",
            "--delay",
            "2m",
            "--memory",
            "1g");
    assertThat(options.level()).isEqualTo(IsolationLevel.SNAPSHOT_ISOLATION);
    assertThat(options.clock()).isEqualTo(FinalityClock.EVENT_TIME);
    assertThat(options.delay()).isEqualTo(Duration.ofMinutes(2));
    assertThat(options.cacheBytes()).isEqualTo(1L << 30);
    assertThat(options.isBatch()).isFalse();
    assertThat(options.report()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--level si,found no --source; expected it",
    "--source a,found no --level; expected it",
    "--source a --level cc,'found --level cc; expected si, ser, rc or ra'",
    "--source a --level rc,'found --level rc; expected it with --mode batch only, and without --extract'",
    "--source a --level si --mode batch --horizon 1s,found --horizon; expected it with --mode streaming only",
    "--source a --level si --mode x,found --mode x; expected streaming or batch",
    "--source a --level si --delay 5,'found --delay 5; expected a time, as in 5s'",
    "--source a --level si --memory 5,'found --memory 5; expected a size, as in 64m'",
    "--source a --level,'--level has no value; expected one, as in --level si'",
    "--source a --source b,--source is given twice; expected it once",
    "--sources a,'found --sources; expected an option, as in --level si'"
  })
  void wrongOptionsAreExplained(String arguments, String message) {
    assertThatThrownBy(() -> JobOptions.parse(arguments.split(" ")))
        .isInstanceOf(OptionException.class)
        .hasMessage(message);
  }
}
