package dev.isogauge.collect.process;

import dev.isogauge.collect.DatabaseException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A temporary directory with at most one server in it, both gone when this is closed or when this
 * process ends in whatever way: a small shell holds the other end of a pipe to us, and the pipe
 * closes even when we are killed.
 */
public final class GuardedDirectory implements AutoCloseable {
  private static final int REMOVAL_SECONDS = 30;
  private static final int START_SECONDS = 60;
  private static final int PORT_ATTEMPTS = 5;

  static final FileAttribute<Set<PosixFilePermission>> PRIVATE = permissions("rwx------");
  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE = permissions("rw-------");

  /** The group may pass through. */
  static final Set<PosixFilePermission> PASSABLE = permissions("rwx--x---").value();

  private final Path path;
  private final Process guard;

  private GuardedDirectory(Path path, Process guard) {
    this.path = path;
    this.guard = guard;
  }

  /** Creates the directory. Other users may not enter it. */
  public static GuardedDirectory create(String prefix) throws DatabaseException {
    Path directory = null;
    try {
      directory = Files.createTempDirectory(prefix).toRealPath();
      Files.setPosixFilePermissions(directory, PRIVATE.value());
      List<String> command = new ArrayList<>();
      // A session of its own: signals for our process group, such as Ctrl-C, do not reach it.
      Commands.find("setsid").ifPresent(setsid -> command.add(setsid.toString()));
      command.addAll(List.of("/bin/sh", "-c", script(), "isogauge-guard", directory.toString()));
      Process guard =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new GuardedDirectory(directory, guard);
    } catch (IOException | UnsupportedOperationException e) {
      if (directory != null) {
        directory.toFile().delete();
      }
      throw new DatabaseException("cannot make a temporary directory for the database: " + e, e);
    }
  }

  private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }

  private static String script() throws IOException {
    try (InputStream stream = GuardedDirectory.class.getResourceAsStream("guard.sh")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Starts the server; its output goes to the log. */
  public void start(List<String> command) throws IOException {
    describe(command);
    startAgain();
  }

  /** What {@link #startAgain} starts. */
  public void describe(List<String> command) throws IOException {
    Files.writeString(
        path.resolve("start"),
        command.stream()
            .map(GuardedDirectory::quoted)
            .collect(Collectors.joining(" ", "exec ", "\n")));
  }

  /**
   * The signal at which the server ends when this is closed; QUIT if none is named, at which a Java
   * of ours would only list its threads.
   */
  public void endBy(String signal) throws IOException {
    Files.writeString(path.resolve("signal"), signal);
  }

  /** Starts the server with the command of last time. */
  void startAgain() throws IOException {
    Files.deleteIfExists(path.resolve("exited"));
    OutputStream pipe = guard.getOutputStream();
    pipe.write("start\n".getBytes(StandardCharsets.UTF_8));
    pipe.flush();
  }

  /** What is done in the directory before a server answers. */
  @FunctionalInterface
  public interface Preparation {
    /** Does it. */
    void run() throws IOException, DatabaseException;
  }

  /**
   * Prepares a server; if that fails, the directory is gone. The {@link ServerAccount} may enter
   * the directory, but not change what is in it: the guard runs that with our rights.
   */
  public void prepare(String product, Preparation preparation) throws DatabaseException {
    try {
      ServerAccount.admit(path);
      preparation.run();
    } catch (IOException e) {
      close();
      throw new DatabaseException("cannot prepare " + product + ": " + e.getMessage(), e);
    } catch (DatabaseException e) {
      close();
      throw e;
    }
  }

  /** The command that starts a server, at another port each time. */
  @FunctionalInterface
  public interface ServerCommand {
    /** The command with its arguments. */
    List<String> atNewPort() throws IOException, DatabaseException;
  }

  /**
   * Starts a server and waits until it is ready. Another process may take the port between our
   * choice and the server's start; then the server is started again at another port.
   *
   * @param isPortTaken whether this complaint of the server means that the port is taken
   */
  public void startServer(
      String product, ServerCommand command, Probe probe, Predicate<String> isPortTaken)
      throws IOException, DatabaseException {
    for (int attempt = 1; ; attempt++) {
      start(command.atNewPort());
      if (awaitReady(probe, START_SECONDS)) {
        return;
      }
      if (!isPortTaken.test(complaint()) || attempt == PORT_ATTEMPTS) {
        throw new DatabaseException(product + " does not start: " + complaint());
      }
    }
  }

  /** Asks a server whether it is ready. */
  @FunctionalInterface
  public interface Probe {
    /** Does nothing if the server is ready. */
    void ask() throws Exception;
  }

  /** Waits until the server is ready; false if it ends instead. */
  public boolean awaitReady(Probe probe, int seconds) throws DatabaseException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!hasEnded()) {
      try {
        probe.ask();
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        if (System.nanoTime() > deadline) {
          throw new DatabaseException(
              "the server accepts no connection within " + seconds + " s: " + e.getMessage(), e);
        }
      }
      pause();
    }
    return false;
  }

  private static void pause() throws DatabaseException {
    try {
      Thread.sleep(30);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while the server started", e);
    }
  }

  /** A free port; another process may take it before the server does. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** Whether the server has ended by itself. */
  public boolean hasEnded() {
    return Files.exists(path.resolve("exited"));
  }

  /** Waits until the server has ended; false if it does not. */
  boolean awaitExit(Duration patience) throws DatabaseException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!hasEnded()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      pause();
    }
    return true;
  }

  private long server() throws DatabaseException {
    try {
      return Long.parseLong(Files.readString(path.resolve("pid")).strip());
    } catch (IOException | NumberFormatException e) {
      throw new DatabaseException("no server has been started in " + path, e);
    }
  }

  /** Sends a signal to the server's first process. */
  void signalServer(String signal) throws DatabaseException {
    signal(signal, List.of(server()));
  }

  /**
   * Sends a signal to all processes of the server. The first one is stopped before the others are
   * looked up, so that none is overlooked.
   */
  void signalAll(String signal) throws DatabaseException {
    if (hasEnded()) {
      return;
    }
    long server = server();
    signal("STOP", List.of(server));
    List<Long> all = new ArrayList<>();
    ProcessHandle.of(server)
        .ifPresent(handle -> handle.descendants().forEach(each -> all.add(each.pid())));
    all.add(server);
    try {
      if (signal.equals("STOP")) { // The guard lets them go on if we are killed.
        Files.writeString(
            path.resolve("paused"),
            all.stream().map(String::valueOf).collect(Collectors.joining(" ")));
      }
      signal(signal, all);
      if (!signal.equals("STOP")) {
        Files.deleteIfExists(path.resolve("paused"));
      }
    } catch (IOException e) {
      throw new DatabaseException("cannot note what is stopped: " + e.getMessage(), e);
    }
  }

  /** Some of the processes may have ended meanwhile. */
  private void signal(String signal, List<Long> processes) throws DatabaseException {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "kill -\"$0\" \"$@\" 2>/dev/null; true", signal));
    processes.forEach(process -> command.add(Long.toString(process)));
    Commands.run(path, REMOVAL_SECONDS, command);
  }

  /** The last thing that the server said. */
  String lastWords() {
    try {
      List<String> lines =
          Files.readAllLines(path.resolve("log"), StandardCharsets.UTF_8).stream()
              .filter(line -> !line.isBlank())
              .toList();
      return lines.isEmpty() ? "it says nothing" : lines.get(lines.size() - 1);
    } catch (IOException e) {
      return "it says nothing";
    }
  }

  /** The last thing that the server said which sounds like the reason of a failure. */
  public String complaint() {
    try {
      List<String> lines =
          Files.readAllLines(path.resolve("log"), StandardCharsets.UTF_8).stream()
              .filter(line -> !line.isBlank())
              .toList();
      Optional<String> reason =
          lines.stream()
              .filter(
                  line -> line.matches(".*(FATAL|PANIC|ERROR|rror:|could not|annot|not defined).*"))
              .findFirst();
      return reason.orElse(lines.isEmpty() ? "it says nothing" : lines.get(lines.size() - 1));
    } catch (IOException e) {
      return "it says nothing";
    }
  }

  @Override
  public void close() {
    try {
      guard.getOutputStream().close();
    } catch (IOException e) {
      guard.destroy(); // Cannot happen while it lives; then nothing is left to guard.
    }
    try {
      guard.waitFor(REMOVAL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The guard goes on without us.
    }
  }
}
