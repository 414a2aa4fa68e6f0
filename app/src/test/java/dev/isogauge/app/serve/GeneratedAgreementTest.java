package dev.isogauge.app.serve;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import dev.isogauge.property.TimestampedHistories;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever {@code generate} writes with timestamps, {@code check} in memory and beyond it, and
 * {@code serve} with {@code feed} say the same, with default options. The job for Flink does so in
 * its own module, on the same histories.
 */
class GeneratedAgreementTest {
  private static final int RUNS = TestSize.pick(25, 1_000);
  private static final Pattern COUNT = Pattern.compile("([0-9]+) ([A-Z][A-Za-z-]*)");

  @TempDir Path directory;

  @Test
  void allWaysSayTheSame() throws Exception {
    Set<String> verdicts = new HashSet<>();
    for (long seed = 0; seed < RUNS; seed++) {
      String file = TimestampedHistories.write(seed, directory.resolve(seed + ".jsonl")).toString();
      boolean snapshots = seed % 2 == 0;
      String level = snapshots ? "si" : "ser";
      String expected = checked(file, level);
      assertThat(checked(file, level, "--memory", "1k")).as(file).isEqualTo(expected);
      assertThat(fed(seed, file, snapshots)).as(file).isEqualTo(expected);
      verdicts.add(expected.split(" ", 2)[0]);
    }
    assertThat(verdicts).containsExactlyInAnyOrder("satisfied", "violated");
  }

  private static String checked(String file, String level, String... more) {
    String[] options =
        new String[] {"check", "--order", "timestamps", "--level", level, "--quiet", file};
    String[] all = new String[options.length + more.length];
    System.arraycopy(options, 0, all, 0, options.length);
    System.arraycopy(more, 0, all, options.length, more.length);
    CommandRun run = isogauge(all);
    return answer(run.out().lines().filter(line -> line.contains("by timestamps")).findFirst());
  }

  private String fed(long seed, String file, boolean snapshots) throws Exception {
    IsolationLevel level =
        snapshots ? IsolationLevel.SNAPSHOT_ISOLATION : IsolationLevel.SERIALIZABILITY;
    ServeSettings settings = ServeSettings.of(level, 0, directory.resolve("run" + seed));
    try (RunningService service = RunningService.start(settings)) {
      CommandRun run = isogauge("feed", file, "--service", service.address(), "--finish");
      assertThat(run.err()).as(file).isEmpty();
      return answer(run.out().lines().filter(line -> line.contains("by timestamps")).findFirst());
    }
  }

  /** The verdict of a line, and how many violations of each kind it has. */
  private static String answer(Optional<String> line) {
    String text = line.orElseThrow();
    Map<String, String> counts = new TreeMap<>();
    Matcher matcher = COUNT.matcher(text);
    while (matcher.find()) {
      counts.put(matcher.group(2), matcher.group(1));
    }
    String verdict =
        text.contains("satisfied") ? "satisfied" : text.contains("violated") ? "violated" : text;
    return verdict + " " + counts;
  }
}
