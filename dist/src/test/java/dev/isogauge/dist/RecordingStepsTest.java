package dev.isogauge.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every step of "A failing test in ten minutes" in docs/recording.md, as the page has it, from the
 * zip and outside the checkout. With -Pthorough: Maven runs twice. The local repository of this
 * build stands for a remote one; target/recording-steps.txt keeps the transcript.
 */
class RecordingStepsTest {
  private static final Path ZIP = Path.of(System.getProperty("isogauge.zip"));
  private static final Path PAGE =
      Path.of(System.getProperty("isogauge.root")).resolve("docs/recording.md");
  private static final Pattern COMMANDS =
      Pattern.compile("^ *```sh\n(.*?)^ *```$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final String WITHOUT_DOWNLOADS =
      "-Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.transfer.Slf4jMavenTransferListener=warn";

  @TempDir Path directory;

  @Test
  void thePageLeadsFromTheZipToAFailingTest() throws Exception {
    assumeTrue("thorough".equals(System.getProperty("isogauge.test.size")), "needs -Pthorough");
    Path home = Files.createDirectories(directory.resolve("home"));
    Files.writeString(
        Files.createDirectories(home.resolve(".m2")).resolve("settings.xml"), settings());
    Files.copy(ZIP, directory.resolve(ZIP.getFileName()));

    String transcript = run(home, script());

    Files.writeString(ZIP.resolveSibling("recording-steps.txt"), transcript);
    assertThat(transcript.lines().filter(line -> line.startsWith("exit code: ")))
        .containsExactly("exit code: 0", "exit code: 1", "exit code: 0");
    assertThat(transcript)
        .contains(
            "snapshot-isolation is violated:",
            "LostUpdate: ",
            "accounts.balance/",
            "report:  file:");
    assertThat(
            directory.resolve(
                "bank/target/isogauge/org.example.bank.AccountDaoTest.noMoneyIsLost.html"))
        .isNotEmptyFile();
  }

  /** The local repository of this build first: little is fetched. */
  private static String settings() {
    String repository =
        "<id>near</id><url>"
            + Path.of(System.getProperty("isogauge.repository")).toUri()
            + "</url><releases><checksumPolicy>ignore</checksumPolicy></releases>";
    return "<settings><interactiveMode>false</interactiveMode>"
        + "<activeProfiles><activeProfile>near</activeProfile></activeProfiles>"
        + "<profiles><profile><id>near</id><repositories><repository>"
        + repository
        + "</repository></repositories><pluginRepositories><pluginRepository>"
        + repository
        + "</pluginRepository></pluginRepositories></profile></profiles></settings>";
  }

  /** The commands of the section, block by block, each followed by its exit code. */
  private static String script() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf("## A failing test in ten minutes");
    String section = page.substring(begin, page.indexOf("\n## ", begin));
    List<String> blocks =
        COMMANDS.matcher(section).results().map(RecordingStepsTest::code).toList();
    assertThat(blocks).hasSize(3);
    String version = ZIP.getFileName().toString().replaceAll("isogauge-|\\.zip", "");
    return String.join("", blocks).replace("VERSION", version);
  }

  private static String code(MatchResult block) {
    return block.group(1).indent(-8) + "{ echo \"exit code: $?\"; } 2> /dev/null\n";
  }

  private String run(Path home, String script) throws Exception {
    Path log = directory.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-x", "-c", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("HOME", home.toString());
    // Maven looks for its directory where Java says the home is, whatever HOME says.
    builder.environment().put("MAVEN_OPTS", "-Duser.home=" + home + " " + WITHOUT_DOWNLOADS);
    Process process = builder.start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return Files.readString(log).replaceAll("\u001B\\[[;0-9]*m", "");
  }
}
