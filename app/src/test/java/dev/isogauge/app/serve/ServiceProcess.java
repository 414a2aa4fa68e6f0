package dev.isogauge.app.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** The service as a process of its own, which can be killed. */
final class ServiceProcess implements AutoCloseable {
  private final Process process;
  private final int port;
  private final Path output;

  private ServiceProcess(Process process, int port, Path output) {
    this.process = process;
    this.port = port;
    this.output = output;
  }

  /**
   * A port below those that Linux assigns by itself, so that no other process takes it while the
   * service is down.
   */
  static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Taken; another one.
      }
    }
  }

  /** Starts it with options, after the words of a command that shall start Java. */
  static ServiceProcess start(List<String> before, Path data, int port, String... options)
      throws IOException {
    return start("512m", before, data, port, options);
  }

  /** The same with a heap of this size. */
  static ServiceProcess start(
      String heap, List<String> before, Path data, int port, String... options) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heap,
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.isogauge.app.Main",
            "serve",
            "--data",
            data.toString(),
            "--port",
            String.valueOf(port)));
    command.addAll(List.of(options));
    Path output = data.resolveSibling(data.getFileName() + ".out");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .start();
    return new ServiceProcess(process, port, output);
  }

  long pid() {
    return process.pid();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Asks until the service has begun to answer and has replayed its journal. */
  void awaitRunning() throws Exception {
    while (!get("/status").contains("\"running\"")) {
      if (!process.isAlive()) {
        throw new AssertionError("the service ended: " + output());
      }
      Thread.sleep(20);
    }
  }

  /** The answer, or nothing if there is none. */
  String get(String path) throws InterruptedException {
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri().resolve(path)).build(), BodyHandlers.ofString());
      return response.body();
    } catch (IOException e) {
      return "";
    }
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGTERM; returns the exit code. */
  int terminate() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int waitFor() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
