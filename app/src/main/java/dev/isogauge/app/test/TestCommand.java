package dev.isogauge.app.test;

import dev.isogauge.app.check.CheckOptions;
import dev.isogauge.app.check.Verification;
import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.BugReports;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.Interruption;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Passwords;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.ServerSettings;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.command.UsersSchema;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.collect.BrokenDatabaseException;
import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.recover.OrderRecovery;
import dev.isogauge.collect.run.Enough;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.workload.Parameters;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.generate.InvalidWorkloadException;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.recorder.RecordingException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Runs a workload on a database, and shows which isolation levels it really gave. */
public final class TestCommand implements Command {
  private static final Duration DEFAULT_DURATION = Duration.ofSeconds(30);
  private static final long MOST_TRANSACTIONS = 1_000_000_000;

  private final Console console;
  private final Verification verification;

  public TestCommand(Console console, Verification verification) {
    this.console = console;
    this.verification = verification;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "test",
            "Starts a database or connects to one, runs a workload, records the history, and"
                + " shows which isolation levels held.",
            "Without --level it compares with what the database claims.");
    spec.addPositional(
        Options.optional(
            "DB",
            "The database, such as postgres, h2 or the JDBC URL of your server; 'isogauge list"
                + " databases' shows all."));
    spec.addOption(
        Options.value(
            "--isolation",
            "LEVEL[,LEVEL...]",
            "The isolation level of the sessions, by name or short (rc, rr, ser). Sessions have"
                + " several in turn, which are recorded. Default: the database's."));
    spec.addOption(
        Options.choice(
            "--workload",
            "WORKLOAD",
            Workload.ids(),
            "What transactions do: "
                + String.join(", ", Workload.ids())
                + "; 'isogauge list workloads' explains each. Default list-append; mini if"
                + " there are no lists; items for DuckDB; register with --white-box."));
    spec.addOption(
        Options.value(
            "--duration",
            "TIME",
            String.format(
                Locale.ROOT,
                "How long to run. Default: after a second to warm up, until there are %,d"
                    + " transactions and %,d chances to break what is claimed, or %d s are over;"
                    + " %d s with --faults.",
                Enough.USUAL.transactions(),
                Enough.USUAL.chances(),
                DEFAULT_DURATION.toSeconds(),
                DEFAULT_DURATION.toSeconds())));
    spec.addOption(
        Options.value(
            "--sessions", "N", "How many sessions run at once. " + defaults(Parameters::sessions)));
    spec.addOption(Options.value("--seed", "N", "The seed of the workload. Default 1."));
    spec.addOption(
        Options.value(
            "--runs",
            "N",
            "Run N times, each with the next seed, and say in how many runs the claim broke, and"
                + " after how many transactions and seconds. Default 1."));
    spec.addOption(CheckOptions.levelOption("what the isolation level claims"));
    spec.addOption(
        Options.value(
            "--out",
            "DIR",
            "The directory of history and report. Default: a new one in isogauge-runs."));
    spec.addOption(Options.flag("--open", "Open report.html in the browser."));
    spec.addOption(CheckOptions.jsonOption());
    spec.addOption(
        Options.value("--junit", "FILE", "Also write JUnit XML, a test case per claim."));
    spec.addOption(BugReports.option());
    Options.section(spec, "Workload");
    spec.addOption(
        Options.value(
            "--transactions", "N", "End after N transactions. Default: when time is up."));
    spec.addOption(
        Options.value(
            "--max-operations",
            "N",
            "The most operations per transaction. " + defaults(Parameters::operations)));
    spec.addOption(
        Options.value(
            "--read-ratio",
            "SHARE",
            "The share of reads, or of read-only transactions. "
                + defaults(Parameters::readRatio)));
    spec.addOption(
        Options.value(
            "--rmw-ratio",
            "SHARE",
            "For general: the share of transactions that read before they write. Default: half"
                + " of those that write."));
    spec.addOption(
        Options.value(
            "--predicate-ratio",
            "SHARE",
            "For predicate and range: the share of operations that are by condition. Default"
                + " 0.5."));
    spec.addOption(
        Options.value(
            "--scale",
            "N",
            "The size of an application: warehouses for tpcc, 100 users and 50 items for rubis, 20"
                + " users for twitter. Default 1."));
    spec.addOption(
        Options.value(
            "--keys", "N", "How many keys are in use at a time. " + defaults(Parameters::keys)));
    spec.addOption(
        Options.value(
            "--writes-per-key",
            "N",
            "Replace a key by a new one after N writes of all sessions together; 0 keeps keys. "
                + defaults(Parameters::writesPerKey)));
    spec.addOption(
        Options.value(
            "--distribution",
            "D",
            "How often each key is used: uniform, zipf[:EXPONENT], hotspot[:KEYS:OPERATIONS] or"
                + " exponential[:RATE]. "
                + defaults(TestCommand::distribution)));
    Options.section(spec, "Database");
    Servers.describe(spec);
    spec.addOption(ServerSettings.option());
    spec.addOption(ServerSettings.sessionOption());
    spec.addOption(UsersSchema.option());
    spec.addOption(Servers.driverOption());
    Passwords.describe(spec);
    spec.addOption(Options.flag("--force", "Replace tables and results of an earlier run."));
    Options.section(spec, "How to check");
    spec.addOption(
        Options.flag(
            "--white-box",
            "Recover version orders, snapshots, and what searches saw from the database, and"
                + " check by these; PostgreSQL only."));
    spec.addOption(
        Options.flag(
            "--online",
            "Check while the workload runs, and say when a level is lost: by timestamps (rocksdb,"
                + " etcd, TiDB, CockroachDB, PostgreSQL at REPEATABLE READ), or by what reads show"
                + " (list-append and mini; on PostgreSQL also register and general)."));
    spec.addOption(
        Options.value(
            "--port",
            "PORT",
            "The local port of a live page, with --online; 0 takes a free one. Default: none."));
    RunRequirements.describe(spec);
    spec.addOption(CheckOptions.timeoutOption("Time for each level"));
    return Options.finish(
        spec,
        "isogauge test postgres",
        "isogauge test postgres:12.3 --isolation ser",
        "isogauge test postgres --isolation ser --workload predicate --white-box",
        "isogauge test rocksdb --online --port 8123 --duration 5m",
        "isogauge test postgres --isolation rr --replicas 1",
        "isogauge test 'jdbc:postgresql://db.example/test?user=me' --ask-password",
        "isogauge test h2 --isolation serializable --level serializability --seed 7",
        "isogauge test h2 --isolation serializable --duration 5s --runs 10");
  }

  /** What a parameter is unless the user says, for each workload. */
  private static String defaults(Function<Parameters, Object> parameter) {
    Map<Object, List<String>> byValue = new LinkedHashMap<>();
    for (Workload workload : Workload.values()) {
      byValue
          .computeIfAbsent(parameter.apply(workload.defaults()), unused -> new ArrayList<>())
          .add(workload.id());
    }
    return byValue.size() == 1
        ? "Default " + byValue.keySet().iterator().next() + "."
        : byValue.entrySet().stream()
            .map(each -> each.getKey() + " for " + String.join(", ", each.getValue()))
            .collect(Collectors.joining("; ", "Default: ", "."));
  }

  private static Object distribution(Parameters parameters) {
    return parameters.distribution().equals(KeyDistribution.ZIPF) ? "zipf" : "uniform";
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    String name = arguments.databases().get(0);
    CheckOptions checking = CheckOptions.of(arguments);
    RunRequirements.of(arguments); // refuses what is no number
    Topology topology = Servers.of(arguments);
    DatabaseOptions options = validate(name, topology, arguments, checking);
    UnaryOperator<String> logins = Passwords.logins(arguments, console, Servers.names(arguments));
    try (Interruption interruption = new Interruption();
        Progress progress = Progress.on(console, arguments.quiet())) {
      progress.phase("starting " + Databases.shown(name));
      try (Database database =
          Databases.open(logins.apply(name), Servers.with(logins, topology), options)) {
        interruption.react(database::close);
        RunPlan plan = plan(arguments, database.name(), database.capabilities());
        boolean whiteBox = arguments.flag("--white-box");
        if (whiteBox && !OrderRecovery.isPossible(database)) {
          throw noVersionOrder(database.version());
        }
        if (arguments.flag("--online")) {
          // Now that the server behind a URL is known.
          OnlineOrder.of(database.capabilities(), plan, checking)
              .require(database.version(), plan.workload(), checking);
        }
        if (arguments.flag("--online") && database.capabilities().has(Capability.TIMESTAMPS)) {
          requireTimestamps(database, plan.level());
        }
        int runs = arguments.integer("--runs", 1, 1);
        Optional<Path> out = arguments.path("--out");
        if (runs == 1) {
          return new TestRun(database, plan, whiteBox, checking, interruption, progress)
              .run(console, verification, arguments, out)
              .code();
        }
        return new TestRuns(database, plan, console)
            .run(
                runs,
                (each, number, silent) ->
                    new TestRun(database, each, whiteBox, checking, interruption, progress)
                        .run(
                            silent,
                            verification,
                            arguments,
                            out.map(path -> path.resolve("run-" + number))));
      }
    } catch (UnknownNameException | InvalidWorkloadException e) {
      throw new UsageException(e.getMessage());
    } catch (DatabaseException | RecordingException e) {
      throw new EnvironmentException(e.getMessage());
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write the result: "
              + (e instanceof FileSystemException system && system.getFile() != null
                  ? FileFailures.message(system.getFile(), e)
                  : e.getMessage()));
    }
  }

  /** Refuses whatever can be known to be wrong before anything is fetched, started or created. */
  private DatabaseOptions validate(
      String name, Topology topology, Arguments arguments, CheckOptions checking)
      throws UsageException, EnvironmentException {
    try {
      String shown = Databases.shown(name);
      Capabilities capabilities =
          Databases.capabilities(name, topology, ServerSettings.of(arguments));
      RunPlan plan = plan(arguments, shown, capabilities);
      if (arguments.flag("--white-box")) {
        requireWhiteBox(shown, capabilities, plan.workload());
      }
      if (arguments.flag("--online")) {
        OnlineOrder.of(capabilities, plan, checking).require(shown, plan.workload(), checking);
      }
      if (port(arguments).isPresent() && !arguments.flag("--online")) {
        throw new UsageException("--port: expected --online, whose findings the live page shows");
      }
      requireAloneWithRuns(arguments);
      if (arguments.path("--junit").isPresent()) {
        AtomicFile.requirePossible(arguments.path("--junit").get());
      }
      Map<String, List<String>> sessionSettings = ServerSettings.ofSessions(arguments);
      if (!sessionSettings.isEmpty() && !capabilities.has(Capability.SQL)) {
        throw new UsageException("--session-set: " + shown + " has no SQL");
      }
      ResultDirectory.requireUnused(arguments.path("--out"), arguments.flag("--force"));
      BugReports.requirePossible(arguments);
      return UsersSchema.in(DatabaseOptions.defaults(), arguments)
          .withSettings(ServerSettings.of(arguments))
          .withSessionSettings(sessionSettings)
          .withSeed(plan.seed())
          .withSessions(arguments.integer("--sessions", 1, 1))
          .withReplaceTables(arguments.flag("--force"))
          .withNotices(console::say);
    } catch (BrokenDatabaseException e) {
      throw new EnvironmentException(e.getMessage());
    } catch (DatabaseException | InvalidWorkloadException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** What is about one run. */
  private static void requireAloneWithRuns(Arguments arguments) throws UsageException {
    if (arguments.integer("--runs", 1, 1) == 1) {
      return;
    }
    for (String option : List.of("--junit", "--bug-report")) {
      if (arguments.text(option).isPresent()) {
        throw new UsageException(option + ": about one run; expected no --runs");
      }
    }
    for (String flag : List.of("--json", "--open")) {
      if (arguments.flag(flag)) {
        throw new UsageException(
            flag + ": about one run; expected no --runs. Each run has its own directory.");
      }
    }
  }

  private static void requireWhiteBox(String database, Capabilities capabilities, Workload workload)
      throws UsageException {
    if (!OrderRecovery.isPossible(capabilities)) {
      throw noVersionOrder(database);
    }
    if (workload == Workload.LIST_APPEND) {
      throw new UsageException(
          "--white-box: lists show the order of their versions themselves; expected another"
              + " --workload");
    }
  }

  private static UsageException noVersionOrder(String database) {
    return new UsageException(
        "--white-box: "
            + database
            + " shows no order of versions; expected PostgreSQL, TiDB or"
            + " CockroachDB");
  }

  /** The port of the live page. */
  static Optional<Integer> port(Arguments arguments) throws UsageException {
    return arguments.text("--port").isEmpty()
        ? Optional.empty()
        : Optional.of((int) arguments.number("--port", 0, 0, 65535));
  }

  private static void requireTimestamps(Database database, Level level)
      throws UsageException, DatabaseException {
    try (Session session = database.open(level)) {
      if (session.timestamps().isEmpty()) {
        throw noTimestamps(database.version());
      }
    }
  }

  private static UsageException noTimestamps(String database) {
    return new UsageException(
        "--online: " + database + " gives no timestamps; expected rocksdb or etcd");
  }

  private static RunPlan plan(Arguments arguments, String database, Capabilities capabilities)
      throws UsageException, UnknownNameException {
    Workload workload = workload(arguments, capabilities);
    workload
        .obstacle(capabilities)
        .ifPresent(
            why -> {
              throw new InvalidWorkloadException(
                  "workload " + workload.id() + " cannot run on " + database + ": " + why);
            });
    if (workload != Workload.GENERAL && arguments.text("--rmw-ratio").isPresent()) {
      throw new UsageException(
          "--rmw-ratio: found workload " + workload.id() + "; expected " + Workload.GENERAL.id());
    }
    if (!workload.keysRetire() && arguments.text("--writes-per-key").isPresent()) {
      throw new UsageException(
          "--writes-per-key: found workload "
              + workload.id()
              + ", whose conditions are about all keys");
    }
    if (!workload.hasConditions() && arguments.text("--predicate-ratio").isPresent()) {
      throw new UsageException(
          "--predicate-ratio: found workload " + workload.id() + "; expected predicate or range");
    }
    if (!workload.isApplication() && arguments.text("--scale").isPresent()) {
      throw new UsageException(
          "--scale: found workload " + workload.id() + "; expected tpcc, rubis or twitter");
    }
    Parameters defaults = workload.defaults();
    double readRatio = arguments.ratio("--read-ratio", defaults.readRatio());
    KeyDistribution distribution =
        arguments.text("--distribution").isPresent()
            ? KeyDistribution.parse(arguments.text("--distribution").get())
            : defaults.distribution();
    Parameters parameters =
        new Parameters(
            arguments.integer("--sessions", defaults.sessions(), 1),
            arguments.integer("--max-operations", defaults.operations(), 1),
            readRatio,
            arguments.ratio("--rmw-ratio", (1 - readRatio) / 2),
            arguments.ratio("--predicate-ratio", defaults.predicateRatio()),
            arguments.integer("--keys", defaults.keys(), 1),
            arguments.integer("--writes-per-key", defaults.writesPerKey(), 0),
            distribution,
            arguments.integer("--scale", defaults.scale(), 1));
    List<Level> turns = turns(arguments, capabilities);
    Level level = turns.size() == 1 ? turns.get(0) : Level.mixed(turns);
    boolean ends =
        arguments.duration("--duration").isPresent()
            || arguments.text("--transactions").isPresent()
            || !Servers.faults(arguments).isEmpty();
    return new RunPlan(
        workload,
        parameters,
        level,
        turns.size() == 1 ? List.of() : turns,
        arguments.number("--transactions", MOST_TRANSACTIONS, 1, MOST_TRANSACTIONS),
        arguments.duration("--duration").orElse(DEFAULT_DURATION),
        ends ? Optional.empty() : Optional.of(Enough.USUAL),
        arguments.number("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
  }

  /** The levels that sessions have in turn; each must be one that mixes if there are several. */
  private static List<Level> turns(Arguments arguments, Capabilities capabilities)
      throws UsageException, UnknownNameException {
    List<Level> turns = new ArrayList<>();
    for (String name : arguments.names("--isolation")) {
      turns.add(capabilities.level(name));
    }
    for (Level level : turns) {
      if (turns.size() > 1 && level.besideOthers().isEmpty()) {
        throw new UsageException(
            String.format(
                "--isolation: %s claims %s, which does not mix with other levels; expected levels"
                    + " that claim pl-2, causal consistency, snapshot isolation or serializability",
                level.name(), String.join(", ", level.claimed())));
      }
    }
    return turns.isEmpty() ? List.of(capabilities.defaultLevel()) : turns;
  }

  private static Workload workload(Arguments arguments, Capabilities capabilities)
      throws UsageException {
    Workload standard = standard(capabilities, arguments.flag("--white-box"));
    return arguments.named("--workload", Workload::byName, Workload.ids(), standard);
  }

  /**
   * Lists decide every level where a database has them; so do mini-transactions, mostly. Where the
   * order of versions is known, any transactions do. Where writers never wait, the second of two
   * updates is aborted, and what can go wrong is about rows that are deleted.
   */
  private static Workload standard(Capabilities capabilities, boolean whiteBox) {
    if (whiteBox) {
      return Workload.REGISTER;
    }
    if (capabilities.has(Capability.NEVER_WAITS)) {
      return Workload.ITEMS;
    }
    return capabilities.has(Capability.LISTS) ? Workload.LIST_APPEND : Workload.MINI;
  }
}
