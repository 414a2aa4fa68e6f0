package dev.isogauge.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The scripts of pages have a linter and unit tests of their own, which node runs. */
class PageScriptsTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root", ".."));
  private static final Path TESTS = ROOT.resolve("core/src/test/page").toAbsolutePath();
  private static final Path SCRIPTS = ROOT.resolve("core/src/main/page").toAbsolutePath();

  @Test
  void theLinterFindsNothing() throws Exception {
    assertThat(node(TESTS.resolve("lint.mjs").toString(), SCRIPTS.toString())).isEmpty();
  }

  @Test
  void unitTestsPass() throws Exception {
    String tests = node("--test", TESTS.toString());
    assertThat(tests).contains("fail 0").doesNotContain("pass 0");
  }

  /** What node prints; without node the test is skipped. */
  private static String node(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("node"));
    command.addAll(List.of(arguments));
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      Assumptions.abort("no node here, so the pages' scripts are not tested by themselves: " + e);
      throw e;
    }
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return printed;
  }
}
