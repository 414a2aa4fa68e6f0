package dev.isogauge.app.check;

import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.ProductVersion;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.DotReport;
import dev.isogauge.report.HtmlReport;
import dev.isogauge.report.JUnitReport;
import dev.isogauge.report.JsonReport;
import dev.isogauge.report.Report;
import dev.isogauge.report.TextReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All reports of one check as one; the files among them appear when it is finished. */
final class Reports implements Report, AutoCloseable {
  private final List<Report> reports = new ArrayList<>();
  private final List<AtomicFile> files = new ArrayList<>();

  private Reports() {}

  /** The reports that the options ask for. */
  static Reports open(Console console, CheckOptions options, boolean many)
      throws EnvironmentException, IOException {
    Reports all = new Reports();
    all.reports.add(
        options.json()
            ? new JsonReport(console.out(), new MentionedCommands(options.versionOrder()))
            : new TextReport(console.out(), style(console, options, many)));
    try {
      if (options.junit().isPresent()) {
        all.reports.add(new JUnitReport(all.open(options.junit())));
      }
      if (options.dot().isPresent()) {
        all.reports.add(new DotReport(all.open(options.dot())));
      }
      if (options.html().isPresent()) {
        all.reports.add(
            new HtmlReport(
                all.open(options.html()),
                ProductVersion.version(),
                new MentionedCommands(options.versionOrder())));
      }
      return all;
    } catch (EnvironmentException | IOException e) {
      all.close(); // takes the file back that could be opened
      throw e;
    }
  }

  private static TextReport.Style style(Console console, CheckOptions options, boolean many) {
    TextReport.Style style =
        TextReport.Style.PLAIN
            .withColour(console.colour())
            .withWidth(console.width())
            .withQuiet(options.quiet())
            .withLines(many);
    return options.explained().isPresent()
        ? style.withMaxExplained(options.explained().getAsInt()).withAllCycles(true)
        : style;
  }

  private OutputStream open(Optional<Path> path) throws EnvironmentException {
    Path file = path.orElseThrow();
    try {
      AtomicFile opened = new AtomicFile(file);
      files.add(opened);
      return opened.output();
    } catch (IOException e) {
      throw new EnvironmentException("cannot write " + FileFailures.message(file.toString(), e));
    }
  }

  @Override
  public void file(List<CheckResult> levels, boolean measuring) throws IOException {
    for (Report report : reports) {
      report.file(levels, measuring);
    }
  }

  @Override
  public void undecided(Report.UndecidedInput input, boolean measuring) throws IOException {
    for (Report report : reports) {
      report.undecided(input, measuring);
    }
  }

  @Override
  public void failed(Report.FailedInput input, boolean measuring) throws IOException {
    for (Report report : reports) {
      report.failed(input, measuring);
    }
  }

  @Override
  public void finish() throws IOException {
    for (Report report : reports) {
      report.finish();
    }
    for (AtomicFile file : files) {
      file.commit();
    }
  }

  @Override
  public void close() throws IOException {
    for (AtomicFile file : files) {
      file.close();
    }
  }
}
