package dev.isogauge.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FeedTest {
  private static History history(String text) throws IOException {
    return HistoryFiles.read(
            HistoryFiles.bytes("history", text.getBytes(StandardCharsets.UTF_8)), Optional.empty())
        .history();
  }

  private static History numbered(int transactions) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < transactions; i++) {
      int commit = transactions - i;
      text.append("{\"session\":").append(i % 7).append(",\"ts\":[").append(commit - 1);
      text.append(',').append(commit).append("],\"ops\":[]}\n");
    }
    return history(text.toString());
  }

  private static FeedSettings settings(OptionalInt rate, long mean, long deviation, int window) {
    return new FeedSettings(
        URI.create("http://127.0.0.1:1"),
        Optional.empty(),
        10,
        rate,
        Duration.ofMillis(mean),
        Duration.ofMillis(deviation),
        window,
        1,
        1,
        Duration.ZERO);
  }

  @Test
  void withoutDelaysTransactionsComeByCommit() throws IOException {
    History history = numbered(1000);
    DeliveryPlan plan = DeliveryPlan.of(history, settings(OptionalInt.of(500), 0, 0, 1));

    assertThat(commits(history, plan)).isSorted();
    assertThat(plan.times()[0]).isZero();
    assertThat(plan.times()[500]).isEqualTo(1.0);
  }

  @Test
  void delaysAreNormalAndChangeTheOrder() throws IOException {
    History history = numbered(20_000);
    DeliveryPlan plan = DeliveryPlan.of(history, settings(OptionalInt.of(1000), 100, 10, 1));

    double[] delays = new double[20_000];
    for (int i = 0; i < delays.length; i++) {
      long commit = history.commitTimestamp(plan.order()[i]);
      delays[i] = plan.times()[i] - (commit - 1) / 1000.0;
    }
    double mean = Arrays.stream(delays).average().orElseThrow();
    double deviation =
        Math.sqrt(Arrays.stream(delays).map(d -> (d - mean) * (d - mean)).average().orElseThrow());
    assertThat(mean).isBetween(0.099, 0.101);
    assertThat(deviation).isBetween(0.0095, 0.0105);
    assertThat(plan.times()).isSorted();
    assertThat(isSorted(commits(history, plan))).isFalse();
  }

  @Test
  void shufflingStaysInItsWindow() throws IOException {
    History history = numbered(1000);
    DeliveryPlan plan = DeliveryPlan.of(history, settings(OptionalInt.empty(), 0, 0, 100));
    long[] commits = commits(history, plan);

    assertThat(isSorted(commits)).isFalse();
    for (int begin = 0; begin < 1000; begin += 100) {
      long[] window = Arrays.copyOfRange(commits, begin, begin + 100);
      Arrays.sort(window);
      assertThat(window[0]).isEqualTo(begin + 1);
      assertThat(window[99]).isEqualTo(begin + 100);
    }
  }

  private static long[] commits(History history, DeliveryPlan plan) {
    return Arrays.stream(plan.order()).mapToLong(history::commitTimestamp).toArray();
  }

  private static boolean isSorted(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return Arrays.equals(values, sorted);
  }
}
