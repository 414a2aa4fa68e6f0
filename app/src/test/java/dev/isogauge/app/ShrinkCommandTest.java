package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static dev.isogauge.app.CommandRun.withInput;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShrinkCommandTest {
  /** A fractured read, an aborted read, and what has nothing to do with either. */
  private static final String HISTORY =
      """
      s1: w(z,1)
      s1: w(x,1) w(y,1)
      s2: r(z,1) r(y,nil) r(x,1)
      s3: aborted w(z,2)
      s4: r(z,2) w(v,1)
      """;

  @TempDir Path directory;

  @Test
  void writesAndExplainsTheSmallestHistoryThatStillViolates() {
    Path small = directory.resolve("small.txt");

    CommandRun run =
        withInput(
            HISTORY, "shrink", "-", "--level", "ra", "--anomaly", "k", "-o", small.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
    assertThat(small).hasContent("s1 s1.2: w(x,1) w(y,1)\ns2: r(y,nil) r(x,1)\n");
    assertThat(run.out())
        .startsWith(
            "- (isogauge): 5 transactions and 9 operations\n"
                + "shrunk to 2 transactions and 4 operations, with FracturedRead (TAP-k); nothing"
                + " more can be left out\n\n"
                + "Violated: read atomic (fractured read).\n\n"
                + small
                + " (isogauge): 2 sessions, 2 transactions, 4 operations, 2 keys\n")
        .contains("  read-atomic  violated: 1 FracturedRead (TAP-k), 1 CommitOrderCycle\n")
        .contains("s2.1 read y = nil: it saw s1.2, but not its write of y = 1");
    assertThat(isogauge("check", "--level", "ra", small.toString()).exitCode()).isEqualTo(1);
  }

  @Test
  void showsWhatIsLeftInAPage() {
    Path small = directory.resolve("small.txt");
    Path page = directory.resolve("small.html");
    CommandRun run =
        withInput(
            HISTORY,
            "shrink",
            "-",
            "--level",
            "ra",
            "--anomaly",
            "k",
            "-o",
            small.toString(),
            "--html",
            page.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(page).content().contains("FracturedRead").endsWith("</html>\n");

    Path nowhere = directory.resolve("nowhere/small.html");
    CommandRun failed =
        withInput(
            HISTORY,
            "shrink",
            "-",
            "--level",
            "ra",
            "-o",
            small.toString(),
            "--html",
            nowhere.toString());
    assertThat(failed.exitCode()).isEqualTo(5);
    assertThat(failed.out()).isEmpty();
  }

  @Test
  void whatIsLeftOfAReplayIsViolatedAgain() {
    String history =
        """
        s1 T1: [serial 1] w(r/1,{a:1}) w(r/2,{a:1})
        s2 T2: [serial 2] p(r,"a > 0",[r/1,r/2]) d(r/1)
        s3 T3: [serial 3] p(r,"a > 0",[r/1,r/2])
        """;
    for (String format : List.of("isogauge", "jsonl")) {
      Path small = directory.resolve("small." + format);
      CommandRun run =
          withInput(
              history, "shrink", "-", "--level", "ser", "--to", format, "-o", small.toString());

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out())
          .startsWith(
              "- (isogauge): 3 transactions, 3 operations and 2 predicate reads\n"
                  + "shrunk to 2 transactions, 1 operation and 1 predicate read, with"
                  + " ReplayMismatch; nothing more can be left out\n");
      assertThat(isogauge("check", "--level", "ser", small.toString()).out())
          .contains("violated: 1 ReplayMismatch");
    }
  }

  @Test
  void theFirstAnomalyIsKeptUnlessAnotherIsAskedFor() {
    CommandRun run = withInput(HISTORY, "shrink", "-", "--level", "rc", "-o", "-", "--quiet");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("s3: aborted w(z,2)\ns4: r(z,2)\n");
    assertThat(run.err())
        .contains("with AbortedRead (TAP-b)", "read-committed  violated: 1 AbortedRead")
        .doesNotContain("Let");
  }

  @Test
  void aHistoryIsNotReplacedByAPartOfIt() throws IOException {
    Path history = Files.writeString(directory.resolve("history.txt"), HISTORY);
    String otherName = directory.resolve("./history.txt").toString();

    CommandRun run = isogauge("shrink", history.toString(), "--level", "ra", "-o", otherName);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("would be lost");
    assertThat(history).hasContent(HISTORY);
  }

  /** With session order the stale read alone violates; without it only the skew does. */
  @Test
  void sessionOrderIsLeftOutOnRequest() {
    String input =
        """
        s1: w(x,1) ; r(x,nil)
        s2: r(a,nil) r(b,nil) w(a,1)
        s3: r(a,nil) r(b,nil) w(b,1)
        """;
    String skew = "s2: r(b,nil) w(a,1)\ns3: r(a,nil) w(b,1)\n";

    CommandRun run =
        withInput(input, "shrink", "-", "--level", "ser", "--no-session-order", "-o", "-");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo(skew);
    assertThat(run.err()).contains("serializability without session order  violated");
  }

  @Test
  void ordersOfVersionsMayComeFromAFile() throws IOException {
    Path orders = Files.writeString(directory.resolve("orders.txt"), "order x: 2 3 1\n");
    String input = "s1: w(x,1) ; w(x,2) ; w(y,1)\ns2: w(x,3)\n";

    CommandRun run =
        withInput(
            input,
            "shrink",
            "-",
            "--level",
            "ser",
            "--version-order",
            orders.toString(),
            "-o",
            "-");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("order x: 2 1\ns1: w(x,1)\ns1: w(x,2)\n");
    assertThat(withInput(run.out(), "check", "--level", "ser", "-").exitCode()).isEqualTo(1);
  }

  @Test
  void writesOtherFormats() {
    CommandRun run =
        withInput(
            "w(1,1,1,1)\nw(2,1,1,1)\nw(3,1,1,2)\nr(2,0,2,3)\nr(1,1,2,3)\n",
            "shrink",
            "-",
            "--level",
            "ra",
            "--to",
            "plume",
            "-o",
            "-");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("w(1,1,1,1)\nw(2,1,1,1)\nr(2,0,2,3)\nr(1,1,2,3)\n");
  }

  @Test
  void asJsonItSaysWhatWasLeftOutAndWhatCheckSays() {
    Path small = directory.resolve("small.jsonl");

    CommandRun run =
        withInput(
            HISTORY, "shrink", "-", "--level=rc", "--to=jsonl", "--json", "-o", small.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith(
                        "{\"file\":\"-\",\"format\":\"isogauge\",\"output\":\""
                            + small
                            + "\",\"kinds\":[{\"kind\":\"AbortedRead\",\"tap\":\"TAP-b\"}],\"minimal\":true,")
                    .contains("\"before\":{\"sessions\":4,\"transactions\":5,")
                    .contains("\"after\":{\"sessions\":2,\"transactions\":2,"),
            line ->
                assertThat(line)
                    .startsWith("{\"file\":\"" + small + "\",\"format\":\"jsonl\",\"level\":")
                    .contains("\"verdict\":\"violated\"", "\"kind\":\"AbortedRead\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s1: w(x,1) | rc | 0 | - satisfies read-committed; nothing to shrink",
        "s1: p(*,\"TRUE\",[]) | rc | 3 | - is not known to violate read-committed (",
        "s1: [ts 1..2] w(x,1) | si | 0 | - satisfies snapshot-isolation by timestamps; nothing to",
      })
  void whatIsNotViolatedIsNotWritten(String history, String level, int code, String message) {
    Path small = directory.resolve("small.txt");

    CommandRun run = withInput(history, "shrink", "-", "--level", level, "-o", small.toString());
    CommandRun json =
        withInput(history, "shrink", "-", "--json", "--level", level, "-o", small.toString());

    assertThat(run.exitCode()).isEqualTo(code);
    assertThat(run.out()).startsWith(message);
    assertThat(json.exitCode()).isEqualTo(code);
    assertThat(json.out()).startsWith("{\"file\":\"-\",\"format\":\"isogauge\",\"level\":");
    assertThat(small).doesNotExist();
  }

  @Test
  void anAnomalyThatIsNotThereIsAUsageError() {
    CommandRun run =
        withInput(HISTORY, "shrink", "-", "--level=ra", "--anomaly=ThinAirRead", "-o", "-");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--anomaly: read-atomic is violated without ThinAirRead; expected one of")
        .contains("AbortedRead, FracturedRead");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aFormatThatCannotSayItLeavesTheOldFile() throws IOException {
    Path small = Files.writeString(directory.resolve("small.txt"), "old\n");

    CommandRun run =
        withInput(HISTORY, "shrink", "-", "--level=rc", "--to=plume", "-o", small.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(small).hasContent("old\n");
  }

  @Test
  void whatCannotBeReadOrWrittenIsSaid() {
    String out = directory.resolve("out").toString();
    String nowhere = directory.resolve("a/b").toString();

    assertThat(isogauge("shrink", directory + "/absent", "--level=rc", "-o", out).exitCode())
        .isEqualTo(4);
    assertThat(withInput("what?", "shrink", "-", "--level=rc", "-o", out).exitCode()).isEqualTo(4);
    assertThat(withInput(HISTORY, "shrink", "-", "--level=rc", "-o", nowhere).exitCode())
        .isEqualTo(5);
  }
}
