package dev.isogauge.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Evidence is the same however many processors a machine has. */
class ProcessorsTest {
  @Test
  void evidenceOfCausalConsistency() throws Exception {
    String one = evidence(1);
    assertThat(one).contains("CAUSALITY_VIOLATION", "CONFLICTING_ORDERS");
    assertThat(evidence(2)).isEqualTo(one);
    assertThat(evidence(5)).isEqualTo(one);
  }

  private static String evidence(int processors) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ActiveProcessorCount=" + processors,
                "-cp",
                System.getProperty("java.class.path"),
                ProcessorsTest.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /** Runs in a Java machine of its own; prints what it finds in a few histories. */
  public static void main(String[] arguments) throws IOException {
    for (int seed = 0; seed < 10; seed++) {
      Verdict verdict =
          Checks.check(history(new Random(seed)), IsolationLevel.CAUSAL, Limits.DEFAULT);
      Verdict.Violated violated = (Verdict.Violated) verdict;
      System.out.println(new TreeMap<>(violated.counts()));
      violated.anomalies().forEach(System.out::println);
    }
  }

  /** Each read sees one of the latest versions of its key, by whichever session. */
  private static History history(Random random) throws IOException {
    List<List<Integer>> versions = new ArrayList<>();
    for (int key = 0; key < 40; key++) {
      versions.add(new ArrayList<>(List.of(0)));
    }
    StringBuilder text = new StringBuilder("init *=0\n");
    int value = 0;
    for (int t = 0; t < 300; t++) {
      text.append('s').append(random.nextInt(30)).append(':');
      for (int key : random.ints(0, versions.size()).distinct().limit(6).toArray()) {
        List<Integer> of = versions.get(key);
        if (random.nextBoolean()) {
          of.add(++value);
          text.append(" w(%d,%d)".formatted(key, value));
        } else {
          int back = Math.min(of.size() - 1, random.nextInt(2));
          text.append(" r(%d,%d)".formatted(key, of.get(of.size() - 1 - back)));
        }
      }
      text.append('\n');
    }
    return IsogaugeText.parse(text.toString());
  }
}
