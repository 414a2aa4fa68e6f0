package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.feed.FeedSettings;
import dev.isogauge.app.feed.Feeder;
import dev.isogauge.app.feed.FinishedReport;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BackpressureTest {
  @TempDir Path directory;

  /**
   * Every read is wrong, and a violation stays in memory until it is final: the first batches fill
   * it for a second, whatever the machine, and those that follow at once are refused.
   */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aFullServiceAsksProducersToWaitAndLosesNothing() throws Exception {
    History history = wrongReads(400);
    ServeSettings usual = RunningService.settings(directory);
    ServeSettings small =
        new ServeSettings(
            usual.level(),
            usual.host(),
            0,
            usual.data(),
            Duration.ofSeconds(1),
            FinalityClock.ARRIVAL,
            10_000,
            usual.token(),
            usual.initial(),
            usual.maxRequest(),
            usual.retention());
    try (RunningService service = RunningService.start(small)) {
      Feeder feeder =
          new Feeder(
              history,
              new FeedSettings(
                  URI.create("http://127.0.0.1:" + service.service().port()),
                  Optional.empty(),
                  50,
                  OptionalInt.empty(),
                  Duration.ZERO,
                  Duration.ZERO,
                  1,
                  1,
                  2,
                  Duration.ofMinutes(1)));
      Feeder.Progress sent = feeder.run();
      FinishedReport report = FinishedReport.parse(feeder.finish());

      assertThat(sent.retries()).isPositive();
      assertThat(report.transactions()).isEqualTo(history.transactionCount());
      assertThat(report.counts().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(FaultyHistory.findings(history, IsolationLevel.SNAPSHOT_ISOLATION).size())
          .isEqualTo(history.transactionCount());
    }
  }

  private static History wrongReads(int transactions) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= transactions; i++) {
      text.append("s").append(i % 7).append(": [ts ").append(2 * i).append("..");
      text.append(2 * i + 1).append("] r(x,").append(i).append(")\n");
    }
    return IsogaugeText.parse(text.toString());
  }
}
