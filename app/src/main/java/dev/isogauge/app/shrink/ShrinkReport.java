package dev.isogauge.app.shrink;

import dev.isogauge.app.check.CheckOptions;
import dev.isogauge.app.check.MentionedCommands;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Hints;
import dev.isogauge.app.command.ProductVersion;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.app.io.HistoryOutput;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.CommandLines;
import dev.isogauge.report.HtmlReport;
import dev.isogauge.report.JsonReport;
import dev.isogauge.report.Report;
import dev.isogauge.report.TextReport;
import dev.isogauge.report.command.JsonShrinkage;
import dev.isogauge.report.command.Shrinkage;
import dev.isogauge.shrink.ShrinkResult;
import dev.isogauge.text.Printable;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reports what became of a history that was to be shrunk, as text or as JSON. */
final class ShrinkReport {
  private static final CommandLines COMMANDS = new MentionedCommands(Optional.empty());

  private final PrintStream out;
  private final TextReport.Style style;
  private final boolean json;
  private final String output;
  private final String outputFormat;
  private final Optional<Path> page;

  private ShrinkReport(
      PrintStream out,
      TextReport.Style style,
      boolean json,
      String output,
      String outputFormat,
      Optional<Path> page) {
    this.out = out;
    this.style = style;
    this.json = json;
    this.output = output;
    this.outputFormat = outputFormat;
    this.page = page;
  }

  /** On standard output, unless the history is written there. */
  static ShrinkReport on(
      Console console, CheckOptions options, HistoryOutput output, HistoryFormat format)
      throws UsageException {
    boolean free = output.file().isPresent();
    if (options.json() && !free) {
      throw new UsageException(
          "found --json and -o -; expected -o with a file, as both write to standard output");
    }
    return new ShrinkReport(
        free ? console.out() : console.err(),
        TextReport.Style.PLAIN
            .withColour(free && console.colour())
            .withWidth(console.width())
            .withQuiet(options.quiet()),
        options.json(),
        output.name(),
        format.id(),
        options.html());
  }

  /** Writes the report and returns the exit code: that of the verdict. */
  int write(String file, LoadedHistory loaded, Question question, ShrinkResult result)
      throws EnvironmentException {
    try {
      if (result instanceof ShrinkResult.Shrunk shrunk) {
        shrunk(file, loaded, question, shrunk);
        return ExitCode.VIOLATED;
      }
      notShrunk(file, loaded, question, Hints.on(result.verdict()));
      return result.verdict() instanceof Verdict.Satisfied ? ExitCode.SATISFIED : ExitCode.UNKNOWN;
    } catch (IOException e) {
      throw new EnvironmentException("cannot write the report: " + e.getMessage());
    }
  }

  private void shrunk(
      String file, LoadedHistory loaded, Question question, ShrinkResult.Shrunk shrunk)
      throws IOException {
    Shrinkage shrinkage =
        new Shrinkage(
            file,
            loaded.format().id(),
            loaded.history(),
            shrunk.history(),
            shrunk.kinds().stream().sorted().toList(),
            shrunk.minimal(),
            shrunk.checks(),
            output);
    if (json) {
      JsonShrinkage.write(shrinkage, out);
    } else {
      shrinkage.lines().forEach(line -> out.println(Printable.escape(line)));
      out.println();
    }
    check(output, outputFormat, shrunk.history(), question, shrunk.verdict());
  }

  private void notShrunk(String file, LoadedHistory loaded, Question question, Verdict verdict)
      throws IOException {
    if (json) {
      check(file, loaded.format().id(), loaded.history(), question, verdict);
      return;
    }
    String found =
        verdict instanceof Verdict.Unknown unknown
            ? "is not known to violate " + question.id() + " (" + unknown.reason() + ")"
            : "satisfies " + question.id();
    out.println(Printable.escape(file + " " + found + "; nothing to shrink"));
  }

  /** What check says of a history. */
  private void check(
      String file, String format, History history, Question question, Verdict verdict)
      throws IOException {
    List<CheckResult> results = List.of(CheckResult.of(file, format, history, question, verdict));
    write(json ? new JsonReport(out, COMMANDS) : new TextReport(out, style), results);
    if (page.isPresent() && verdict instanceof Verdict.Violated) {
      try (AtomicFile whole = new AtomicFile(page.get())) {
        write(new HtmlReport(whole.output(), ProductVersion.version(), COMMANDS), results);
        whole.commit();
      }
    }
  }

  private static void write(Report report, List<CheckResult> results) throws IOException {
    report.file(results, false);
    report.finish();
  }
}
