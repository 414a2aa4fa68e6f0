package dev.isogauge.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The service as a user starts it, with what can be seen of it from outside. */
final class LiveService implements AutoCloseable {
  private static final long START_SECONDS = 600;
  private static final Pattern HEAP = Pattern.compile("(?:heap|generation).*?used (\\d+)K");

  private final Process process;
  private final Path data;
  private final URI uri;
  private final HttpClient client = HttpClient.newHttpClient();
  private final double startSeconds;

  private LiveService(Path root, Path data, List<String> options)
      throws IOException, InterruptedException {
    this.data = data;
    int port = freePort();
    uri = URI.create("http://127.0.0.1:" + port);
    List<String> command = new ArrayList<>();
    command.add(root.resolve("isogauge").toString());
    command.addAll(List.of("serve", "--level", "si", "--quiet", "--port", Integer.toString(port)));
    command.addAll(List.of("--data", data.toString()));
    command.addAll(options);
    long begin = System.nanoTime();
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(data.resolveSibling("service.log").toFile()))
            .start();
    while (!get("/status").contains("\"running\"")) {
      double seconds = (System.nanoTime() - begin) / 1e9;
      if (!process.isAlive() || seconds > START_SECONDS) {
        close();
        throw new IllegalStateException(
            "the service did not start: " + Files.readString(data.resolveSibling("service.log")));
      }
      Thread.sleep(10);
    }
    startSeconds = (System.nanoTime() - begin) / 1e9;
  }

  /** Starts one and waits until it takes batches. */
  static LiveService start(Path root, Path data, List<String> options)
      throws IOException, InterruptedException {
    return new LiveService(root, data, options);
  }

  /** From the start of the process until it takes batches. */
  double startSeconds() {
    return startSeconds;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String get(String path) throws InterruptedException {
    try {
      return client
          .send(HttpRequest.newBuilder(uri.resolve(path)).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "";
    }
  }

  /** A number of the status; 0 if it is not there. */
  long status(String field) throws InterruptedException {
    Matcher matcher = Pattern.compile("\"" + field + "\":(\\d+)").matcher(get("/status"));
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  /** Sends a batch until it is taken. */
  void send(byte[] body, String id) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri.resolve("/transactions"))
            .header("Content-Type", "application/x-ndjson")
            .header("Batch-Id", id)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    while (true) {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() == 200) {
        return;
      }
      if (answer.statusCode() != 429) {
        throw new IOException(answer.statusCode() + ": " + answer.body());
      }
      Thread.sleep(20);
    }
  }

  /** The process that runs Java: the launcher's own or its child. */
  private ProcessHandle java() {
    return process.descendants().findFirst().orElse(process.toHandle());
  }

  double cpuSeconds() {
    return java().info().totalCpuDuration().map(cpu -> cpu.toMillis() / 1e3).orElse(Double.NaN);
  }

  /** Bytes of the heap that are in use, garbage included. */
  long heapBytes() throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(java().pid()),
                "GC.heap_info")
            .redirectErrorStream(true)
            .start();
    String text = new String(jcmd.getInputStream().readAllBytes(), Charset.defaultCharset());
    jcmd.waitFor();
    Matcher used = HEAP.matcher(text);
    long sum = 0;
    while (used.find()) {
      sum += 1024 * Long.parseLong(used.group(1));
    }
    return sum;
  }

  /** The most bytes of memory that it has had at a time, by Linux. */
  long mostResidentBytes() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc", "" + java().pid(), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }

  /** Bytes of all files of the data directory. */
  long diskBytes() throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.toList()) {
        sum += size(file);
      }
    }
    return sum;
  }

  private static long size(Path file) throws IOException {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (NoSuchFileException e) {
      return 0; // Deleted meanwhile.
    }
  }

  /** How many entries a directory of the process has in /proc. */
  int count(String directory) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc", "" + java().pid(), directory))) {
      return (int) files.count();
    }
  }

  /** SIGTERM, and waits for the end. */
  void stop() throws InterruptedException {
    ProcessHandle java = java();
    java.destroy();
    end(java);
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    ProcessHandle java = java();
    java.destroyForcibly();
    end(java);
  }

  private void end(ProcessHandle java) throws InterruptedException {
    java.onExit().join();
    process.waitFor();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
