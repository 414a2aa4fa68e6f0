package dev.isogauge.report.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Plan;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.toolkit.Terminal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanReportTest {
  private static PlanReport.Routes routes() throws Exception {
    Plan plan = Plan.of(IsogaugeText.parse("s1: [rt 1..2] w(x,1) | s2: w(x,2) | s3: r(x,1)"));
    return new PlanReport.Routes(
        "run.txt",
        "isogauge",
        plan.questions().stream().map(plan::route).toList(),
        List.of(plan.route(plan.question(IsolationLevel.PL_3))));
  }

  @Test
  void levelsThatAreCheckedAlikeShareAParagraph() throws Exception {
    StringBuilder text = new StringBuilder();

    PlanReport.text(routes(), new Terminal(text, false, 0));

    assertThat(text)
        .hasToString(
            """
            run.txt (isogauge)

              cut-isolation, read-committed, read-atomic, causal
                checker   commit-order: derives the commit order that sessions and reads force; a cycle in it is
                            a violation
                why       the level depends only on sessions and on which write each read saw

              snapshot-isolation, serializability
                checker   search: searches for an order of versions that explains every read, which can take
                            exponential time
                why       reads do not show the order of versions, since s2.1 writes x without having read it
                for more  read every key before writing it, or append to lists: then no search is needed, and
                            the time grows linearly with the history
                          record start and commit timestamps, or version orders: then the order that the
                            database used is checked as well, and not only whether some order explains the reads

              strict-serializability
                checker   search: searches for an order of versions that explains every read, which can take
                            exponential time
                why       reads do not show the order of versions, since s2.1 writes x without having read it
                for more  read every key before writing it, or append to lists: then no search is needed, and
                            the time grows linearly with the history
                          record begin and end of every transaction: s2.1 lacks them, so the checker can find a
                            violation but not show that the level holds
                          record version orders, or a serial order: then the order that the database used is
                            checked as well, and not only whether some order explains the reads

            Not measured; checked when asked for by name:

              pl-3
                checker   partial-graph: builds the graph of those dependencies that reads show; it can find a
                            violation, and that the level holds where the rest does not matter
                why       reads do not show the order of versions, since s2.1 writes x without having read it
                for more  read every key before writing it, or append to lists: without that the level can be
                            shown to hold only where the order of the rest does not matter
                          record version orders: then the order that the database used is checked as well, and
                            not only whether some order explains the reads
            """);
  }

  @Test
  void jsonHasAnObjectPerQuestion() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    PlanReport.json(routes(), out);

    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(8);
    assertThat(lines.get(0))
        .isEqualTo(
            "{\"file\":\"run.txt\",\"format\":\"isogauge\",\"level\":\"cut-isolation\","
                + "\"order\":\"none\",\"sessionOrder\":true,\"measured\":true,"
                + "\"checker\":\"commit-order\",\"searches\":false,"
                + "\"why\":\"the level depends only on sessions and on which write each read saw\","
                + "\"forMore\":[]}");
    assertThat(lines.get(7))
        .contains("\"level\":\"pl-3\"", "\"measured\":false", "\"checker\":\"partial-graph\"")
        .contains("{\"remedy\":\"record version orders\",\"effect\":\"then the order");
  }
}
