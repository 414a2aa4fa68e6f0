package dev.isogauge.app.predict;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.BugReports;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.KnownNames;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Passwords;
import dev.isogauge.app.command.ProductVersion;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.SqlDatabases;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.app.io.Browser;
import dev.isogauge.app.io.Inputs;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.Input;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.predict.Assumption;
import dev.isogauge.predict.Predictions;
import dev.isogauge.predict.Predictor;
import dev.isogauge.predict.StoreLevel;
import dev.isogauge.predict.StoreLevel.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** Predicts which races recorded transactions may have. */
public final class PredictCommand implements Command {
  private static final List<String> ENGINES =
      Arrays.stream(Engine.values()).map(Engine::id).toList();
  private static final int MOST_REMEDIES = 4;

  private final Console console;

  public PredictCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "predict",
            "Predicts races that a recording did not have: runs its transactions in all"
                + " interleavings on a simulated store, two or three at a time.");
    spec.addPositional(Options.files("FILE|-", "The history; - is standard input."));
    spec.addOption(
        Options.value(
            "--isolation",
            "LEVEL",
            "The level that the transactions run at, such as rc. Default: find the weakest one"
                + " at which nothing is predicted, for all and for each shape."));
    spec.addOption(
        Options.choice(
            "--database",
            "NAME",
            ENGINES,
            "Whose levels are meant. Default: the one to confirm on, else postgres."));
    spec.addOption(
        Options.choice(
            "--level", "LEVEL", KnownNames.levels(), "What must hold. Default serializability."));
    spec.addOption(
        Options.repeated(
            "--assume",
            "'SHAPE: CHANGE'",
            "Predict as if the transactions of a shape were changed: for update, atomic or"
                + " isolation LEVEL; may be repeated."));
    spec.addOption(
        Options.value(
            "--confirm",
            "DB|URL",
            "Run each predicted schedule on this database, such as postgres or h2, and say whether"
                + " the race happens there."));
    spec.addOption(
        Options.value(
            "--bug-report",
            "DIR",
            "Write programs of plain JDBC here, with --confirm, for the races that are confirmed."));
    spec.addOption(
        Options.value(
            "--junit-test",
            "DIR",
            "Write JUnit tests of plain JDBC here, with --confirm, for the races that are confirmed;"
                + " they fail as long as the race is there."));
    spec.addOption(
        Options.value("--time", "TIME", "Explore for this long at most, such as 5m. Default 60s."));
    spec.addOption(Options.inputFormat());
    spec.addOption(Options.flag("--json", "Write one JSON object."));
    Browser.describe(spec, "the predicted histories, with timelines.");
    Passwords.describe(spec);
    return Options.finish(
        spec,
        "isogauge predict run.jsonl --isolation rc",
        "isogauge predict run.jsonl --isolation rr --database mysql --html races.html",
        "isogauge predict run.jsonl --isolation rc --assume 'transfer: for update'",
        "isogauge predict run.jsonl --isolation rc --confirm postgres",
        "isogauge predict run.jsonl  # which level is enough?");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    Engine engine = engine(arguments);
    Optional<StoreLevel> level = level(arguments, engine);
    IsolationLevel question = question(arguments);
    List<Assumption> assumptions = assumptions(arguments, engine);
    if (level.isEmpty() && !assumptions.isEmpty()) {
      throw new UsageException("--assume: found no --isolation; expected the level of the others");
    }
    Optional<String> login = login(arguments, level);
    BugReports.requirePossible(arguments);
    BugReports.requirePossible(arguments, "--junit-test");
    long nanos = arguments.duration("--time").orElse(Duration.ofSeconds(60)).toNanos();
    Optional<Path> html = arguments.path("--html");
    Optional<Path> opened = Browser.toOpen(arguments);
    if (html.isPresent()) {
      AtomicFile.requirePossible(html.get());
    }
    Optional<Input> only = Inputs.only(arguments.files(), console, "predict");
    if (only.isEmpty()) {
      return ExitCode.UNREADABLE;
    }
    Input input = only.get();
    try (Progress progress = Progress.on(console, arguments.quiet())) {
      progress.phase("reading " + input.name());
      LoadedHistory loaded =
          HistoryFiles.read(input, arguments.format("--from"), Optional.empty(), Optional.empty());
      Predictor predictor = new Predictor(loaded.history(), engine, question, nanos);
      requireShapes(assumptions, predictor);
      progress.phase("predicting");
      PredictReport report = new PredictReport(input.name(), predictor, engine, question);
      if (level.isEmpty()) {
        Optional<Map<String, StoreLevel>> weakest =
            predictor.transactions() == 0 ? Optional.empty() : predictor.weakest();
        progress.pause();
        return report.weakest(console, arguments, weakest);
      }
      Predictions predictions = predictor.predict(level.get(), assumptions);
      List<List<Assumption>> remedies = List.of();
      if (!predictions.found().isEmpty() && assumptions.isEmpty()) {
        progress.phase("looking for remedies");
        remedies = predictor.remedies(level.get(), predictions, MOST_REMEDIES);
      }
      List<Confirmation.Answer> answers = List.of();
      if (login.isPresent() && !predictions.found().isEmpty()) {
        progress.phase("confirming on " + Databases.shown(login.get()));
        answers =
            Confirmation.of(
                predictions.found(),
                login.get(),
                options(),
                arguments.path("--bug-report"),
                arguments.path("--junit-test"));
      }
      progress.pause();
      int code =
          report.predicted(
              console, arguments, level.get(), assumptions, predictions, remedies, answers);
      if (html.isPresent()) {
        report.page(html.get(), predictions, ProductVersion.version());
        opened.ifPresent(page -> Browser.open(page, console));
      }
      return code;
    } catch (DatabaseException e) {
      throw new EnvironmentException(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted");
    } catch (IOException e) {
      console.say(FileFailures.message(input.name(), e));
      return ExitCode.UNREADABLE;
    }
  }

  private static Engine engine(Arguments arguments) throws UsageException {
    Optional<String> confirm = arguments.text("--confirm");
    String name =
        arguments
            .text("--database")
            .or(() -> confirm.flatMap(Engine::of).map(Engine::id))
            .orElse(Engine.POSTGRES.id());
    return Engine.of(name).orElseThrow(() -> Arguments.unknown("database", name, ENGINES, ENGINES));
  }

  /** The database to confirm on, with what is needed to connect. */
  private Optional<String> login(Arguments arguments, Optional<StoreLevel> level)
      throws UsageException, EnvironmentException {
    Optional<String> database = arguments.text("--confirm");
    if (database.isEmpty()) {
      for (String option : List.of("--bug-report", "--junit-test")) {
        if (arguments.path(option).isPresent()) {
          throw new UsageException(option + ": found no --confirm; expected a database");
        }
      }
      return database;
    } else if (level.isEmpty()) {
      throw new UsageException("--confirm: found no --isolation; expected the level to confirm at");
    }
    List<String> names = List.of(database.get());
    SqlDatabases.require(names, List.of(level.get().name()), Map.of());
    return Optional.of(Passwords.logins(arguments, console, names).apply(database.get()));
  }

  private static DatabaseOptions options() {
    return DatabaseOptions.defaults().withLockTimeout(Duration.ofSeconds(2));
  }

  private static Optional<StoreLevel> level(Arguments arguments, Engine engine)
      throws UsageException {
    Optional<String> name = arguments.text("--isolation");
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<StoreLevel> level = engine.level(name.get());
    if (level.isEmpty()) {
      throw new UsageException(
          String.format(
              "--isolation: there is no simulated store for '%s' of %s; expected %s",
              name.get(),
              engine.title(),
              String.join(", ", engine.levels().stream().map(StoreLevel::name).toList())));
    }
    return level;
  }

  private static IsolationLevel question(Arguments arguments) throws UsageException {
    Set<IsolationLevel> levels = arguments.levels("--level");
    if (levels.size() > 1) {
      throw new UsageException("--level: expected one level");
    }
    IsolationLevel level =
        levels.isEmpty() ? IsolationLevel.SERIALIZABILITY : levels.iterator().next();
    if (!IsolationLevel.SERIALIZABILITY.implies(level)) {
      throw new UsageException(
          "--level: "
              + level.id()
              + " is about more than the order of reads and writes; expected serializability or"
              + " a weaker level");
    }
    return level;
  }

  private static List<Assumption> assumptions(Arguments arguments, Engine engine)
      throws UsageException {
    List<Assumption> assumptions = new ArrayList<>();
    for (String text : arguments.texts("--assume")) {
      assumptions.add(
          Assumption.parse(text, engine)
              .orElseThrow(() -> Arguments.bad("--assume", text, Assumption.EXPECTED)));
    }
    return assumptions;
  }

  private static void requireShapes(List<Assumption> assumptions, Predictor predictor)
      throws UsageException {
    for (Assumption assumption : assumptions) {
      if (!predictor.shapeNames().contains(assumption.shape())) {
        throw Arguments.unknown(
            "shape", assumption.shape(), predictor.shapeNames(), predictor.shapeNames());
      } else if (!predictor.concerns(assumption)) {
        throw new UsageException(
            "--assume: '" + assumption + "' would not change what " + assumption.shape() + " does");
      }
    }
  }
}
