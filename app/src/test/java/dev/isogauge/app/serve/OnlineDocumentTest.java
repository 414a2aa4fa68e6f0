package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests in docs/online.md are sent one after the other, and answered as shown. */
class OnlineDocumentTest {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("isogauge.root", "..")).resolve("docs/online.md");

  /** A command goes on to the end of its line, and of what it quotes. */
  private static final Pattern BLOCK =
      Pattern.compile("```console\n\\$ (curl (?:[^\n']|'[^']*')*)\n(.*?)```\n", Pattern.DOTALL);

  private static final Pattern VARIABLE =
      Pattern.compile("\"time\":\"[^\"]*\"|\"memoryBytes\":[0-9]+");

  @TempDir Path directory;

  @Test
  void requestsAreAnsweredAsShown() throws Exception {
    assumeTrue(
        List.of("/usr/bin/curl", "/bin/curl").stream().anyMatch(c -> Files.exists(Path.of(c))),
        "no curl here");
    List<MatchResult> blocks = BLOCK.matcher(Files.readString(DOCUMENT)).results().toList();
    assertThat(blocks).hasSizeGreaterThan(6);
    try (RunningService service = RunningService.start(directory)) {
      for (MatchResult block : blocks) {
        String command =
            block.group(1).replace("127.0.0.1:8123", "127.0.0.1:" + service.service().port());
        // What is found shows after the delay.
        long deadline = System.nanoTime() + 60_000_000_000L;
        String answer = run(command);
        while (!timeless(answer).equals(timeless(block.group(2)))
            && command.contains("violation")
            && System.nanoTime() < deadline) {
          Thread.sleep(20);
          answer = run(command);
        }
        assertThat(timeless(answer)).as(command).isEqualTo(timeless(block.group(2)));
      }
    }
  }

  private static String run(String command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return output;
  }

  private static String timeless(String text) {
    return VARIABLE.matcher(text).replaceAll("");
  }
}
