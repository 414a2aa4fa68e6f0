package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.feed.FeedSettings;
import dev.isogauge.app.feed.Feeder;
import dev.isogauge.app.feed.FinishedReport;
import dev.isogauge.check.timestamp.online.OnlineSettings.FinalityClock;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
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

  /** Verdicts stay open for a while, which fills the little memory there is. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aFullServiceAsksProducersToWaitAndLosesNothing() throws Exception {
    History history = FaultyHistory.generate(2_000, 3);
    ServeSettings usual = RunningService.settings(directory);
    ServeSettings small =
        new ServeSettings(
            usual.level(),
            usual.host(),
            0,
            usual.data(),
            Duration.ofMillis(500),
            FinalityClock.ARRIVAL,
            1L << 18,
            usual.token(),
            "0",
            usual.maxRequest());
    try (RunningService service = RunningService.start(small)) {
      Feeder feeder =
          new Feeder(
              history,
              new FeedSettings(
                  URI.create("http://127.0.0.1:" + service.service().port()),
                  Optional.empty(),
                  100,
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
          .isEqualTo(FaultyHistory.findings(history, IsolationLevel.SNAPSHOT_ISOLATION).size());
    }
  }
}
