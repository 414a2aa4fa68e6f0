package dev.isogauge.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed leaves a recording in which each write is there that others can have
 * seen.
 */
@Timeout(120)
class KilledRecorderTest {
  private static final Pattern WRITE = Pattern.compile("\\[\"w\",\"x\",(\\d+)]");

  @TempDir Path directory;

  /** Records transactions without end, and prints each value before it is "committed". */
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) {
      Recorder recorder = Recorder.create(Path.of(arguments[0]));
      AtomicLong values = new AtomicLong();
      for (int t = 0; t < 3; t++) {
        SessionRecorder session = recorder.session("s" + t);
        new Thread(
                () -> {
                  while (true) {
                    try (TransactionRecorder transaction = session.begin()) {
                      long value = values.incrementAndGet();
                      transaction.read("x", value - 1);
                      transaction.write("x", value);
                      for (long i = value % 5; i > 0; i--) {
                        transaction.read("a key that takes room", i);
                      }
                      // From here on another process may have seen the value.
                      System.out.println(value);
                      transaction.committed();
                    }
                  }
                })
            .start();
      }
    }
  }

  @Test
  void whatOthersSawIsThere() throws Exception {
    Path file = directory.resolve("history.jsonl");
    Path output = directory.resolve("seen");
    Process victim =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                file.toString())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      while (Files.size(output) < 20_000) {
        assertThat(victim.isAlive()).isTrue();
        Thread.sleep(5);
      }
    } finally {
      victim.destroyForcibly(); // SIGKILL
    }
    assertThat(victim.waitFor(1, TimeUnit.MINUTES)).isTrue();
    String text = Files.readString(file);
    List<String> lines = new ArrayList<>(List.of(text.split("\n")));
    if (!text.endsWith("\n")) {
      lines.remove(lines.size() - 1); // Cut off, hence not committed.
    }
    Set<Long> recorded = new HashSet<>();
    for (String line : lines.subList(1, lines.size())) {
      if (!line.isBlank()) {
        assertThat(line).startsWith("{\"session\":\"s").endsWith("}");
        Matcher write = WRITE.matcher(line);
        assertThat(write.find()).isTrue();
        assertThat(recorded.add(Long.parseLong(write.group(1)))).as("once").isTrue();
      }
    }
    String seen = Files.readString(output);
    assertThat(recorded)
        .containsAll(seen.substring(0, seen.lastIndexOf('\n')).lines().map(Long::valueOf).toList());
  }
}
