package dev.isogauge.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Feeds a file to the service over HTTP, both as a user starts them, and measures each apart. */
final class ServedRun {
  private static final long POLL_MILLISECONDS = 20;

  private final Path root;
  private final Path folder;
  private volatile Duration serviceCpu = Duration.ZERO;

  /**
   * @param folder where the service keeps its data; must be empty
   */
  ServedRun(Path root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  /** What the feeder costs, reading the file and waiting for the final verdict included. */
  Cost run(Path file, String level, int batch, String memory, ChildProcess child)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    String launcher = root.resolve("isogauge").toString();
    int port = freePort();
    Process service =
        new ProcessBuilder(
                List.of(
                    launcher,
                    "serve",
                    "--level",
                    level,
                    "--port",
                    Integer.toString(port),
                    "--data",
                    folder.resolve("data").toString(),
                    "--memory",
                    memory,
                    "--quiet"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("service.log").toFile())
            .start();
    Thread watcher = new Thread(() -> watch(service), "service-cpu");
    watcher.start();
    try {
      return child.run(
          String.format(
              "'%s' feed '%s' --service http://127.0.0.1:%d --batch %d --finish",
              launcher, file, port, batch));
    } finally {
      if (!service.waitFor(30, TimeUnit.SECONDS)) {
        service.descendants().forEach(ProcessHandle::destroy);
        service.destroy();
      }
      watcher.join();
    }
  }

  /** What the service has used when it was last measured, just before its end. */
  Duration serviceCpu() {
    return serviceCpu;
  }

  private void watch(Process service) {
    try {
      while (!service.waitFor(POLL_MILLISECONDS, TimeUnit.MILLISECONDS)) {
        Duration cpu = service.info().totalCpuDuration().orElse(Duration.ZERO);
        for (ProcessHandle child : service.descendants().toList()) {
          cpu = cpu.plus(child.info().totalCpuDuration().orElse(Duration.ZERO));
        }
        if (cpu.compareTo(serviceCpu) > 0) {
          serviceCpu = cpu;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
