package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {
  private final StringBuilder out = new StringBuilder();

  @Test
  void measuresOneFile() throws IOException {
    Report report = new TextReport(out, TextReport.Style.PLAIN);
    report.file(SampleResults.fractured("a.txt"), true);
    report.finish();
    assertThat(out.toString())
        .isEqualTo(
            """
            Strongest levels that hold: read committed and cut isolation.
            Weakest level violated: read atomic (fractured read, 3 times); with it fall causal consistency,
              snapshot isolation, serializability and strict serializability.

            a.txt (plume): 3 sessions, 3 transactions, 6 operations, 2 keys
              causal          violated: 3 FracturedRead (TAP-k)
              read-atomic     violated: 3 FracturedRead (TAP-k)
              read-committed  satisfied
              cut-isolation   satisfied

            FracturedRead (TAP-k): T3 read x = 1: it saw T2, but not its write of x = 2
              Let
                T1 (session s1) = w(x,1)
                T2 (session s2) = r(x,1) w(x,2) w(y,2)
                T3 (session s3) = r(x,1) r(y,2)
              Then
                T1 < T2, because T2 read x = 1, which T1 wrote.
                However, T2 < T1, because T3 read x = 1, which T1 wrote, although T2, which wrote x = 2, was
                  visible to it: T3 also read y = 2, which T2 wrote. A contradiction!
                A transaction that sees T2 must see all of its writes, so T3 should have read x = 2 or a later
                  version.
                Levels that forbid this: read-atomic, causal, snapshot-isolation, serializability,
                  strict-serializability.
            … and 2 more FracturedRead (TAP-k)
            """);
  }

  @Test
  void aCycleIsNotToldAgainAfterANamedPattern() throws IOException {
    TextReport.Style everything = TextReport.Style.PLAIN.withAllCycles(true);

    assertThat(render(SampleResults.withCycle(true), TextReport.Style.PLAIN))
        .contains("Violated: read atomic (fractured read).")
        .contains("violated: 1 FracturedRead (TAP-k), 1 CommitOrderCycle")
        .contains("\nFracturedRead (TAP-k): ")
        .doesNotContain("\nCommitOrderCycle: ");
    assertThat(render(SampleResults.withCycle(true), everything))
        .contains("\nFracturedRead (TAP-k): ", "\nCommitOrderCycle: ");
  }

  @Test
  void aCycleWithoutANamedPatternIsExplained() throws IOException {
    assertThat(render(SampleResults.withCycle(false), TextReport.Style.PLAIN))
        .contains("violated: 1 CommitOrderCycle")
        .contains("\nCommitOrderCycle: ");
  }

  private String render(List<CheckResult> results, TextReport.Style style) throws IOException {
    out.setLength(0);
    new TextReport(out, style).file(results, false);
    return out.toString();
  }

  @Test
  void judgesOneFileWithoutMeasuring() throws IOException {
    Report report = new TextReport(out, TextReport.Style.PLAIN);
    report.file(SampleResults.unknown("a.txt"), false);
    report.finish();
    assertThat(out.toString())
        .isEqualTo(
            """
            Undecided: causal consistency.

            a.txt (plume): 1 session, 2 transactions, 2 operations, 1 key
              causal  unknown: no verdict within 5 ms

            Note: OverlappingSession: T2 began before T1 ended, in session s1
              Let
                T1 (session s1) = w(x,1)
                T2 (session s1) = w(x,2)
              Then
                T1 comes before T2 in session s1, but on the client's clock T2 began at 2, before T1 ended at 6.
                No order between the two is assumed; by itself this violates no level.
            """);
  }

  @Test
  void inventsNothingAboutAFileThatWasNotRead() throws IOException {
    Report report = new TextReport(out, TextReport.Style.PLAIN);
    report.undecided(SampleResults.unread("a.txt"), false);
    report.finish();
    assertThat(out.toString())
        .isEqualTo(
            """
            a.txt: not read: not enough memory
              read-atomic  unknown
              causal       unknown
            """);
  }

  @Test
  void quietShowsVerdictsOnly() throws IOException {
    Report report = new TextReport(out, TextReport.Style.PLAIN.withQuiet(true));
    report.file(SampleResults.fractured("a.txt").subList(2, 3), false);
    report.finish();
    assertThat(out.toString().lines()).hasSize(2);
  }

  @Test
  void givesEachOfManyFilesOneLine() throws IOException {
    Report report = new TextReport(out, TextReport.Style.PLAIN.withLines(true));
    report.file(SampleResults.fractured("a.txt").subList(2, 3), false);
    report.file(SampleResults.satisfied("b.txt"), false);
    report.file(SampleResults.unknown("c.txt"), false);
    report.undecided(SampleResults.unread("u.txt"), false);
    report.failed(new Report.FailedInput("d.txt", "d.txt:1:2: found 'q', expected r or w"), false);
    report.failed(new Report.FailedInput("e.txt", "permission denied"), false);
    report.finish();
    assertThat(out.toString())
        .isEqualTo(
            """
            violated    a.txt: read-atomic violated (3 FracturedRead (TAP-k))
            satisfied   b.txt
            unknown     c.txt: causal unknown (no verdict within 5 ms)
            unknown     u.txt: not enough memory
            unreadable  d.txt:1:2: found 'q', expected r or w
            unreadable  e.txt: permission denied

            6 files: 1 satisfied, 1 violated, 2 unknown, 2 unreadable
              causal       1 satisfied, 2 unknown
              read-atomic  1 violated, 1 unknown
            """);
  }

  @Test
  void measuresManyFiles() throws IOException {
    Report report = new TextReport(out, TextReport.Style.PLAIN.withLines(true));
    report.file(SampleResults.fractured("a.txt"), true);
    report.file(SampleResults.satisfied("b.txt"), true);
    report.file(SampleResults.unknown("c.txt"), true);
    report.file(SampleResults.fractured("d.txt").subList(2, 4), true);
    report.undecided(SampleResults.unread("e.txt"), true);
    report.failed(new Report.FailedInput("f.txt", "permission denied"), true);
    report.finish();
    assertThat(out.toString())
        .isEqualTo(
            """
            cut-isolation+read-committed  a.txt: read-atomic violated (3 FracturedRead (TAP-k))
            causal                        b.txt
            unknown                       c.txt: causal unknown (no verdict within 5 ms)
            none                          d.txt: read-atomic violated (3 FracturedRead (TAP-k))
            unknown                       e.txt: not enough memory
            unreadable                    f.txt: permission denied

            6 files, 1 unreadable
              causal          1 satisfied, 2 violated, 2 unknown
              read-atomic     2 violated, 1 unknown
              read-committed  1 satisfied
              cut-isolation   1 satisfied
            """);
  }

  @Test
  void levelsThatFallForTheSameReasonShareIt() throws IOException {
    assertThat(
            render(
                SampleResults.fractured("a.txt").subList(2, 4),
                TextReport.Style.PLAIN.withLines(true)))
        .isEqualTo("violated    a.txt: read-atomic, causal violated (3 FracturedRead (TAP-k))\n");
  }

  @Test
  void keepsToTheWidthOfATerminal() throws IOException {
    new TextReport(out, TextReport.Style.PLAIN.withWidth(40).withColour(true))
        .file(SampleResults.fractured("a.txt"), true);
    String plain = out.toString().replaceAll("\u001b\\[[0-9]+m", "");
    assertThat(plain.lines()).allMatch(line -> line.length() <= 40);
    assertThat(plain)
        .contains(
            """
            Weakest level violated: read atomic
              (fractured read, 3 times); with it
            """,
            "\n  read-atomic     violated: 3\n      FracturedRead (TAP-k)\n");
  }

  @Test
  void coloursOnlyIfTold() throws IOException {
    new TextReport(out, TextReport.Style.PLAIN.withColour(true))
        .file(SampleResults.fractured("a"), true);
    assertThat(out).contains("\u001b[31mviolated\u001b[0m", "\u001b[32msatisfied\u001b[0m");
    out.setLength(0);
    new TextReport(out, TextReport.Style.PLAIN).file(SampleResults.fractured("a"), true);
    assertThat(out).doesNotContain("\u001b");
  }

  @Test
  void showsNothingThatATerminalActsUpon() throws IOException {
    for (boolean lines : List.of(false, true)) {
      Report report = new TextReport(out, TextReport.Style.PLAIN.withLines(lines));
      report.file(SampleResults.hostile(), false);
      report.failed(
          new Report.FailedInput(SampleResults.HOSTILE, "bad " + SampleResults.HOSTILE), false);
      report.finish();
    }
    assertThat(out.chars().filter(c -> c != '\n' && Character.isISOControl(c))).isEmpty();
    assertThat(out).contains("\\u001b[31m").doesNotContain("\u202e");
  }
}
