package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.property.TestSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stream that comes from its end to its beginning, or shuffled, gets through small memory. */
@Timeout(300)
class LateStreamTest {
  private static final int BATCH = 250;
  private static final int KEYS = 200;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"false,false", "false,true", "true,false", "true,true"})
  void isNotRefusedForGood(boolean strings, boolean shuffled) throws Exception {
    int transactions = TestSize.pick(4_000, 100_000);
    List<String> lines = lines(transactions, strings ? "a-string-of-some-length-" : "");
    Collections.reverse(lines);
    if (shuffled) {
      Collections.shuffle(lines, new Random(1));
    }
    try (RunningService service = RunningService.start(settings())) {
      for (int i = 0; i < transactions; i += BATCH) {
        String batch = String.join("", lines.subList(i, Math.min(transactions, i + BATCH)));
        while (service.post("b" + i, batch).statusCode() == 429) {
          Thread.sleep(10);
        }
      }
      assertThat(service.finish().body())
          .contains("\"verdict\":\"satisfied\"", "\"transactions\":" + transactions);
    }
  }

  private ServeSettings settings() {
    ServeSettings usual = RunningService.settings(directory.resolve("data"));
    return new ServeSettings(
        usual.level(),
        usual.host(),
        0,
        usual.data(),
        Duration.ofMillis(500),
        usual.clock(),
        256 << 10,
        usual.token(),
        usual.initial(),
        usual.maxRequest(),
        usual.retention());
  }

  /** One after the other, each reads a key and writes another. */
  private static List<String> lines(int transactions, String prefix) {
    String quote = prefix.isEmpty() ? "" : "\"";
    Random random = new Random(7);
    int[] values = new int[KEYS];
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < transactions; i++) {
      int read = random.nextInt(KEYS);
      String value = values[read] == 0 ? "null" : quote + prefix + values[read] + quote;
      int written = random.nextInt(KEYS);
      values[written] = i + 1;
      lines.add(
          String.format(
              Locale.ROOT,
              "{\"session\":\"%ss%d\",\"sno\":%d,\"ts\":[%d,%d],\"ops\":[[\"r\",%s,%s],[\"w\",%s,%s]]}%n",
              prefix,
              i % 50,
              i / 50 + 1,
              2 * i + 1,
              2 * i + 2,
              quote + prefix + "k".repeat(quote.length()) + read + quote,
              value,
              quote + prefix + "k".repeat(quote.length()) + written + quote,
              quote + prefix + (i + 1) + quote));
    }
    return lines;
  }
}
