package dev.isogauge.app.search;

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
import dev.isogauge.app.io.OutDirectory;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.search.Extra;
import dev.isogauge.collect.search.Search;
import dev.isogauge.collect.search.SearchBound;
import dev.isogauge.collect.search.SearchJson;
import dev.isogauge.collect.search.SearchPage;
import dev.isogauge.collect.search.SearchResult;
import dev.isogauge.collect.search.SearchText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;

/** Searches databases for schedules that break what their levels claim. */
public final class SearchCommand implements Command {
  private static final int STATEMENTS = 4;
  private static final int MOST_STATEMENTS = 8;
  private static final int MOST_LANES = 64;

  private final Console console;

  public SearchCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "search",
            "Runs all small schedules on databases, at every isolation level, and shows those"
                + " that break what the level claims, shrunk.");
    spec.addPositional(Options.optional("DB...", SqlDatabases.description()));
    spec.addOption(
        Options.repeated(
            "--isolation",
            "LEVEL[,LEVEL...]",
            "Only these levels. Default: all that a database has."));
    spec.addOption(
        Options.value(
            "--statements",
            "N",
            "All schedules of up to N statements. Default 4, about 200,000 schedules."));
    spec.addOption(
        Options.value(
            "--rows", "N", "The most rows, 1 or 2. Default 2; 1 takes a tenth of the" + " time."));
    spec.addOption(
        Options.value("--transactions", "N", "The most transactions, 2 or 3. Default 3."));
    spec.addOption(
        Options.value(
            "--with",
            "STATEMENTS",
            "Try these, too, where the database understands them: "
                + String.join(", ", Extra.words())
                + ", or all (but indexes). Default: none."));
    spec.addOption(
        Options.value(
            "--time",
            "TIME",
            "Time per level. If all schedules are done earlier, larger ones are sampled."
                + " Default: no limit, no samples."));
    spec.addOption(Options.value("--seed", "N", "The seed of the samples. Default 1."));
    spec.addOption(
        Options.value(
            "--side-by-side",
            "N",
            "How many databases of each kind run in parallel. Default 8 embedded ones, 2"
                + " servers, 1 server of yours."));
    spec.addOption(
        Options.value(
            "--out",
            "DIR",
            "Write findings and progress here; the same command continues from there. Default:"
                + " nowhere."));
    spec.addOption(BugReports.option());
    spec.addOption(Options.flag("--json", "Write JSON Lines, one object per database and level."));
    Browser.describe(spec, "claims that broke by cause, each with its schedule as a picture.");
    Options.section(spec, "Database");
    spec.addOption(
        Options.value(
            "--block-timeout",
            "TIME",
            "When a step counts as blocked, if the engine does not show it. Default 60ms."));
    spec.addOption(
        Options.value(
            "--lock-timeout", "TIME", "How long statements wait for locks. Default 200ms."));
    spec.addOption(ServerSettings.option());
    spec.addOption(UsersSchema.option());
    Passwords.describe(spec);
    spec.addOption(Options.flag("--force", "Replace tables of an earlier run on your server."));
    return Options.finish(
        spec,
        "isogauge search h2 --isolation ser",
        "isogauge search duckdb --out found  # after Ctrl-C, the same command continues",
        "isogauge search hsqldb:mvcc --rows 1 --time 10m --seed 7",
        "isogauge search h2 --isolation ser --statements 3 --with joins,merge",
        "isogauge search h2:2.4.240 --isolation rr --bug-report reports",
        "isogauge search h2 --isolation ser --html found.html --open",
        "isogauge litmus h2 --schedule found/h2/serializable/1.litmus  # a finding");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    List<String> databases = arguments.databases();
    SqlDatabases.require(databases, arguments.names("--isolation"), ServerSettings.of(arguments));
    SearchBound bound =
        new SearchBound(
            (int) arguments.number("--statements", STATEMENTS, 2, MOST_STATEMENTS),
            (int) arguments.number("--rows", 2, 1, 2),
            (int) arguments.number("--transactions", 3, 2, 3),
            extras(arguments));
    long seed = arguments.number("--seed", 1, 0, Long.MAX_VALUE);
    Optional<Duration> time = arguments.duration("--time");
    int sideBySide = (int) arguments.number("--side-by-side", 0, 1, MOST_LANES);
    LitmusSettings settings = LitmusSettings.hasty();
    if (arguments.duration("--block-timeout").isPresent()) {
      settings = settings.withBlockTimeout(arguments.duration("--block-timeout").get());
    }
    DatabaseOptions options =
        UsersSchema.in(DatabaseOptions.defaults(), arguments)
            .withLockTimeout(arguments.duration("--lock-timeout").orElse(Duration.ofMillis(200)))
            .withSeed(seed)
            .withSettings(ServerSettings.of(arguments))
            .withReplaceTables(arguments.flag("--force"))
            .withNotices(arguments.quiet() ? notice -> {} : console::say);
    UnaryOperator<String> logins = Passwords.logins(arguments, console, databases);
    Optional<Path> out = OutDirectory.create(arguments);
    BugReports.requirePossible(arguments);
    if (arguments.text("--bug-report").isPresent()
        && bound.extras().stream().anyMatch(Extra::isIndex)) {
      throw new UsageException("--bug-report: programs have no index; expected none in --with");
    }
    Optional<Path> opened = Browser.toOpen(arguments);
    if (arguments.path("--html").isPresent()) {
      AtomicFile.requirePossible(arguments.path("--html").get());
    }
    List<SearchResult> results = new ArrayList<>();
    int code = ExitCode.SATISFIED;
    try (Interruption interruption = new Interruption();
        Progress progress = Progress.ofLongRun(console, arguments.quiet())) {
      progress.phase("searching");
      Search search = new Search(bound, seed, settings, time, progress::detail);
      for (String name : databases) {
        try (SearchedDatabases searched =
            new SearchedDatabases(logins.apply(name), options, sideBySide)) {
          interruption.react(searched::close);
          searched.open();
          for (String level : searched.levels(arguments.names("--isolation"))) {
            SearchResult result = searched.search(search, level, out);
            results.add(result);
            progress.pause();
            report(arguments, result, out);
            new BugReports(arguments, console)
                .write(searched.first(), SearchJson.asMatrix(result, result.findings()));
            progress.phase("searching");
          }
        } catch (DatabaseException e) {
          if (interruption.isUnderWay()) {
            return ExitCode.ENVIRONMENT;
          }
          if (e instanceof UnknownNameException) {
            throw new UsageException(e.getMessage());
          }
          progress.pause();
          console.say(e.getMessage());
          code = ExitCode.ENVIRONMENT;
        } catch (InterruptedException e) {
          return ExitCode.ENVIRONMENT;
        } catch (IOException e) {
          throw new EnvironmentException("--out: " + e.getMessage());
        }
      }
    }
    page(arguments, results);
    opened.ifPresent(page -> Browser.open(page, console));
    for (SearchResult result : results) {
      code = ExitCode.combine(code, exitCode(result));
    }
    return code;
  }

  private static Set<Extra> extras(Arguments arguments) throws UsageException {
    Set<Extra> extras = EnumSet.noneOf(Extra.class);
    for (String word : arguments.names("--with")) {
      if (word.equals("all")) {
        extras.addAll(Extra.statements());
        continue;
      }
      extras.add(
          Extra.named(word)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "unknown statements '"
                              + word
                              + "'; expected "
                              + String.join(", ", Extra.words())
                              + " or all")));
    }
    return extras;
  }

  private static int exitCode(SearchResult result) {
    if (!result.failure().isEmpty()) {
      return ExitCode.ENVIRONMENT;
    }
    return result.broken() > 0 ? ExitCode.VIOLATED : ExitCode.SATISFIED;
  }

  private static void page(Arguments arguments, List<SearchResult> results)
      throws UsageException, EnvironmentException {
    Optional<Path> page = arguments.path("--html");
    if (page.isPresent()) {
      try (AtomicFile file = new AtomicFile(page.get())) {
        SearchPage.write(results, ProductVersion.version(), file.output());
        file.commit();
      } catch (IOException e) {
        throw new EnvironmentException(
            "cannot write " + FileFailures.message(page.get().toString(), e));
      }
    }
  }

  private void report(Arguments arguments, SearchResult result, Optional<Path> out)
      throws IOException {
    if (!result.failure().isEmpty()) {
      console.say(result.failure());
    }
    if (arguments.flag("--json")) {
      SearchJson.write(result, console.out());
    } else {
      console.show(SearchText.ofKinds(result, !arguments.quiet()));
    }
    console.out().flush();
    if (out.isPresent()) {
      SearchedDatabases.write(result, out.get());
    }
  }
}
