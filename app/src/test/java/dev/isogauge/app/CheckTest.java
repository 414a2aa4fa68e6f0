package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static dev.isogauge.app.CommandRun.onTerminal;
import static dev.isogauge.app.CommandRun.withInput;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckTest {
  private static final String HISTORIES = CommandRun.root().resolve("histories").toString();
  private static final String FRACTURED =
      HISTORIES + "/cut-isolation+read-committed/fractured-read.txt";

  @TempDir Path directory;

  @Test
  void aLevelThatHoldsExitsWithZero() {
    CommandRun run = isogauge("check", "--level", "read-committed", FRACTURED);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("read-committed", "satisfied");
    assertThat(run.err()).isEmpty();
  }

  /** Elle's serializable knows no sessions; where a name is also ours, the colon decides. */
  @Test
  void namesOfElleSayWhichQuestionTheyAsk() {
    String stale = "s1: a(x,1) ; r(x,[])\ns2: r(x,[1])\n";
    CommandRun elle = withInput(stale, "check", "--level", ":serializable", "-");
    assertThat(elle.exitCode()).isZero();
    assertThat(elle.out()).contains("pl-3");
    assertThat(elle.err())
        .contains(
            "--level :serializable: Elle's level of that name is pl-3 here, without session order");
    CommandRun ours = withInput(stale, "check", "--level", "serializable", "-");
    assertThat(ours.exitCode()).isEqualTo(1);
    assertThat(ours.err()).doesNotContain("Elle");
    CommandRun session = withInput(stale, "check", "--level", "strong-session-serializable", "-");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.err()).contains("is serializability here, with session order");
  }

  /** What implies a level that does not count does not count either. */
  @Test
  void aLevelCanBeAskedForItsChances() {
    String history =
        """
        s1: [rt 0..10] r(x,nil) w(x,1)
        s2: [rt 5..15] r(x,1)
        s3: [rt 20..30] r(x,1)
        """;
    CommandRun enough = withInput(history, "check", "--level", "rc", "--min-chances", "1", "-");
    assertThat(enough.exitCode()).isZero();
    CommandRun few = withInput(history, "check", "--level", "ser,sser", "--min-chances", "1", "-");
    assertThat(few.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(few.out())
        .containsPattern("\\bserializability +unknown: held, but that does not count: it had 0")
        .containsPattern(
            "strict-serializability +unknown: held, but that does not count: it had 0");
    assertThat(
            withInput("s1: w(x,1)\n", "check", "--level", "ser", "--min-chances", "1", "-").out())
        .contains("without times it is not known which transactions overlapped");
  }

  /** Verdicts without a known fault say so, in text and in JSON. */
  @Test
  void knownFaultsCanBeTolerated() {
    String history = "s1: w(x,1)\ns2: w(x,2) r(x,1)\n";
    assertThat(withInput(history, "check", "--level", "ser", "-").exitCode()).isEqualTo(1);
    CommandRun run =
        withInput(history, "check", "--level", "ser", "--tolerate", "NotMyOwnWrite", "-");
    assertThat(run.exitCode()).isZero();
    String remark = "--tolerate NotMyOwnWrite: 1 read left out of verdicts and evidence";
    assertThat(run.err()).contains(remark);
    CommandRun json =
        withInput(history, "check", "--json", "--level", "ser", "--tolerate", "notmyownwrite", "-");
    assertThat(json.out()).contains(remark);
    CommandRun refused = withInput(history, "check", "--tolerate", "DuplicateWrite", "-");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("found 'DuplicateWrite', which violates nothing; expected an anomaly that does");
  }

  @Test
  void knownAnomaliesOfAllKindsCanBeTolerated() {
    String skew = "s1: r(x,nil) w(y,1)\ns2: r(y,nil) w(x,1)\n";
    CommandRun run =
        withInput(skew, "check", "--level", "ser", "--tolerate", "NoVersionOrder,G2-item", "-");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).containsPattern("--tolerate \\S+: [12] reads? left out of verdicts");
    String tie = "s1: [ts 5..5] w(x,1)\ns2: [ts 5..5] w(x,2)\n";
    String[] byTime = {"check", "--level", "ser", "--order", "timestamps", "-"};
    assertThat(withInput(tie, byTime).exitCode()).isEqualTo(1);
    CommandRun untied =
        withInput(
            tie,
            "check",
            "--level",
            "ser",
            "--order",
            "timestamps",
            "--tolerate",
            "TimestampTie",
            "--verify",
            "-");
    assertThat(untied.exitCode()).isZero();
  }

  @Test
  void aPublishedPatternCanBeAskedForLikeALevel() {
    CommandRun run =
        isogauge(
            "check", "--level", "read-committed,tap-k,TAP-L", "--max-anomalies", "1", FRACTURED);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .containsPattern("read-committed +satisfied")
        .containsPattern("tap-k +violated: 1 FracturedRead \\(TAP-k\\)\n")
        .containsPattern("tap-l +satisfied");
    assertThat(isogauge("check", "--level", "tap-h", FRACTURED).exitCode()).isZero();
    CommandRun json = isogauge("check", "--json", "--level", "tap-k", FRACTURED);
    assertThat(json.out()).contains("\"level\":\"read-atomic\",\"pattern\":\"tap-k\"");
    CommandRun verified = isogauge("check", "--verify", "--level", "tap-k", FRACTURED);
    assertThat(verified.exitCode()).isEqualTo(2);
    assertThat(verified.err()).contains("--verify: that a pattern is absent has no proof");
    assertThat(isogauge("check", "--level", "tap-z", FRACTURED).exitCode()).isEqualTo(2);
  }

  @Test
  void nothingCommittedIsNoPass() throws IOException {
    Path file = directory.resolve("aborted.txt");
    Files.writeString(file, "s1: aborted w(x,1)\ns2: aborted r(x,1)\n");
    CommandRun run = isogauge("check", "--level", "serializable", file.toString());
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out())
        .contains("unknown: none of 2 transactions committed, so there is nothing to judge");
    assertThat(isogauge("check", file.toString()).exitCode()).isEqualTo(3);
  }

  @Test
  void whatCouldNotHaveFailedSaysSo() throws IOException {
    Path file = directory.resolve("apart.txt");
    Files.writeString(file, "s1: w(x,1) r(x,1)\ns2: w(y,1) r(y,1)\n");
    CommandRun run = isogauge("check", "--level", "serializable", file.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("satisfied: held, but nothing here could have broken it");
    Files.writeString(file, "s1: w(x,1)\ns2: w(x,2)\n");
    run = isogauge("check", "--level", "causal", file.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("held, but could not have failed: nothing was read");
  }

  @Test
  void aViolatedLevelIsExplainedAndExitsWithOne() {
    CommandRun run = isogauge("check", "--level", "rc,ra", FRACTURED);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("FracturedRead", "transfer", "audit", "alice")
        .containsSubsequence("read-committed", "read-atomic");
  }

  @Test
  void aCommitOrderCycleIsExplainedBesideItsPatternOnRequest() {
    assertThat(isogauge("check", FRACTURED).out())
        .contains("1 CommitOrderCycle")
        .doesNotContain("CommitOrderCycle: each");
    assertThat(isogauge("check", "--max-anomalies", "1", FRACTURED).out())
        .contains("\nFracturedRead (TAP-k): ", "\nCommitOrderCycle: each");
  }

  @Test
  void ordersOfVersionsMayStandInAFileOfTheirOwn() throws IOException {
    Path orders = directory.resolve("orders");
    String input = "s1 T1: w(x,1)\ns2 T2: w(x,2)\ns3 T3: w(x,3)\ns4 T4: r(x,1) ; T5: r(x,3)\n";
    String[] command = {
      "check", "--verify", "--level", "ser", "--version-order", orders.toString(), "-"
    };

    Files.writeString(orders, "order x: 1@T1 3\n");
    CommandRun kept = withInput(input, command);
    assertThat(kept.out()).contains("serializability by version-order  satisfied");
    assertThat(kept.exitCode()).isZero();

    Files.writeString(orders, "{\"order\": \"x\", \"versions\": [3, 1]}\n");
    assertThat(withInput(input, command).exitCode()).isEqualTo(1);

    Files.writeString(orders, "s1: w(x,1)\n");
    CommandRun wrong = withInput(input, command);
    assertThat(wrong.exitCode()).isEqualTo(4);
    assertThat(wrong.out() + wrong.err()).contains("expected orders of versions");

    Files.writeString(orders, "order x: 1 3\n");
    assertThat(withInput(input + "order x: 1 2\n", command).exitCode()).isEqualTo(4);
  }

  @Test
  void aVersionThatAnOrderDoesNotNameClearlyIsToldInTextAndJson() throws IOException {
    Path orders = directory.resolve("orders");
    Files.writeString(orders, "# by value\norder x: 1 2\n");
    String input = "s1 T1: w(x,1)\ns2 T2: w(x,1)\ns3 T3: w(x,2)\n";
    String told = orders + ":2: the version order of x lists 1, which 2 transactions wrote";
    String[] command = {"check", "--level", "ser", "--version-order", orders.toString(), "-"};
    assertThat(withInput(input, command).err()).startsWith("isogauge: " + told);

    String[] json = {
      "check", "--json", "--quiet", "--level", "ser", "--version-order", orders.toString(), "-"
    };
    CommandRun run = withInput(input, json);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("\"remarks\":[\"" + told);

    Files.writeString(orders, "order x: 1@T2 2\n");
    assertThat(withInput(input, command).err()).isEmpty();
    assertThat(withInput(input, json).out()).contains("\"remarks\":[]");
  }

  @Test
  void sessionOrderIsLeftOutOnRequest() {
    String input = "s1: r(x,nil) w(x,1) ; r(x,nil)\n";
    CommandRun with = withInput(input, "check", "--level", "ser", "-");
    CommandRun without = withInput(input, "check", "--level", "ser,cc", "--no-session-order", "-");

    assertThat(with.exitCode()).isEqualTo(1);
    assertThat(with.out()).contains("G-single-item-session");
    assertThat(without.out())
        .contains("serializability without session order  satisfied")
        .containsPattern("causal +violated");
  }

  @Test
  void anOrderThatDoesNotFitTheLevelLeavesItUnknown() {
    CommandRun run =
        isogauge("check", "--order", "timestamps", "--level", "pl-2", HISTORIES + "/causal");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).contains("pl-2 is not decided by timestamps", "another --order");
  }

  @Test
  void overlappingSessionsAreNotedWhicheverLevelDecides() {
    String input = "s1: [rt 1..9] r(x,nil) w(x,1) ; [rt 5..12] r(x,1)\n";
    for (String level : List.of("cc", "ser", "ser,cc", "sser,ra")) {
      assertThat(withInput(input, "check", "--level", level, "-").out())
          .contains("Note: OverlappingSession");
    }
  }

  @Test
  void repeatedValuesAreDecided() {
    CommandRun run =
        withInput("s1 first: w(x,1)\ns2 second: w(x,1)\ns3: r(x,1)\n", "check", "--level=cc", "-");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("satisfied");
  }

  @Test
  void withoutALevelItMeasuresAndExitsWithZero() {
    CommandRun run = isogauge("check", FRACTURED);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("cut-isolation", "read-committed", "read-atomic", "causal")
        .containsIgnoringCase("strongest");
  }

  @Test
  void manyFilesTakeALineEachAndASummary() {
    CommandRun run = isogauge("check", HISTORIES);

    assertThat(run.exitCode()).isZero();
    List<String> lines = run.out().lines().toList();
    assertThat(lines.stream().filter(line -> line.contains("long-fork.txt"))).hasSize(1);
    assertThat(run.out()).contains("fractured-read.txt", "aborted-read.txt");
  }

  @Test
  void manyFilesAtALevelExitWithTheWorst() {
    assertThat(isogauge("check", "--level", "cc", HISTORIES).exitCode()).isEqualTo(1);
    assertThat(isogauge("check", "--level", "cc", HISTORIES + "/causal").exitCode()).isZero();
    assertThat(
            isogauge("check", "--level", "cc", HISTORIES + "/causal", HISTORIES + "/absent")
                .exitCode())
        .isEqualTo(4);
  }

  @Test
  void jsonIsOneObjectPerFileAndLevel() {
    CommandRun run = isogauge("check", "--json", "--level", "rc,ra", FRACTURED);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out().lines()).hasSize(2);
    assertThat(run.out().lines())
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith("{")
                    .endsWith("}")
                    .contains("\"file\":", "\"level\":", "\"verdict\":", "\"reason\":")
                    .contains("\"anomalies\":", "\"stats\":"));
    assertThat(run.out()).containsSubsequence("\"satisfied\"", "\"violated\"");
  }

  @Test
  void reportsTakeThePlaceOfNothingThatIsRead() throws IOException {
    String text = "s1: w(x,1)\n";
    Path history = Files.writeString(directory.resolve("history.txt"), text);
    Path link = Files.createSymbolicLink(directory.resolve("link.txt"), history);
    Path orders = Files.writeString(directory.resolve("orders.txt"), "order x: 1\n");
    for (String[] options :
        new String[][] {
          {"--junit", history.toString()},
          {"--dot", history.toString()},
          {"--junit", directory + "/../" + directory.getFileName() + "/history.txt"},
          {"--junit", link.toString()},
          {"--version-order", orders.toString(), "--dot", orders.toString()},
          {"--junit", directory + "/new.xml", "--dot", directory + "/./new.xml"},
        }) {
      for (Path named : List.of(history, directory)) {
        List<String> command = new ArrayList<>(List.of("check", "--level", "si"));
        command.addAll(List.of(options));
        command.add(named.toString());

        CommandRun run = isogauge(command.toArray(String[]::new));

        assertThat(run.exitCode()).as("%s", command).isEqualTo(ExitCode.USAGE);
        assertThat(history).hasContent(text);
        assertThat(directory.toFile().list())
            .containsExactlyInAnyOrder("history.txt", "link.txt", "orders.txt");
      }
    }
  }

  @Test
  void aReportTakesThePlaceOfAnEarlierOne() throws IOException {
    Path junit = directory.resolve("report.xml");
    Files.writeString(directory.resolve("history.txt"), "s1: w(x,1)\n");
    for (int i = 0; i < 2; i++) {
      CommandRun run =
          isogauge("check", "--level", "si", "--junit", junit.toString(), directory.toString());

      assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
      assertThat(junit).content().contains("tests=\"1\" failures=\"0\" errors=\"0\"");
    }
  }

  @Test
  void junitAndDotAreWrittenBesideTheReport() throws IOException {
    Path junit = directory.resolve("report.xml");
    Path dot = directory.resolve("graph.dot");

    CommandRun run =
        isogauge(
            "check",
            "--level",
            "ra",
            "--junit",
            junit.toString(),
            "--dot",
            dot.toString(),
            FRACTURED);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(Files.readString(junit)).contains("<testsuite", "<failure", "FracturedRead");
    assertThat(Files.readString(dot)).contains("digraph");
    assertThat(directory.toFile().list()).hasSize(2);
  }

  @Test
  void aReportThatCannotBeWrittenIsAnEnvironmentError() {
    CommandRun run =
        isogauge("check", "--junit", directory.resolve("absent/x.xml").toString(), FRACTURED);

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("cannot write", "x.xml");
  }

  @Test
  void theProofsOfSatisfiedLevelsCanBeVerified() {
    CommandRun run = isogauge("check", "--verify", HISTORIES);

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void quietLeavesOutExplanations() {
    CommandRun run = isogauge("check", "--quiet", "--level", "ra", FRACTURED);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("violated").doesNotContain("Let");
  }

  @Test
  void theFormatCanBeForced() {
    CommandRun run = withInput("w(1,1,1,1)\n", "check", "--from", "plume", "--level", "cc", "-");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("plume");
  }

  @Test
  void verdictsAreColouredOnATerminal() {
    assertThat(onTerminal(Map.of(), "check", FRACTURED).out()).contains("\033[");
    assertThat(onTerminal(Map.of("NO_COLOR", "1"), "check", FRACTURED).out())
        .doesNotContain("\033[");
  }
}
