package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Verdict;
import dev.isogauge.explain.Explainer;
import dev.isogauge.explain.Printable;
import dev.isogauge.explain.Words;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.io.Flushable;
import java.io.IOException;
import java.util.List;

/**
 * Renders results for people at a terminal: the verdict per level, what was found by kind, and the
 * first anomalies of each kind explained; or, in the style for many files, a line for each and a
 * summary.
 */
public final class TextReport implements Report {
  private final Appendable out;
  private final TextStyle style;
  private final Terminal terminal;
  private final TextSummary summary = new TextSummary();

  public TextReport(Appendable out, TextStyle style) {
    this.out = out;
    this.style = style;
    this.terminal = new Terminal(out, style.colour());
  }

  @Override
  public void file(List<CheckResult> levels, boolean measuring) throws IOException {
    if (levels.isEmpty()) {
      return;
    }
    boolean first = summary.isEmpty();
    summary.add(levels, measuring);
    if (style.lines()) {
      line(levels, measuring);
    } else {
      terminal.append(first ? "" : "\n");
      whole(levels, measuring);
    }
  }

  @Override
  public void undecided(UndecidedInput input, boolean measuring) throws IOException {
    summary.add(input, measuring);
    if (style.lines()) {
      terminal.verdict("unknown");
      terminal.line("     " + Printable.escape(input.file() + ": " + input.reason()));
      return;
    }
    terminal.line(Printable.escape(input.file() + ": not read: " + input.reason()));
    int width = input.levels().stream().mapToInt(level -> level.id().length()).max().orElse(0);
    for (IsolationLevel level : input.levels()) {
      verdict(level, width, "unknown");
      terminal.line("");
    }
  }

  @Override
  public void failed(FailedInput input) throws IOException {
    summary.addUnreadable();
    String message =
        input.message().startsWith(input.file())
            ? input.message()
            : input.file() + ": " + input.message();
    terminal.verdict("unreadable");
    terminal.line("  " + Printable.escape(message));
  }

  @Override
  public void finish() throws IOException {
    if (style.lines() && !style.quiet()) {
      terminal.line("");
      for (String line : summary.lines()) {
        terminal.line(line);
      }
    }
    if (out instanceof Flushable flushable) {
      flushable.flush();
    }
  }

  private void line(List<CheckResult> levels, boolean measuring) throws IOException {
    String file = Printable.escape(levels.get(0).file());
    if (measuring) {
      terminal.line(file + ": " + String.join("; ", TextSummary.measured(levels)));
      return;
    }
    String word = Measurement.of(levels).word();
    terminal.verdict(word);
    String reasons =
        String.join(
            "; ",
            levels.stream()
                .filter(result -> !(result.verdict() instanceof Verdict.Satisfied))
                .map(TextReport::verdictInWords)
                .toList());
    terminal.line(
        " ".repeat(12 - word.length()) + file + (reasons.isEmpty() ? "" : ": " + reasons));
  }

  private static String verdictInWords(CheckResult result) {
    return result.level().id()
        + " "
        + result.verdict().word()
        + " ("
        + Printable.escape(Findings.reason(result.verdict()))
        + ")";
  }

  private void whole(List<CheckResult> levels, boolean measuring) throws IOException {
    headline(levels.get(0));
    int width = levels.stream().mapToInt(result -> result.level().id().length()).max().orElse(0);
    for (CheckResult result : levels) {
      verdict(result.level(), width, result.verdict().word());
      String reason = Printable.escape(Findings.reason(result.verdict()));
      terminal.line(reason.isEmpty() ? "" : ": " + reason);
    }
    if (measuring) {
      for (String line : TextSummary.inSentences(Measurement.of(levels))) {
        terminal.line(line);
      }
    }
    if (!style.quiet()) {
      History history = levels.get(0).history();
      explain(
          history,
          style.allCycles() ? Findings.of(levels) : Findings.withoutRetoldCycles(levels),
          "");
      explain(history, Findings.notes(levels), "Note: ");
    }
  }

  private void verdict(IsolationLevel level, int width, String word) throws IOException {
    terminal.append("  " + level.id() + " ".repeat(width - level.id().length() + 2));
    terminal.verdict(word);
  }

  private void headline(CheckResult result) throws IOException {
    History history = result.history();
    terminal.line(
        String.format(
            "%s (%s): %s, %s, %s, %s",
            Printable.escape(result.file()),
            result.format(),
            Words.count(history.sessionCount(), "session"),
            Words.count(history.transactionCount(), "transaction"),
            Words.count(history.operationCount(), "operation"),
            Words.count(history.keyCount(), "key")));
  }

  private void explain(History history, List<Findings> findings, String prefix) throws IOException {
    Explainer explainer = new Explainer(history);
    for (Findings found : findings) {
      List<Anomaly> shown = found.first(style.maxExplained());
      for (Anomaly anomaly : shown) {
        terminal.line("");
        terminal.append(prefix);
        terminal.explanation(explainer.explain(anomaly));
      }
      if (!shown.isEmpty() && found.count() > shown.size()) {
        terminal.line(found.more(shown.size()));
      }
    }
  }
}
