package dev.isogauge.app.watch;

import dev.isogauge.app.feed.FeedException;
import dev.isogauge.app.feed.FinishedReport;
import dev.isogauge.app.feed.ServiceClient;
import dev.isogauge.app.serve.ServeSettings;
import dev.isogauge.app.serve.Service;
import dev.isogauge.app.serve.ServiceConsole;
import dev.isogauge.app.serve.ServiceException;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.text.Words;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judges transactions by a service in this process, whose live page can be watched meanwhile. */
public final class ServiceJudge implements OnlineCheck.Judge {
  private static final String NOTHING = ": there was nothing to judge.";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path directory;
  private final Service service;
  private final ServiceClient client;
  private long batches;

  /**
   * Starts the service.
   *
   * @param settings with a directory for its data, which is gone afterwards
   * @param notices receives where the page is, and what goes wrong
   */
  public ServiceJudge(ServeSettings settings, Consumer<String> notices) throws ServiceException {
    this.directory = settings.data();
    this.service = Service.start(settings, new Notices(notices));
    URI address = URI.create("http://" + settings.host() + ":" + service.port() + "/");
    this.client = new ServiceClient(address, settings.token(), PATIENCE);
    notices.accept("live, while the workload runs: " + address);
  }

  /**
   * Judges by timestamps.
   *
   * @param port where it listens on loopback; 0 takes a free one
   */
  public static ServiceJudge byTimestamps(
      IsolationLevel level, Path directory, Duration delay, int port, Consumer<String> notices)
      throws ServiceException {
    ServeSettings usual = ServeSettings.of(level, port, directory);
    return new ServiceJudge(
        new ServeSettings(
            level,
            usual.host(),
            port,
            directory,
            delay,
            usual.clock(),
            usual.memoryBytes(),
            usual.token(),
            usual.initial(),
            usual.maxRequest(),
            usual.retention()),
        notices);
  }

  /** The same by what reads show. */
  public static ServiceJudge byReads(
      List<IsolationLevel> levels, Path directory, int port, Consumer<String> notices)
      throws ServiceException {
    return new ServiceJudge(
        ServeSettings.of(levels.get(0), port, directory).byReads(levels), notices);
  }

  /** A directory that is new has nothing to replay. */
  private record Notices(Consumer<String> notices) implements ServiceConsole {
    @Override
    public void say(String message) {
      notices.accept(message);
    }

    @Override
    public void replaying(long transactions) {}

    @Override
    public void ready(long known, long replayed, Duration took) {}
  }

  @Override
  public void check(List<String> lines) throws IOException, InterruptedException {
    try {
      byte[] body = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
      client.send(body, "lines-" + ++batches);
    } catch (FeedException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public String verdict() throws IOException, InterruptedException {
    try {
      FinishedReport report = FinishedReport.parse(client.finish());
      return "Checked online, as they ended: "
          + Words.count(report.transactions(), "transaction")
          + ", "
          + report.level()
          + " by "
          + report.order()
          + " "
          + switch (report.verdict()) {
            case "satisfied" -> "satisfied.";
            case "unknown" -> "undecided" + (report.transactions() == 0 ? NOTHING : ".");
            default -> "violated: " + counts(report.counts()) + ".";
          }
          + report.losses().stream().map(loss -> " " + loss).collect(Collectors.joining());
    } catch (FeedException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static String counts(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey())
        .collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    service.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // What is left lies beside the result and does no harm.
    }
  }
}
