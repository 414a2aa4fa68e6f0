package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A long run, stragglers included, in a small heap of its own, takes no more memory in the end. */
public class EnduranceTest {
  private static final int TRANSACTIONS = TestSize.pick(300_000, 10_000_000);
  private static final int ENGINE_MEGABYTES = TestSize.pick(24, 128);

  /** What the store's cache, code and the load itself take beside the engine's state. */
  private static final int OTHER_MEGABYTES = 40;

  private static final Pattern RESULT =
      Pattern.compile("early (\\d+) late (\\d+) to (\\d+) findings (\\d+) faults (\\d+)");

  @TempDir Path directory;

  @Test
  void memoryStaysBounded() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                Endurance.class.getName(),
                directory.toString(),
                Integer.toString(TRANSACTIONS),
                Integer.toString(ENGINE_MEGABYTES))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    Matcher result = RESULT.matcher(output);
    assertThat(result.find()).as(output).isTrue();
    long early = Long.parseLong(result.group(1));
    long late = Long.parseLong(result.group(2));
    long most = Long.parseLong(result.group(3));
    assertThat(most).as(output).isLessThan((ENGINE_MEGABYTES + OTHER_MEGABYTES) * 1_048_576L);
    if (TestSize.isThorough()) {
      // A short run has not filled what it may fill when a fifth of it is over. The least counts,
      // since how many batches wait varies.
      assertThat(late).as(output).isLessThanOrEqualTo(early + early / 10);
    }
    assertThat(result.group(4)).as(output).isEqualTo(result.group(5));
  }
}
