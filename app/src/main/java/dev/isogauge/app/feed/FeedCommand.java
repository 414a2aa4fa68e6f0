package dev.isogauge.app.feed;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Command;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.Options;
import dev.isogauge.app.command.Passwords;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.Inputs;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.history.History;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Sends a recorded history to a service. */
public final class FeedCommand implements Command {
  private static final int DEFAULT_BATCH = 500;
  private static final int DEFAULT_CONNECTIONS = 2;
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);
  private static final long TICK_MILLIS = 200;

  private final Console console;

  public FeedCommand(Console console) {
    this.console = console;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "feed",
            "Sends a history to 'isogauge serve', in commit order or late and"
                + " shuffled. Feeding it again with the same options changes nothing.");
    spec.addPositional(Options.files("FILE|DIR|-", "The history; - is standard input."));
    spec.addOption(Options.value("--service", "URL", "The service's address; required."));
    spec.addOption(
        Options.flag("--finish", "Finish the service at the end, and exit with its verdict."));
    Passwords.describeToken(spec, "The service's token.");
    spec.addOption(Options.inputFormat());
    Options.section(spec, "Delivery");
    spec.addOption(Options.value("--batch", "N", "Transactions per batch. Default 500."));
    spec.addOption(
        Options.value(
            "--rate", "N", "Transactions per second. Default: as many as the service takes."));
    spec.addOption(
        Options.value(
            "--delay-mean",
            "TIME",
            "How late transactions are on average (normal distribution), such as 100ms. Without"
                + " --rate this only changes their order, as at 10000 per second."));
    spec.addOption(
        Options.value(
            "--delay-stddev", "TIME", "The standard deviation of the delay, such as" + " 10ms."));
    spec.addOption(
        Options.value("--shuffle-window", "N", "Shuffle every N transactions among themselves."));
    spec.addOption(Options.value("--seed", "N", "The seed of delays and shuffling. Default 1."));
    spec.addOption(
        Options.value("--connections", "N", "How many batches are sent at once." + " Default 2."));
    spec.addOption(
        Options.value(
            "--retry", "TIME", "How long to retry if the service cannot be reached. Default 30s."));
    return Options.finish(
        spec,
        "isogauge feed history.json --service http://127.0.0.1:8123 --finish",
        "isogauge feed h.jsonl --service http://127.0.0.1:8123 --rate 20000 \\",
        "         --delay-mean 100ms --delay-stddev 10ms");
  }

  @Override
  public int run(Arguments arguments) throws UsageException, EnvironmentException {
    FeedSettings settings = settings(arguments);
    Optional<HistoryFormat> format = arguments.format("--from");
    Inputs found = Inputs.find(arguments.files(), console.in());
    if (!found.failures().isEmpty()) {
      console.say(found.failures().get(0).message());
      return ExitCode.UNREADABLE;
    }
    if (found.inputs().size() != 1) {
      throw new UsageException("found " + found.inputs().size() + " histories; expected one");
    }
    try (Progress progress = Progress.on(console, arguments.quiet())) {
      progress.phase("reading " + found.inputs().get(0).name());
      LoadedHistory loaded = HistoryFiles.read(found.inputs().get(0), format);
      if (!arguments.quiet()) {
        progress.pause();
        loaded.remarksOn(found.inputs().get(0).name()).forEach(console::say);
      }
      Optional<String> obstacle = obstacle(loaded.history(), settings);
      if (obstacle.isPresent()) {
        console.say(found.inputs().get(0).name() + ": " + obstacle.get());
        return ExitCode.UNREADABLE;
      }
      return feed(loaded.history(), settings, progress, arguments);
    } catch (IOException e) {
      console.say(FileFailures.message(found.inputs().get(0).name(), e));
      return ExitCode.UNREADABLE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted");
    }
  }

  /** Only a history that timestamps cannot decide needs to know what the service goes by. */
  private static Optional<String> obstacle(History history, FeedSettings settings)
      throws InterruptedException {
    Optional<String> byTimestamps = Feeder.obstacle(history);
    try {
      return byTimestamps.isPresent()
              && new ServiceClient(settings.to(), settings.token(), Duration.ZERO).isByReads()
          ? Feeder.obstacleByReads(history)
          : byTimestamps;
    } catch (FeedException e) {
      return byTimestamps;
    }
  }

  private int feed(History history, FeedSettings settings, Progress progress, Arguments arguments)
      throws EnvironmentException, InterruptedException {
    try {
      Feeder feeder = new Feeder(history, settings);
      Feeder.Progress sent = run(feeder, history.transactionCount(), progress);
      progress.pause();
      if (!arguments.quiet()) {
        console.out().println(summary(sent));
        console.out().flush();
      }
      if (!arguments.flag("--finish")) {
        return history.transactionCount() == 0 ? ExitCode.UNKNOWN : ExitCode.SATISFIED;
      }
      progress.phase("waiting for the report");
      FinishedReport report = FinishedReport.parse(feeder.finish());
      progress.pause();
      console.out().println(verdict(report));
      if (!arguments.quiet()) {
        report.remarks().forEach(console.out()::println);
      }
      return report.exitCode();
    } catch (FeedException e) {
      progress.pause();
      if (e.isRefused()) {
        console.say(e.getMessage());
        return ExitCode.UNREADABLE;
      }
      throw new EnvironmentException(e.getMessage());
    }
  }

  private static Feeder.Progress run(Feeder feeder, int transactions, Progress progress)
      throws FeedException, InterruptedException {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (true) {
                  Feeder.Progress now = feeder.progress();
                  progress.detail(
                      String.format(
                          Locale.ROOT,
                          "%,d of %,d, %,d/s",
                          now.transactions(),
                          transactions,
                          now.throughput()));
                  Thread.sleep(TICK_MILLIS);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "isogauge-throughput");
    watcher.setDaemon(true);
    progress.phase("feeding");
    watcher.start();
    try {
      return feeder.run();
    } finally {
      watcher.interrupt();
      watcher.join();
    }
  }

  private static String summary(Feeder.Progress sent) {
    return String.format(
        Locale.ROOT,
        "sent %,d transactions in %.1f s: %,d/s, %.1f MB; retries: %,d",
        sent.transactions(),
        sent.seconds(),
        sent.throughput(),
        sent.bytes() / 1e6,
        sent.retries());
  }

  private static String verdict(FinishedReport report) {
    String counts =
        report.counts().entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    return report.level()
        + " by "
        + report.order()
        + " "
        + report.verdict()
        + (counts.isEmpty() ? "" : ": " + counts)
        + " ("
        + report.transactions()
        + " transactions)";
  }

  private FeedSettings settings(Arguments arguments) throws UsageException, EnvironmentException {
    URI to =
        uri(
            arguments
                .text("--service")
                .orElseThrow(() -> new UsageException("expected --service with a service's URL")));
    Duration mean = arguments.duration("--delay-mean").orElse(Duration.ZERO);
    int rate = arguments.integer("--rate", 0, 1);
    return new FeedSettings(
        to,
        Passwords.token(arguments, console),
        arguments.integer("--batch", DEFAULT_BATCH, 1),
        rate == 0 ? OptionalInt.empty() : OptionalInt.of(rate),
        mean,
        arguments.duration("--delay-stddev").orElse(Duration.ZERO),
        arguments.integer("--shuffle-window", 1, 1),
        arguments.number("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        (int) arguments.number("--connections", DEFAULT_CONNECTIONS, 1, 64),
        arguments.duration("--retry").orElse(DEFAULT_PATIENCE));
  }

  private static URI uri(String text) throws UsageException {
    try {
      URI uri = URI.create(text);
      if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below, like a URL of another kind.
    }
    throw Arguments.bad("--service", text, "a URL such as http://127.0.0.1:8123");
  }
}
