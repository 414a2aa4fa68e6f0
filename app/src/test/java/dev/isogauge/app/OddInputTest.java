package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static dev.isogauge.app.CommandRun.withInput;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as they come: other encodings and line ends, archives, nothing in them. */
class OddInputTest {
  private static final String HISTORY = "s1: w(x,1)\ns2: r(x,1)\n";
  private static final String SATISFIED =
      "  snapshot-isolation  satisfied\nCould have shown: not known without times;"
          + " 2 transactions conflict with other sessions.\n";

  @TempDir private Path directory;

  private Path file(byte[] content) throws IOException {
    return Files.write(directory.resolve("file"), content);
  }

  private static CommandRun check(Path file) {
    return isogauge("check", "--level", "si", file.toString());
  }

  @Test
  void windowsLineEndsAndAByteOrderMark() throws IOException {
    CommandRun run = check(file(("\uFEFF" + HISTORY.replace("\n", "\r\n")).getBytes(UTF_8)));

    assertThat(run.out()).contains("(isogauge): 2 sessions, 2 transactions").endsWith(SATISFIED);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void gzipByContentWhateverTheName() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
      zipped.write(HISTORY.getBytes(UTF_8));
    }
    CommandRun run = check(file(bytes.toByteArray()));
    assertThat(run.out()).endsWith(SATISFIED);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void standardInput() {
    CommandRun run = withInput(HISTORY, "check", "--level", "si", "-");
    assertThat(run.out())
        .isEqualTo("Holds: snapshot isolation.\n\n- (isogauge): " + size() + SATISFIED);
    assertThat(run.exitCode()).isZero();
  }

  private static String size() {
    return "2 sessions, 2 transactions, 2 operations, 1 key\n";
  }

  @Test
  void textInUtf16() throws IOException {
    assertUnreadable(check(file(HISTORY.getBytes(UTF_16))), "found text in UTF-16; expected UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "504b030414000000, a zip archive",
    "28b52ffd04000000, data compressed by zstd",
    "fd377a585a000004, data compressed by xz",
    "425a683931415900, data compressed by bzip2",
    "7f454c4602010100, binary data of no known format",
  })
  void whatIsNoHistoryIsNamed(String beginning, String what) throws IOException {
    assertUnreadable(
        check(file(HexFormat.of().parseHex(beginning))), "found " + what + "; expected");
  }

  private static void assertUnreadable(CommandRun run, String message) {
    assertThat(run.out()).startsWith("unreadable ").contains(message);
    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
  }

  /** Satisfied as it is, an empty recording is most likely a mistake. */
  @ParameterizedTest
  @ValueSource(strings = {"", " \n\r\n", "# a comment\n", "[]", "init x=0\n"})
  void withoutATransactionNothingIsKnownAndThatIsSaid(String content) throws IOException {
    Path file = file(content.getBytes(UTF_8));
    String reason = "the history has no transaction, so there is nothing to judge";
    Path junit = directory.resolve("junit.xml");
    for (String level : List.of("si", "ser", "rc", "linearizability", "pl-3")) {
      CommandRun run =
          isogauge("check", "--level", level, "--junit", junit.toString(), file.toString());

      assertThat(run.err()).contains(file + ": there are no transactions in it\n");
      assertThat(run.out()).contains("unknown").contains(reason);
      assertThat(run.exitCode()).isEqualTo(ExitCode.UNKNOWN);
      assertThat(Files.readString(junit)).contains("errors=\"1\"").contains(reason);
    }
    CommandRun measured = isogauge("check", "--junit", junit.toString(), file.toString());
    assertThat(measured.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(measured.out()).doesNotContain("satisfied").contains(reason);
    assertThat(Files.readString(junit)).contains("errors=\"1\"").contains(reason);
    assertThat(isogauge("check", "--json", "--level", "si", file.toString()).out())
        .contains("there are no transactions in it")
        .contains("\"verdict\":\"unknown\"");
    assertThat(isogauge("check", "--explain-plan", file.toString()).out()).contains(reason);
    assertThat(isogauge("stats", file.toString()).err()).contains("there are no transactions");
    assertThat(isogauge("convert", file.toString(), "--to", "plume", "-o", "-").err())
        .contains("there are no transactions");
    assertThat(isogauge("check", "--quiet", "--level", "si", file.toString()).err()).isEmpty();
  }

  @Test
  void textOfNoFormatIsComparedWithTheClosest() throws IOException {
    assertUnreadable(
        check(file("hello world\n".getBytes(UTF_8))),
        "file:1:12: found end of line; expected ':' (the content shows no known format; isogauge is"
            + " the closest)");
  }

  @Test
  void aDirectory() throws IOException {
    assertUnreadable(
        isogauge("check", Files.createDirectory(directory.resolve("empty")).toString()),
        "the directory holds no histories (files skipped: 0); 'isogauge list formats' shows what");
    file(HISTORY.getBytes(UTF_8));
    Files.writeString(directory.resolve("notes"), "hello world\n");
    CommandRun run = isogauge("check", "--level", "si", directory.toString());
    assertThat(run.err()).contains(directory + ": files skipped because they are not histories: 1");
    assertThat(run.out()).endsWith("(isogauge): " + size() + SATISFIED);
    assertThat(run.exitCode()).isZero();
  }
}
