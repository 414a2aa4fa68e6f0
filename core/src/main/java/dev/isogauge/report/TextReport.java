package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Measurement;
import dev.isogauge.explain.Explainer;
import dev.isogauge.history.History;
import dev.isogauge.history.HistorySize;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.toolkit.Terminal;
import dev.isogauge.text.Printable;
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Verdict;
import java.io.Flushable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Renders results for people at a terminal: the verdict per level, what was found by kind, and the
 * first anomalies of each kind explained; or, in the style for many files, a line for each and a
 * summary.
 */
public final class TextReport implements Report {
  private static final String WIDEST_VERDICT = "unreadable";
  private static final String WIDEST_ANSWER = "cut-isolation+read-committed";

  private final Appendable out;
  private final Style style;
  private final Terminal terminal;
  private final TextSummary summary = new TextSummary();

  /** Writes text in a style. */
  public TextReport(Appendable out, Style style) {
    this.out = out;
    this.style = style;
    this.terminal = new Terminal(out, style.colour(), style.width());
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
  public void undecided(Report.UndecidedInput input, boolean measuring) throws IOException {
    summary.add(input, measuring);
    if (style.lines()) {
      line("unknown", input.file() + ": " + input.reason(), measuring);
      return;
    }
    terminal.line(Printable.escape(input.file() + ": not read: " + input.reason()));
    int width = input.levels().stream().mapToInt(level -> level.id().length()).max().orElse(0);
    for (IsolationLevel level : input.levels()) {
      terminal.row(label(level.id(), width), "unknown", "");
    }
  }

  @Override
  public void failed(Report.FailedInput input, boolean measuring) throws IOException {
    summary.addUnreadable();
    String message =
        input.message().startsWith(input.file())
            ? input.message()
            : input.file() + ": " + input.message();
    line("unreadable", message, measuring);
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
    Measurement measurement = CheckResult.measurement(levels);
    List<CheckResult> shown = levels;
    if (measuring) { // What violates a level violates all stronger ones.
      List<Question> weakest = measurement.weakestViolated();
      shown =
          levels.stream()
              .filter(
                  result ->
                      result.verdict() instanceof Verdict.Unknown
                          || weakest.contains(result.question()))
              .toList();
    }
    String shortfalls = shortfalls(shown);
    line(
        measuring ? measurement.answer() : measurement.word(),
        levels.get(0).file() + (shortfalls.isEmpty() ? "" : ": " + shortfalls),
        measuring);
  }

  /** The answer comes first, in a column as wide as it may need: to sort, and for grep and awk. */
  private void line(String answer, String rest, boolean measuring) throws IOException {
    int width = (style.lines() && measuring ? WIDEST_ANSWER : WIDEST_VERDICT).length();
    terminal.row(
        "", answer, " ".repeat(Math.max(0, width - answer.length()) + 2) + Printable.escape(rest));
  }

  /** The levels that do not hold; those with the same verdict and reason together. */
  private static String shortfalls(List<CheckResult> levels) {
    Map<String, List<String>> levelsOf = new LinkedHashMap<>();
    for (CheckResult result : levels) {
      if (!(result.verdict() instanceof Verdict.Satisfied)) {
        String verdict = result.verdict().word() + " (" + Findings.reason(result.verdict()) + ")";
        levelsOf.computeIfAbsent(verdict, unused -> new ArrayList<>()).add(result.question().id());
      }
    }
    List<String> parts = new ArrayList<>();
    levelsOf.forEach((verdict, ids) -> parts.add(String.join(", ", ids) + " " + verdict));
    return String.join("; ", parts);
  }

  private void whole(List<CheckResult> levels, boolean measuring) throws IOException {
    if (measuring || !style.quiet()) {
      for (String sentence : Answer.sentences(levels, measuring)) {
        terminal.prose(sentence);
      }
      terminal.line("");
    }
    table(levels);
    if (!style.quiet()) {
      details(levels);
    }
  }

  /** What the file could have shown, and what was found, explained. */
  public void details(List<CheckResult> levels) throws IOException {
    chances(levels);
    explain(levels);
    explain(levels.get(0).history(), Findings.notes(levels), "Note: ");
  }

  /** What the file could have shown. */
  public void chances(List<CheckResult> levels) throws IOException {
    if (levels.get(0).chances().isPresent()) {
      terminal.prose(levels.get(0).chances().get().sentence());
    } else if (levels.get(0).size().isPresent()) {
      terminal.prose("Could have shown: not counted, as the file does not fit into memory.");
    }
  }

  /** The file and the verdict on each level, the strongest first. */
  public void table(List<CheckResult> levels) throws IOException {
    headline(levels.get(0));
    int width = levels.stream().mapToInt(result -> result.question().id().length()).max().orElse(0);
    for (CheckResult result :
        levels.stream()
            .sorted(Comparator.comparing(CheckResult::question, Answer.STRONGEST_FIRST))
            .toList()) {
      String reason =
          Printable.escape(result.reservation().orElse(Findings.reason(result.verdict())));
      terminal.row(
          label(result.question().id(), width),
          result.verdict().word(),
          reason.isEmpty() ? "" : ": " + reason);
    }
    for (CheckResult result : levels) {
      if (result.lost().isPresent()) {
        terminal.prose(Printable.escape(result.lost().get()));
      }
    }
    if (!style.quiet()) {
      for (String claim : TextSummary.claims(levels)) {
        terminal.prose(claim);
      }
    }
  }

  /** Explains what was found at some levels of one file, and nothing else. */
  public void explain(List<CheckResult> levels) throws IOException {
    explain(
        levels.get(0).history(),
        style.allCycles() ? Findings.of(levels) : Findings.withoutRetoldCycles(levels),
        "");
  }

  private static String label(String level, int width) {
    return "  " + level + " ".repeat(width - level.length() + 2);
  }

  private void headline(CheckResult result) throws IOException {
    HistorySize all = result.whole();
    terminal.line(
        String.format(
            "%s (%s): %s, %s, %s, %s",
            Printable.escape(result.file()),
            result.format(),
            Words.count(all.sessions(), "session"),
            Words.count(all.transactions(), "transaction"),
            Words.count(all.operations(), "operation"),
            Words.count(all.keys(), "key")));
  }

  private void explain(History history, List<Findings> findings, String prefix) throws IOException {
    Explainer explainer = new Explainer(history);
    for (Findings found : findings) {
      List<Anomaly> shown = found.clearest(style.maxExplained());
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

  /**
   * How the terminal report looks.
   *
   * @param colour whether verdicts are coloured
   * @param quiet whether only verdicts are shown: no explanations, notes or summary
   * @param maxExplained how many anomalies of each kind are explained; the rest is only counted
   * @param allCycles whether commit-order cycles are explained even where a named pattern of the
   *     same level explains the same fault
   * @param lines whether each file takes one line, for reports about many files
   * @param width of the terminal in columns, 0 if it is not known
   */
  public record Style(
      boolean colour,
      boolean quiet,
      int maxExplained,
      boolean allCycles,
      boolean lines,
      int width) {
    /**
     * No colour, one anomaly of each kind explained, no story twice, everything about each file.
     */
    public static final Style PLAIN = new Style(false, false, 1, false, false, 0);

    /** The same style with or without colours. */
    public Style withColour(boolean newColour) {
      return new Style(newColour, quiet, maxExplained, allCycles, lines, width);
    }

    /** The same style with or without explanations, notes and summary. */
    public Style withQuiet(boolean newQuiet) {
      return new Style(colour, newQuiet, maxExplained, allCycles, lines, width);
    }

    /** The same style with another number of anomalies explained. */
    public Style withMaxExplained(int newMaxExplained) {
      return new Style(colour, quiet, newMaxExplained, allCycles, lines, width);
    }

    /** The same style with or without cycles that a named pattern explains. */
    public Style withAllCycles(boolean newAllCycles) {
      return new Style(colour, quiet, maxExplained, newAllCycles, lines, width);
    }

    /** The same style with one line a file, or with everything. */
    public Style withLines(boolean newLines) {
      return new Style(colour, quiet, maxExplained, allCycles, newLines, width);
    }

    /** The same style on a terminal of that many columns. */
    public Style withWidth(int newWidth) {
      return new Style(colour, quiet, maxExplained, allCycles, lines, newWidth);
    }
  }
}
