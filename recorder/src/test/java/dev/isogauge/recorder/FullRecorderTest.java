package dev.isogauge.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A recording that may not grow any more ends with whole lines, and says that it ended. */
@Timeout(120)
class FullRecorderTest {
  @TempDir Path directory;

  /** Records until that fails, prints how many transactions were recorded, and goes on. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) {
      Recorder recorder = Recorder.create(Path.of(arguments[0]));
      int recorded = 0;
      for (int i = 0; i < 1000; i++) {
        try {
          TransactionRecorder transaction = recorder.session("s").begin();
          transaction.write("x", i);
          transaction.committed();
          recorded++;
        } catch (RecordingException e) {
          // The application goes on.
        }
      }
      System.out.println(recorded + " " + recorder.failure().isPresent());
    }
  }

  @Test
  void theFileSaysThatItEnded() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash here");
    Path file = directory.resolve("history.jsonl");
    Path output = directory.resolve("output");
    Process writer =
        new ProcessBuilder(
                "/bin/bash",
                "-c",
                "ulimit -f 16; exec \"$@\"",
                "bash",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                file.toString())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(writer.waitFor()).isZero();
    String[] said = Files.readString(output).strip().split(" ", -1);
    assertThat(said[1]).isEqualTo("true");
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(0)).contains(",\"ended\":\"File too large").endsWith("}");
    assertThat(lines.stream().filter(line -> line.contains("committed")))
        .hasSize(Integer.parseInt(said[0]))
        .hasSizeBetween(10, 999)
        .allMatch(line -> line.endsWith("}"));
  }
}
