package dev.isogauge.app.flink;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Interruption;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Model.CommandSpec;

/** Runs the job for Flink on a cluster of processes on this machine. */
public final class FlinkCommand implements Command {
  private static final Map<IsolationLevel, String> LEVELS =
      Map.of(
          IsolationLevel.SNAPSHOT_ISOLATION, "si",
          IsolationLevel.SERIALIZABILITY, "ser",
          IsolationLevel.READ_COMMITTED, "rc",
          IsolationLevel.READ_ATOMIC, "ra");
  private static final long POLL_MILLIS = 500;
  private static final long DEFAULT_MEMORY = 512L << 20;
  private static final Duration DEFAULT_CHECKPOINT = Duration.ofSeconds(10);

  /** How many parallel judges a task manager has, and how many of these there are by default. */
  private static final int DEFAULT_PARALLELISM = 2;

  private final Console console;

  public FlinkCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "flink",
            "Starts a Flink cluster of processes on this machine, runs isogauge-flink.jar on"
                + " it, and ends as 'check' would, to try out what 'flink run' does on your"
                + " cluster. Flink is fetched on first use.");
    spec.addOption(
        Options.value(
            "--source",
            "FILE|DIR|URI",
            "Transactions with timestamps: a file or directory of JSON Lines or timekiller JSON, or"
                + " kafka://broker:9092/topic; required."));
    spec.addOption(
        Options.choice(
            "--level",
            "LEVEL",
            List.of("si", "ser", "rc", "ra"),
            "The level to check: si or ser as timestamps claim, or rc or ra in batch mode;"
                + " required."));
    spec.addOption(
        Options.choice(
            "--mode",
            "MODE",
            List.of("streaming", "batch"),
            "streaming, or batch, which sorts all input first and needs no state. Default"
                + " streaming."));
    spec.addOption(
        Options.choice(
            "--clock",
            "CLOCK",
            List.of("arrival", "event"),
            "Streaming: verdicts are final when the delay is over (arrival), or when all sessions"
                + " have gone on (event). Default arrival."));
    spec.addOption(
        Options.value("--delay", "TIME", "How long a verdict stays provisional. Default 5s."));
    spec.addOption(
        Options.value(
            "--initial", "VALUE", "The value of keys before their first write. Default nil."));
    spec.addOption(
        Options.value(
            "--horizon",
            "TIME",
            "Streaming: drop state older than this. Transactions that arrive for dropped state are"
                + " not judged, and make the verdict unknown. Default never."));
    spec.addOption(Options.value("--findings", "DIR|URI", "A directory or topic for findings."));
    spec.addOption(Options.value("--report", "FILE", "The JSON report to write."));
    spec.addOption(
        Options.value(
            "--extract",
            "DIR",
            "Write a small history around each violation here; for 'check' and 'shrink'. Default"
                + " none."));
    spec.addOption(Options.value("--task-managers", "N", "How many processes judge. Default 2."));
    spec.addOption(Options.value("--parallelism", "N", "How many judges run in all. Default 2."));
    spec.addOption(
        Options.value(
            "--memory", "SIZE", "Memory of each process besides Flink's own. Default 512m."));
    spec.addOption(
        Options.choice(
            "--state",
            "KIND",
            List.of("hashmap", "rocksdb"),
            "Streaming: keep state in memory (hashmap) or on disk (rocksdb). Default hashmap."));
    spec.addOption(Options.value("--checkpoint", "TIME", "How often state is saved. Default 10s."));
    return Options.finish(
        spec,
        "isogauge flink --source history.jsonl --level si",
        "isogauge flink --source histories/ --level ser --mode batch \\",
        "         --task-managers 4 --parallelism 4 --report report.json",
        "isogauge flink --source histories/ --level si --mode batch --extract found/");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    LocalClusterSettings settings = settings(arguments);
    List<String> job = jobArguments(arguments);
    job.addAll(List.of("--memory", settings.judgeMegabytes() + "m"));
    Optional<Path> report = arguments.path("--report");
    Optional<ExtractedHistories> histories = ExtractedHistories.wanted(arguments);
    Path jar = JobJar.find(console.environment());
    Path directory = temporaryDirectory();
    Path written = report.map(Path::toAbsolutePath).orElse(directory.resolve("report.json"));
    job.addAll(List.of("--report", written.toUri().toString()));
    AtomicReference<Optional<LocalCluster>> running = new AtomicReference<>(Optional.empty());
    try (Progress progress = Progress.on(console, arguments.quiet());
        Interruption interruption = new Interruption()) {
      interruption.react(
          () -> {
            running.get().ifPresent(LocalCluster::close);
            delete(directory);
          });
      progress.phase("starting Flink");
      Artifacts artifacts = new Artifacts(notice -> say(progress, arguments, notice));
      try (LocalCluster cluster = LocalCluster.start(settings, artifacts)) {
        running.set(Optional.of(cluster));
        say(progress, arguments, "Flink's page is at " + cluster.address());
        String uploaded = new ClusterClient(cluster.address()).upload(jar);
        progress.phase("checking");
        run(cluster, uploaded, job, arguments, progress);
        if (histories.isPresent()) {
          progress.phase("extracting histories");
          run(cluster, uploaded, histories.get().job(job), arguments, progress);
          histories.get().finish();
        }
      }
      progress.pause();
      int exitCode = conclude(written);
      if (histories.isPresent() && !arguments.quiet()) {
        console.say(histories.get().summary(level(arguments)));
      }
      return exitCode;
    } catch (DatabaseException | IOException e) {
      throw new EnvironmentException(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted");
    } finally {
      delete(directory);
    }
  }

  private void say(Progress progress, Arguments arguments, String text) {
    if (!arguments.quiet()) {
      progress.pause();
      console.say(text);
    }
  }

  private static void run(
      LocalCluster cluster, String jar, List<String> job, Arguments arguments, Progress progress)
      throws IOException,
          InterruptedException,
          DatabaseException,
          EnvironmentException,
          UsageException {
    ClusterClient client = new ClusterClient(cluster.address());
    String id = client.run(jar, job, arguments.integer("--parallelism", DEFAULT_PARALLELISM, 1));
    String state = client.state(id);
    while (!state.equals("FINISHED")) {
      if (state.equals("FAILED") || state.equals("CANCELED")) {
        throw new EnvironmentException(
            "the job has " + state.toLowerCase(Locale.ROOT) + ": " + client.failure(id));
      }
      progress.detail(state.toLowerCase(Locale.ROOT));
      Thread.sleep(POLL_MILLIS);
      cluster.tend();
      state = client.state(id);
    }
  }

  private int conclude(Path written) throws IOException {
    ClusterReport report = ClusterReport.parse(Files.readString(written));
    console.out().println(report.summary());
    report.sentences().forEach(console.out()::println);
    report.problems().forEach(console::say);
    return switch (report.verdict()) {
      case "satisfied" -> ExitCode.SATISFIED;
      case "violated" -> ExitCode.VIOLATED;
      default ->
          report.transactions() == 0 && report.rejected() > 0
              ? ExitCode.UNREADABLE
              : ExitCode.UNKNOWN;
    };
  }

  private LocalClusterSettings settings(Arguments arguments) throws UsageException {
    int taskManagers = (int) arguments.number("--task-managers", DEFAULT_PARALLELISM, 1, 64);
    int parallelism = (int) arguments.number("--parallelism", DEFAULT_PARALLELISM, 1, 256);
    long bytes = arguments.bytes("--memory").orElse(DEFAULT_MEMORY);
    if (bytes < 128L << 20) {
      throw Arguments.bad("--memory", arguments.text("--memory").orElse(""), "at least 128m");
    }
    String state = choice(arguments, "--state", List.of("hashmap", "rocksdb"));
    return new LocalClusterSettings(
        taskManagers,
        (parallelism + taskManagers - 1) / taskManagers,
        bytes >> 20,
        512,
        state.equals("rocksdb"),
        arguments.duration("--checkpoint").orElse(DEFAULT_CHECKPOINT).toMillis());
  }

  private static String choice(Arguments arguments, String option, List<String> values)
      throws UsageException {
    String value = arguments.text(option).orElse(values.get(0));
    if (!values.contains(value)) {
      throw Arguments.bad(option, value, String.join(" or ", values));
    }
    return value;
  }

  /** The options of the job. */
  private static List<String> jobArguments(Arguments arguments) throws UsageException {
    List<String> job = new ArrayList<>();
    String source =
        arguments
            .text("--source")
            .orElseThrow(() -> new UsageException("expected --source with a file or directory"));
    boolean isPath = !source.matches("[a-z0-9]+://?.*");
    if (isPath && !Files.exists(Path.of(source))) {
      throw new UsageException("--source: " + source + ": no such file or directory");
    }
    job.addAll(List.of("--source", isPath ? uri(source) : source, "--level", level(arguments)));
    job.addAll(List.of("--mode", choice(arguments, "--mode", List.of("streaming", "batch"))));
    job.addAll(List.of("--clock", choice(arguments, "--clock", List.of("arrival", "event"))));
    Optional<Duration> delay = arguments.duration("--delay");
    if (delay.isPresent()) {
      job.addAll(List.of("--delay", delay.get().toMillis() + "ms"));
    }
    Optional<Duration> horizon = arguments.duration("--horizon");
    if (horizon.isPresent()) {
      if (job.contains("batch")) {
        throw new UsageException("--horizon: a batch keeps no state; expected --mode streaming");
      }
      job.addAll(List.of("--horizon", Math.max(1, horizon.get().toSeconds()) + "s"));
    }
    arguments.text("--initial").ifPresent(value -> job.addAll(List.of("--initial", value)));
    arguments
        .text("--findings")
        .ifPresent(
            target ->
                job.addAll(List.of("--findings", target.contains("://") ? target : uri(target))));
    return job;
  }

  private static String uri(String path) {
    return Path.of(path).toAbsolutePath().normalize().toUri().toString();
  }

  private static String level(Arguments arguments) throws UsageException {
    Set<IsolationLevel> levels = arguments.levels("--level");
    if (levels.size() != 1 || !LEVELS.containsKey(levels.iterator().next())) {
      throw new UsageException("--level: expected si, ser, rc or ra");
    }
    String level = LEVELS.get(levels.iterator().next());
    boolean isWeak = level.equals("rc") || level.equals("ra");
    if (isWeak && !arguments.text("--mode").orElse("").equals("batch")) {
      throw new UsageException("--level: " + level + " needs --mode batch");
    }
    if (isWeak && arguments.text("--extract").isPresent()) {
      throw new UsageException("--extract: expected with level si or ser");
    }
    return level;
  }

  private static Path temporaryDirectory() throws EnvironmentException {
    try {
      return Files.createTempDirectory("isogauge-flink");
    } catch (IOException e) {
      throw new EnvironmentException("cannot make a temporary directory: " + e.getMessage());
    }
  }

  private static void delete(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve("report.json"));
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // It is the system's temporary directory, and small.
    }
  }
}
