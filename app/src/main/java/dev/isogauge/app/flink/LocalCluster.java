package dev.isogauge.app.flink;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.FlinkJars;
import dev.isogauge.collect.process.GuardedDirectory;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Flink cluster of processes on this machine: a job manager and task managers, which listen on
 * loopback only and end with us.
 */
final class LocalCluster implements AutoCloseable {
  private static final int START_SECONDS = 300;
  private static final long POLL_MILLIS = 200;

  /** Beside what a task manager has for tasks: Flink's own. */
  private static final long FRAMEWORK_MEGABYTES = 128;

  private static final long NETWORK_MEGABYTES = 64;

  /** What Flink's own scripts give, since it looks into these. */
  static final List<String> OPENED =
      Stream.of(
              "java.lang",
              "java.net",
              "java.io",
              "java.nio",
              "java.time",
              "java.util",
              "java.util.concurrent",
              "java.util.concurrent.atomic",
              "java.util.concurrent.locks",
              "java.text",
              "java.lang.reflect",
              "sun.nio.ch")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  /** The job manager first. */
  private final List<GuardedDirectory> processes = new ArrayList<>();

  private final LocalClusterSettings settings;
  private final String classPath;
  private final int restPort;
  private final int managerPort;

  private LocalCluster(LocalClusterSettings settings, String classPath) throws IOException {
    this.settings = settings;
    this.classPath = classPath;
    this.restPort = GuardedDirectory.freePort();
    this.managerPort = GuardedDirectory.freePort();
  }

  /** Starts all processes and waits until the cluster is complete. */
  static LocalCluster start(LocalClusterSettings settings, Artifacts artifacts)
      throws DatabaseException, IOException {
    LocalCluster cluster = new LocalCluster(settings, classPath(artifacts, settings.usesRocksDb()));
    try {
      cluster.startJobManager();
      for (int i = 0; i < settings.taskManagers(); i++) {
        cluster.startTaskManager();
      }
      cluster.awaitSlots();
      return cluster;
    } catch (DatabaseException | IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static String classPath(Artifacts artifacts, boolean withRocksDb)
      throws DatabaseException {
    List<String> wanted = new ArrayList<>(FlinkJars.cluster());
    if (withRocksDb) {
      wanted.add(FlinkJars.rocksDb());
    }
    Set<Path> jars = new LinkedHashSet<>();
    for (String each : wanted) {
      jars.addAll(artifacts.jars(each));
    }
    return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** The jars of Flink, by which its own command line runs as well. */
  String classPath() {
    return classPath;
  }

  /** The address of Flink's page. */
  URI address() {
    return URI.create("http://127.0.0.1:" + restPort);
  }

  /**
   * Starts a task manager for each that has ended, as whatever runs a real cluster does. Without
   * its job manager a cluster is lost.
   */
  void tend() throws DatabaseException, IOException {
    if (processes.get(0).hasEnded()) {
      throw new DatabaseException("Flink's job manager has ended: " + cause(processes.get(0)));
    }
    for (GuardedDirectory process : taskManagers()) {
      if (process.hasEnded()) {
        processes.remove(process);
        process.close();
        startTaskManager();
      }
    }
  }

  /** Where the task managers run. */
  List<GuardedDirectory> taskManagers() {
    return List.copyOf(processes.subList(1, processes.size()));
  }

  private void startJobManager() throws DatabaseException, IOException {
    GuardedDirectory process = GuardedDirectory.create("isogauge-flink");
    processes.add(process);
    writeConfiguration(
        process.path(),
        String.format(
            Locale.ROOT,
            """
            jobmanager.rpc.address: 127.0.0.1
            jobmanager.rpc.port: %d
            jobmanager.bind-host: 127.0.0.1
            jobmanager.execution.failover-strategy: region
            resourcemanager.standalone.start-up-time: 8640000000
            rest.address: 127.0.0.1
            rest.bind-address: 127.0.0.1
            rest.port: %d
            rest.bind-port: %d
            web.upload.dir: %s
            """,
            managerPort,
            restPort,
            restPort,
            process.path().resolve("upload")));
    process.start(
        java(
            process.path(),
            settings.jobManagerMegabytes(),
            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint"));
    if (!process.awaitReady(() -> new ClusterClient(address()).overview(), START_SECONDS)) {
      throw new DatabaseException("Flink's job manager does not start: " + cause(process));
    }
  }

  private void startTaskManager() throws DatabaseException, IOException {
    GuardedDirectory process = GuardedDirectory.create("isogauge-flink");
    processes.add(process);
    long task = settings.taskManagerMegabytes() / 2;
    long managed = settings.taskManagerMegabytes() - task;
    writeConfiguration(
        process.path(),
        String.format(
            Locale.ROOT,
            """
            jobmanager.rpc.address: 127.0.0.1
            jobmanager.rpc.port: %d
            taskmanager.host: 127.0.0.1
            taskmanager.bind-host: 127.0.0.1
            taskmanager.numberOfTaskSlots: %d
            taskmanager.cpu.cores: %d
            taskmanager.memory.framework.heap.size: %dm
            taskmanager.memory.framework.off-heap.size: 128m
            taskmanager.memory.jvm-metaspace.size: 256m
            taskmanager.memory.jvm-overhead.min: 192m
            taskmanager.memory.jvm-overhead.max: 192m
            taskmanager.memory.task.heap.size: %dm
            taskmanager.memory.task.off-heap.size: 0m
            taskmanager.memory.network.min: %dm
            taskmanager.memory.network.max: %dm
            taskmanager.memory.managed.size: %dm
            """,
            managerPort,
            settings.slotsEach(),
            settings.slotsEach(),
            FRAMEWORK_MEGABYTES,
            task,
            NETWORK_MEGABYTES,
            NETWORK_MEGABYTES,
            managed));
    process.start(
        java(
            process.path(),
            FRAMEWORK_MEGABYTES + task,
            "org.apache.flink.runtime.taskexecutor.TaskManagerRunner"));
  }

  private void awaitSlots() throws DatabaseException, IOException {
    long wanted = (long) settings.taskManagers() * settings.slotsEach();
    ClusterClient client = new ClusterClient(address());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    try {
      while (client.overview().slots() < wanted) {
        for (GuardedDirectory process : processes) {
          if (process.hasEnded()) {
            throw new DatabaseException("a process of Flink has ended: " + cause(process));
          }
        }
        if (System.nanoTime() > deadline) {
          throw new DatabaseException(
              "Flink's task managers do not start within " + START_SECONDS + " s");
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while Flink started", e);
    }
  }

  /** Why a process ended: the last cause in its log, which is the first one in time. */
  private static String cause(GuardedDirectory process) {
    try (Stream<String> lines = Files.lines(process.path().resolve("log"))) {
      return lines
          .filter(line -> line.startsWith("Caused by: "))
          .reduce((first, last) -> last)
          .orElseGet(process::complaint);
    } catch (IOException | UncheckedIOException e) {
      return process.complaint();
    }
  }

  /**
   * The job goes on when a task fails, and slots are spread over all task managers. One that was
   * killed is given tasks until two heartbeats fail, so that there are several attempts for each;
   * then its tasks wait for another one.
   */
  private void writeConfiguration(Path directory, String own) throws IOException {
    Path conf = Files.createDirectories(directory.resolve("conf"));
    Files.writeString(
        conf.resolve("config.yaml"),
        own
            + String.format(
                Locale.ROOT,
                """
                io.tmp.dirs: %s
                state.backend.type: %s
                execution.checkpointing.dir: %s
                execution.checkpointing.interval: %d ms
                execution.checkpointing.incremental: true
                metrics.fetcher.update-interval: 1 s
                pekko.startup-timeout: 120 s
                taskmanager.load-balance.mode: SLOTS
                restart-strategy.type: fixed-delay
                restart-strategy.fixed-delay.attempts: 20
                restart-strategy.fixed-delay.delay: 2 s
                heartbeat.interval: 2 s
                env.java.opts.all: ""
                """,
                directory.resolve("tmp"),
                settings.usesRocksDb() ? "rocksdb" : "hashmap",
                processes.get(0).path().resolve("checkpoints").toUri(),
                settings.checkpointMillis()));
    Files.createDirectories(directory.resolve("tmp"));
    Files.createDirectories(directory.resolve("upload"));
    Files.writeString(
        conf.resolve("log4j2.properties"),
        """
        rootLogger.level = WARN
        rootLogger.appenderRef.out.ref = Out
        appender.out.name = Out
        appender.out.type = Console
        appender.out.layout.type = PatternLayout
        appender.out.layout.pattern = %d %-5p %c - %m%n
        """);
  }

  private List<String> java(Path directory, long megabytes, String main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + megabytes + "m");
    // A heap that grows step by step is collected as a whole at each step, as are classes.
    command.add("-Xms" + megabytes + "m");
    command.add("-XX:MetaspaceSize=128m");
    command.add("-XX:+UseSerialGC");
    command.addAll(serviceOptions());
    command.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
    command.add(
        "-Dlog4j2.configurationFile=" + directory.resolve("conf/log4j2.properties").toUri());
    command.addAll(OPENED);
    command.add("-cp");
    command.add(classPath);
    command.add(main);
    command.add("--configDir");
    command.add(directory.resolve("conf").toString());
    return command;
  }

  /** What the launcher gives to the service; each process compiles the same anew. */
  static List<String> serviceOptions() {
    try (InputStream file = LocalCluster.class.getResourceAsStream("service.options")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith("-"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    for (int i = processes.size() - 1; i >= 0; i--) {
      processes.get(i).close();
    }
  }
}
