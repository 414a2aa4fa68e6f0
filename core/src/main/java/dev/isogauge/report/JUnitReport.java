package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Measurement;
import dev.isogauge.explain.Explainer;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.toolkit.JUnitXml;
import dev.isogauge.report.toolkit.JUnitXml.Problem;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Renders results as JUnit XML for continuous integration: a test suite per file, a test case per
 * level. A violated level is a failure with its explanations; an unknown one, like an unreadable
 * file, is an error: it must not pass, and the database is not to blame either.
 *
 * <p>When measuring, nothing was demanded and nothing can fail: a file is one test case that
 * passes, with the verdicts as properties of its suite. Only one without a transaction, of which
 * nothing was measured, is an error.
 */
public final class JUnitReport implements Report {
  private static final int EXPLAINED_PER_KIND = 3;

  private final JUnitXml xml;

  /** Writes XML to the stream. */
  public JUnitReport(OutputStream out) throws IOException {
    xml = new JUnitXml(out);
  }

  @Override
  public void file(List<CheckResult> levels, boolean measuring) throws IOException {
    if (levels.isEmpty()) {
      return;
    }
    if (measuring) {
      measured(levels);
    } else {
      judged(levels);
    }
  }

  @Override
  public void undecided(Report.UndecidedInput input, boolean measuring) throws IOException {
    String file = input.file();
    int levels = input.levels().size();
    if (measuring) {
      xml.suite(file, 1, 0, 0, Duration.ZERO);
      xml.properties();
      for (IsolationLevel level : input.levels()) {
        xml.property(level.id(), "unknown");
      }
      xml.end();
      xml.testCase(file, "measured", Duration.ZERO);
      xml.output(input.reason());
      xml.end();
    } else {
      xml.suite(file, levels, 0, levels, Duration.ZERO);
      for (IsolationLevel level : input.levels()) {
        xml.testCase(file, level.id(), Duration.ZERO);
        xml.problem(Problem.ERROR, "unknown", input.reason(), input.reason());
        xml.end();
      }
    }
    xml.end();
  }

  @Override
  public void failed(Report.FailedInput input, boolean measuring) throws IOException {
    xml.suite(input.file(), 1, 0, 1, Duration.ZERO);
    xml.testCase(input.file(), "read", Duration.ZERO);
    xml.problem(Problem.ERROR, "unreadable", input.message(), input.message());
    xml.end();
    xml.end();
  }

  @Override
  public void finish() throws IOException {
    xml.finish();
  }

  private void judged(List<CheckResult> levels) throws IOException {
    Measurement verdicts = CheckResult.measurement(levels);
    String file = levels.get(0).file();
    xml.suite(
        file, levels.size(), verdicts.violated().size(), verdicts.unknown().size(), total(levels));
    for (CheckResult result : levels) {
      xml.testCase(file, result.question().id(), result.times().check());
      String reason = Findings.reason(result.verdict());
      String explanations = explanations(List.of(result));
      if (result.verdict() instanceof Verdict.Violated) {
        xml.problem(Problem.FAILURE, "violated", reason, explanations);
      } else if (result.verdict() instanceof Verdict.Unknown) {
        xml.problem(Problem.ERROR, "unknown", reason, reason + "\n\n" + explanations);
      } else {
        xml.output(said(result) + explanations);
      }
      xml.end();
    }
    xml.end();
  }

  private void measured(List<CheckResult> levels) throws IOException {
    String file = levels.get(0).file();
    boolean empty = levels.get(0).whole().transactions() == 0;
    xml.suite(file, 1, 0, empty ? 1 : 0, total(levels));
    xml.properties();
    for (CheckResult result : levels) {
      xml.property(result.question().id(), result.verdict().word());
    }
    xml.end();
    xml.testCase(file, "measured", total(levels));
    if (empty) {
      String reason = Findings.reason(levels.get(0).verdict());
      xml.problem(Problem.ERROR, "unknown", reason, reason);
    }
    xml.output(
        levels.stream().map(JUnitReport::reservation).collect(Collectors.joining())
            + chances(levels.get(0))
            + explanations(levels));
    xml.end();
    xml.end();
  }

  /** What a level that holds is worth. */
  private static String said(CheckResult result) {
    return reservation(result) + chances(result);
  }

  private static String reservation(CheckResult result) {
    return result.reservation().map(text -> result.question().id() + ": " + text + "\n").orElse("");
  }

  private static String chances(CheckResult result) {
    return result.chances().map(all -> all.sentence() + "\n\n").orElse("");
  }

  private static Duration total(List<CheckResult> levels) {
    CheckResult.Times first = levels.get(0).times();
    return levels.stream()
        .map(result -> result.times().check())
        .reduce(first.read().plus(first.index()), Duration::plus);
  }

  private static String explanations(List<CheckResult> levels) {
    Explainer explainer = new Explainer(levels.get(0).history());
    return explanations(explainer, Findings.of(levels), "")
        + explanations(explainer, Findings.notes(levels), "Note: ");
  }

  private static String explanations(Explainer explainer, List<Findings> findings, String prefix) {
    StringBuilder text = new StringBuilder();
    for (Findings found : findings) {
      List<Anomaly> shown = found.clearest(EXPLAINED_PER_KIND);
      for (Anomaly anomaly : shown) {
        text.append(prefix).append(explainer.explain(anomaly).text()).append("\n");
      }
      if (found.count() > shown.size()) {
        text.append(found.more(shown.size())).append("\n\n");
      }
    }
    return text.toString();
  }
}
