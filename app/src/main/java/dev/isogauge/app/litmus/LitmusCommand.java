package dev.isogauge.app.litmus;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.BugReports;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.Interruption;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Passwords;
import dev.isogauge.app.command.ProductVersion;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.ServerSettings;
import dev.isogauge.app.command.SqlDatabases;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.command.UsersSchema;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.app.io.Browser;
import dev.isogauge.app.io.Inputs;
import dev.isogauge.app.io.OutDirectory;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.litmus.CellFiles;
import dev.isogauge.collect.litmus.DatabaseResult;
import dev.isogauge.collect.litmus.ExpectedMatrix;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.MatrixJUnit;
import dev.isogauge.collect.litmus.MatrixJson;
import dev.isogauge.collect.litmus.MatrixPage;
import dev.isogauge.collect.litmus.MatrixText;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Schedules;
import dev.isogauge.text.Suggestions;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/** Runs scripted schedules on databases and shows which anomalies each level allows. */
public final class LitmusCommand implements Command {
  private final Console console;

  public LitmusCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "litmus",
            "Runs scripted schedules on databases, at every isolation level, and shows which"
                + " anomalies are possible.");
    spec.addPositional(Options.optional("DB...", SqlDatabases.description()));
    spec.addOption(
        Options.repeated(
            "--isolation",
            "LEVEL[,LEVEL...]",
            "Only these levels. Default: all that a database has."));
    spec.addOption(
        Options.repeated(
            "--schedule",
            "FILE|NAME",
            "Only this schedule, from a file or built in; may be repeated. Default: all"
                + " built-in ones."));
    spec.addOption(Options.value("--print", "NAME", "Print a built-in schedule."));
    spec.addOption(Options.flag("--json", "Write JSON Lines, one object per cell."));
    Browser.describe(spec, "the matrix, with the events behind each cell.");
    spec.addOption(
        Options.value(
            "--out", "DIR", "Write each cell's history and events here. Default: nowhere."));
    spec.addOption(BugReports.option());
    spec.addOption(
        Options.value(
            "--junit", "FILE", "Also write JUnit XML, a test case per level and schedule."));
    spec.addOption(
        Options.value(
            "--expect",
            "FILE",
            "Compare with a matrix that --json wrote earlier, and fail only if it has changed."
                + " Default: fail if a claim is broken."));
    Options.section(spec, "Database");
    spec.addOption(
        Options.value(
            "--block-timeout",
            "TIME",
            "When a step counts as blocked, if the engine does not show it. Default 300ms."));
    spec.addOption(
        Options.value("--lock-timeout", "TIME", "How long statements wait for locks. Default 2s."));
    spec.addOption(ServerSettings.option());
    spec.addOption(UsersSchema.option());
    Passwords.describe(spec);
    spec.addOption(Options.flag("--force", "Replace tables of an earlier run on your server."));
    return Options.finish(
        spec,
        "isogauge litmus postgres h2 hsqldb derby sqlite",
        "isogauge litmus postgres h2 --html matrix.html --open",
        "isogauge litmus postgres --isolation rr --schedule g2-item --out cells",
        "isogauge litmus mariadb --isolation rr --set innodb_snapshot_isolation=ON",
        "isogauge litmus h2 --expect h2.jsonl  # which --json wrote earlier",
        "isogauge litmus --print g2-item > mine.litmus  # then --schedule mine.litmus");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    if (arguments.text("--print").isPresent()) {
      console.out().print(Schedules.text(known(arguments.text("--print").get())));
      return ExitCode.SATISFIED;
    }
    List<String> databases = arguments.databases();
    SqlDatabases.require(databases, arguments.names("--isolation"), ServerSettings.of(arguments));
    List<Schedule> schedules = new ArrayList<>();
    for (String name : arguments.texts("--schedule")) {
      int code = add(name, schedules);
      if (code != ExitCode.SATISFIED) {
        return code;
      }
    }
    if (schedules.isEmpty()) {
      schedules.addAll(Schedules.all());
    }
    Optional<ExpectedMatrix> expected = Optional.empty();
    if (arguments.path("--expect").isPresent()) {
      try {
        expected = Optional.of(ExpectedMatrix.read(arguments.path("--expect").get()));
      } catch (IOException e) {
        console.say(FileFailures.message(arguments.path("--expect").get().toString(), e));
        return ExitCode.UNREADABLE;
      }
    }
    Optional<Path> junit = arguments.path("--junit");
    if (junit.isPresent()) {
      AtomicFile.requirePossible(junit.get());
      if (arguments.path("--expect").filter(file -> Inputs.isSame(file, junit.get())).isPresent()) {
        throw new UsageException("--junit: found the file of --expect; expected another one");
      }
    }
    LitmusSettings settings = LitmusSettings.defaults();
    if (arguments.duration("--block-timeout").isPresent()) {
      settings = settings.withBlockTimeout(arguments.duration("--block-timeout").get());
    }
    DatabaseOptions options =
        UsersSchema.in(DatabaseOptions.defaults(), arguments)
            .withLockTimeout(arguments.duration("--lock-timeout").orElse(Duration.ofSeconds(2)))
            .withSettings(ServerSettings.of(arguments))
            .withReplaceTables(arguments.flag("--force"))
            .withNotices(arguments.quiet() ? notice -> {} : console::say);
    List<String> logins =
        databases.stream().map(Passwords.logins(arguments, console, databases)).toList();
    OutDirectory.create(arguments);
    BugReports.requirePossible(arguments);
    Optional<Path> opened = Browser.toOpen(arguments);
    if (arguments.path("--html").isPresent()) {
      AtomicFile.requirePossible(arguments.path("--html").get());
    }
    try (Interruption interruption = new Interruption();
        Progress progress = Progress.on(console, arguments.quiet());
        LitmusRun run =
            new LitmusRun(schedules, settings, arguments.names("--isolation"), progress)) {
      interruption.react(run::close);
      run.open(logins, options);
      List<DatabaseResult> results = run.run();
      progress.pause();
      if (interruption.isUnderWay()) {
        console.say("interrupted");
        return ExitCode.ENVIRONMENT;
      }
      if (!arguments.quiet()) {
        run.remarks().forEach(console::say);
      }
      run.failures().forEach(console::say);
      report(arguments, schedules, results, expected);
      page(arguments, results, run.failures());
      BugReports reports = new BugReports(arguments, console);
      for (DatabaseResult result : results) {
        reports.write(run.database(result.name()), result);
      }
      opened.ifPresent(page -> Browser.open(page, console));
      return expected.isPresent()
          ? run.exitCodeOf(changes(results, expected.get()))
          : run.exitCode(results);
    }
  }

  private static String known(String name) throws UsageException {
    return Schedules.idOf(name)
        .orElseThrow(() -> Arguments.unknown("schedule", name, Schedules.ids(), Schedules.ids()));
  }

  /** Adds a schedule of ours or of a file. */
  private int add(String name, List<Schedule> schedules) throws UsageException {
    Path file = Path.of(name);
    if (Schedules.ids().contains(name) || !Files.exists(file)) {
      schedules.add(
          Schedules.shipped(
              Schedules.idOf(name)
                  .orElseThrow(
                      () ->
                          new UsageException(
                              "there is no file '"
                                  + name
                                  + "' and no schedule of that name"
                                  + Suggestions.instead(name, Schedules.ids(), Schedules.ids())))));
      return ExitCode.SATISFIED;
    }
    try {
      schedules.add(Schedules.read(file));
      return ExitCode.SATISFIED;
    } catch (CharacterCodingException e) {
      console.say(name + ": the file is not UTF-8 text");
    } catch (IOException e) {
      console.say(FileFailures.message(name, e));
    }
    return ExitCode.UNREADABLE;
  }

  private static void page(Arguments arguments, List<DatabaseResult> results, List<String> failures)
      throws UsageException, EnvironmentException {
    Optional<Path> page = arguments.path("--html");
    if (page.isPresent()) {
      try (AtomicFile file = new AtomicFile(page.get())) {
        MatrixPage.write(results, failures, ProductVersion.version(), file.output());
        file.commit();
      } catch (IOException e) {
        throw new EnvironmentException(
            "cannot write " + FileFailures.message(page.get().toString(), e));
      }
    }
  }

  private static List<String> changes(List<DatabaseResult> results, ExpectedMatrix expected) {
    List<String> changes = new ArrayList<>();
    for (DatabaseResult result : results) {
      for (DatabaseResult.Row row : result.rows()) {
        row.cells().forEach(cell -> expected.change(result, row, cell).ifPresent(changes::add));
      }
    }
    return changes;
  }

  /** Where they do not spoil what a program reads. */
  private void reportChanges(Arguments arguments, List<String> changes) throws UsageException {
    Path expected = arguments.path("--expect").orElseThrow();
    Consumer<String> out = arguments.flag("--json") ? console::say : console.out()::println;
    if (!changes.isEmpty()) {
      out.accept("Changed since " + expected + ":");
      changes.forEach(change -> out.accept("  " + change));
    } else if (!arguments.quiet()) {
      out.accept("Nothing has changed since " + expected + ".");
    }
  }

  private void report(
      Arguments arguments,
      List<Schedule> schedules,
      List<DatabaseResult> results,
      Optional<ExpectedMatrix> expected)
      throws UsageException, EnvironmentException {
    try {
      if (arguments.flag("--json")) {
        for (DatabaseResult result : results) {
          MatrixJson.write(result, console.out());
        }
      } else if (!results.isEmpty()) {
        if (!arguments.quiet()) {
          console.show(MatrixText.answer(results));
          console.show("");
        }
        console.out().print(MatrixText.of(schedules, results, console.colour(), console.width()));
        if (!arguments.quiet()) {
          console.show(MatrixText.details(schedules, results));
        }
      }
      if (expected.isPresent()) {
        reportChanges(arguments, changes(results, expected.get()));
      }
      if (arguments.path("--junit").isPresent()) {
        try (AtomicFile file = new AtomicFile(arguments.path("--junit").get())) {
          MatrixJUnit.write(results, expected, file.output());
          file.commit();
        }
      }
      if (arguments.path("--out").isPresent()) {
        for (DatabaseResult result : results) {
          CellFiles.write(result, arguments.path("--out").get());
        }
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot write: " + e.getMessage());
    }
  }
}
