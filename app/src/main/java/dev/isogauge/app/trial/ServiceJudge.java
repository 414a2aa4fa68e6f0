package dev.isogauge.app.trial;

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
final class ServiceJudge implements OnlineCheck.Judge {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final IsolationLevel level;
  private final Path directory;
  private final Service service;
  private final ServiceClient client;
  private long batches;

  /**
   * Starts the service.
   *
   * @param directory for its data, which is gone afterwards
   * @param port where it listens on loopback; 0 takes a free one
   * @param notices receives where the page is, and what goes wrong
   */
  ServiceJudge(
      IsolationLevel level, Path directory, Duration delay, int port, Consumer<String> notices)
      throws ServiceException {
    this.level = level;
    this.directory = directory;
    ServeSettings usual = ServeSettings.of(level, port, directory);
    this.service =
        Service.start(
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
            new Notices(notices));
    URI address = URI.create("http://" + usual.host() + ":" + service.port() + "/");
    this.client = new ServiceClient(address, usual.token(), PATIENCE);
    notices.accept("live, while the workload runs: " + address);
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
          + level.id()
          + " by timestamps "
          + switch (report.verdict()) {
            case "satisfied" -> "satisfied.";
            case "unknown" -> "undecided: there was nothing to judge.";
            default -> "violated: " + counts(report.counts()) + ".";
          };
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
