package dev.isogauge.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A topic that is checked by {@code isogauge flink}, as a user starts it, until all is judged. */
final class FlinkRun {
  private static final long POLL_MILLISECONDS = 200;

  private static final Pattern PAGE = Pattern.compile("page is at (http://\\S+)");
  private static final Pattern JOB = Pattern.compile("\"id\":\"([0-9a-f]{32})\",\"status\"");
  private static final Pattern JUDGES =
      Pattern.compile("\"id\":\"([0-9a-f]{32})\"[^{}]*\"name\":\"judge");
  private static final Pattern JUDGED = Pattern.compile("\"sum\":([0-9.E]+)");
  private static final Pattern CHECKPOINT =
      Pattern.compile(
          "\"latest\":\\{\"completed\":\\{.*?\"id\":(\\d+).*?\"state_size\":(\\d+)"
              + ".*?\"end_to_end_duration\":(\\d+)");

  private final Path folder;
  private final Duration timeout;
  private final HttpClient client = HttpClient.newHttpClient();

  /**
   * What a run cost.
   *
   * @param wallSeconds from the first transaction to the last, give or take a second
   * @param cpuSeconds of all task managers, from the submission to the last transaction
   * @param stateBytes of the last checkpoint, which holds all state
   * @param checkpointSeconds how long that one took
   */
  record Result(double wallSeconds, double cpuSeconds, long stateBytes, double checkpointSeconds) {}

  /**
   * @param folder for the processes' own files; must be new
   */
  FlinkRun(Path folder, Duration timeout) {
    this.folder = folder;
    this.timeout = timeout;
  }

  /**
   * Runs the command until this many transactions were judged, and all state is in a checkpoint.
   */
  Result run(Path launcher, List<String> options, int transactions)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("tmp"));
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "flink"));
    command.addAll(options);
    Path log = folder.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    // Processes of the cluster are found by their directories, which are made there.
    builder
        .environment()
        .merge(
            "ISOGAUGE_JAVA_OPTS",
            "-Djava.io.tmpdir=" + folder.resolve("tmp"),
            (one, other) -> one + " " + other);
    Process process = builder.start();
    try {
      URI page = URI.create(await(process, () -> find(PAGE, Files.readString(log))).group(1));
      double before = cpuSeconds();
      String job = await(process, () -> find(JOB, get(page, "/jobs"))).group(1);
      return watch(process, page, job, before, transactions);
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      process.waitFor(60, TimeUnit.SECONDS);
    }
  }

  private Result watch(Process process, URI page, String job, double before, int transactions)
      throws IOException, InterruptedException {
    String judges = await(process, () -> find(JUDGES, get(page, "/jobs/" + job))).group(1);
    String count =
        "/jobs/" + job + "/vertices/" + judges + "/subtasks/metrics?get=judge.transactions&agg=sum";
    long begin = 0;
    double judged = 0;
    while (judged < transactions) {
      Thread.sleep(POLL_MILLISECONDS);
      judged =
          find(JUDGED, get(page, count))
              .map(found -> Double.parseDouble(found.group(1)))
              .orElse(judged);
      begin = judged > 0 && begin == 0 ? System.nanoTime() : begin;
      requireAlive(process, begin);
    }
    double wall = (System.nanoTime() - begin) / 1e9;
    double cpu = cpuSeconds() - before;
    long known = checkpoint(page, job).map(found -> Long.parseLong(found.group(1))).orElse(0L);
    // The one under way may have begun before the end; the one after it has not.
    Matcher complete =
        await(
            process,
            () ->
                checkpoint(page, job).filter(found -> Long.parseLong(found.group(1)) >= known + 2));
    return new Result(
        wall, cpu, Long.parseLong(complete.group(2)), Long.parseLong(complete.group(3)) / 1e3);
  }

  private Optional<Matcher> checkpoint(URI page, String job)
      throws IOException, InterruptedException {
    return find(CHECKPOINT, get(page, "/jobs/" + job + "/checkpoints"));
  }

  @FunctionalInterface
  private interface Question {
    Optional<Matcher> ask() throws IOException, InterruptedException;
  }

  private Matcher await(Process process, Question question)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Optional<Matcher> answer = question.ask();
    while (answer.isEmpty()) {
      Thread.sleep(POLL_MILLISECONDS);
      requireAlive(process, begin);
      answer = question.ask();
    }
    return answer.get();
  }

  private void requireAlive(Process process, long begin) throws IOException {
    boolean isLate = begin > 0 && System.nanoTime() - begin > timeout.toNanos();
    if (!process.isAlive() || isLate) {
      throw new IOException(
          (isLate ? "isogauge flink takes too long: " : "isogauge flink has ended: ")
              + Files.readString(folder.resolve("log")));
    }
  }

  private static Optional<Matcher> find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher) : Optional.empty();
  }

  private String get(URI page, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(page.resolve(path)).timeout(Duration.ofMinutes(1)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  /** Of all task managers so far. */
  private double cpuSeconds() throws IOException {
    double seconds = 0;
    try (Stream<Path> directories = Files.list(folder.resolve("tmp"))) {
      for (Path directory : directories.toList()) {
        Path start = directory.resolve("start");
        if (Files.exists(start) && Files.readString(start).contains("TaskManagerRunner")) {
          String pid = Files.readString(directory.resolve("pid")).strip();
          seconds += CpuTime.seconds(Long.parseLong(pid));
        }
      }
    }
    return seconds;
  }
}
