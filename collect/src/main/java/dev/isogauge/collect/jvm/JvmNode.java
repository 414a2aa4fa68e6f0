package dev.isogauge.collect.jvm;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.adapter.AdapterConnection;
import dev.isogauge.collect.adapter.Channel;
import dev.isogauge.collect.keyvalue.StoreConnection;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.process.GuardedServer;
import dev.isogauge.collect.process.ServerAccount;
import dev.isogauge.collect.process.Site;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A process of a cluster of ours, in a directory that goes with it. */
final class JvmNode {
  /** On an idle machine it takes seconds; Cassandra on a busy one takes minutes. */
  private static final int START_SECONDS = 480;

  /** For a probe: a node that is ready answers at once. */
  private static final Duration PROBE = Duration.ofSeconds(10);

  private final JvmSystem system;
  private final GuardedDirectory directory;
  private final Site site;
  private final NodeChannel.NodeAddress address;
  private final List<Integer> ports;

  private JvmNode(
      JvmSystem system,
      GuardedDirectory directory,
      Site site,
      NodeChannel.NodeAddress address,
      List<Integer> ports) {
    this.system = system;
    this.directory = directory;
    this.site = site;
    this.address = address;
    this.ports = ports;
  }

  /** A node that is not started yet. */
  static JvmNode create(JvmSystem system, Site site, String secret) throws DatabaseException {
    GuardedDirectory directory = GuardedDirectory.create("isogauge-" + system.name());
    try {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < system.needs().ports(); i++) {
        ports.add(GuardedDirectory.freePort());
      }
      NodeChannel.NodeAddress address =
          new NodeChannel.NodeAddress(site.host(), GuardedDirectory.freePort(), secret);
      return new JvmNode(system, directory, site, address, ports);
    } catch (IOException e) {
      directory.close();
      throw new DatabaseException("there is no free port: " + e.getMessage(), e);
    }
  }

  /** What all nodes of a cluster know about this one. */
  void describe(Properties properties) {
    int number = site.number();
    properties.setProperty("host." + number, address.host());
    properties.setProperty("port." + number, Integer.toString(address.port()));
    for (int i = 0; i < ports.size(); i++) {
      properties.setProperty("port." + number + "." + i, Integer.toString(ports.get(i)));
    }
  }

  /** Copies what nodes are made of into the directory of this one; returns its class path. */
  String library(List<Path> jars) throws DatabaseException {
    Path[] found = new Path[2];
    directory.prepare(
        system.product(),
        () -> {
          found[0] = NodeClasses.copy(directory.path().resolve("classes"));
          found[1] = ServerAccount.copy(jars, directory.path().resolve("jars"));
        });
    return found[0] + ":" + found[1] + "/*";
  }

  /** Starts the node; it is ready some time later. */
  void start(String classPath, Properties shared) throws DatabaseException {
    directory.prepare(system.product(), () -> run(classPath, shared));
  }

  private void run(String classPath, Properties shared) throws IOException, DatabaseException {
    Path data = ServerAccount.directory(directory.path().resolve("data"));
    Properties own = new Properties();
    own.putAll(shared);
    own.setProperty("number", Integer.toString(site.number()));
    own.setProperty("data", data.toString());
    StringWriter text = new StringWriter();
    own.store(text, null);
    Path settings = ServerAccount.file(directory.path().resolve("settings"), text.toString());
    List<String> command =
        new ArrayList<>(
            List.of(
                java(),
                "-Xmx" + system.needs().heapMegabytes() + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                // Neither files for others to find nor a way in for them.
                "-XX:-UsePerfData",
                "-XX:+DisableAttachMechanism",
                "-Djava.net.preferIPv4Stack=true",
                "-Djava.io.tmpdir=" + data,
                "-Duser.home=" + data,
                "-Duser.dir=" + data));
    command.addAll(system.needs().options());
    command.addAll(List.of("-cp", classPath, NodeClasses.MAIN, settings.toString()));
    directory.endBy("KILL");
    directory.start(site.command(directory, command));
  }

  private static String java() throws IOException, DatabaseException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    if (Files.isExecutable(java) && ServerAccount.reaches(java)) {
      return java.toString();
    }
    return Commands.find("java")
        .map(Path::toString)
        .orElseThrow(
            () ->
                new DatabaseException(
                    "there is no Java that servers may run, since they run as nobody: "
                        + java
                        + " cannot be reached by others; put one on the PATH"));
  }

  /** Waits until this node sees all others. */
  void awaitReady() throws DatabaseException {
    if (!directory.awaitReady(this::requireComplete, START_SECONDS)) {
      throw new DatabaseException(system.product() + " does not start: " + directory.complaint());
    }
  }

  private void requireComplete() throws Channel.BrokenException, IOException {
    if (!Boolean.TRUE.equals(ask("complete"))) {
      throw new IOException("its nodes have not found one another");
    }
  }

  /** What the node says it is. */
  String version() throws Channel.BrokenException {
    return (String) ask("version");
  }

  void clear() throws Channel.BrokenException {
    ask("setup");
  }

  /** The result of a request on a connection of its own. */
  private Object ask(String verb) throws Channel.BrokenException {
    NodeChannel channel = NodeChannel.connect(address, PROBE);
    Object result = channel.ask(Map.of(verb, Map.of()), PROBE).value();
    channel.ask(Map.of("close", Map.of()), PROBE);
    return result;
  }

  StoreConnection connection(Level level, Duration patience) {
    return new AdapterConnection(
        new NodeSession(address, patience), level, Integer.toString(site.number()), Map.of());
  }

  String name() {
    return "node" + (site.number() + 1);
  }

  /** The node as something that can fail; it is ready if it can run a transaction. */
  ServerNode node() {
    return new GuardedServer(name(), directory, site, "TERM", this::requireTransaction);
  }

  private void requireTransaction() throws Failure {
    StoreConnection connection = connection(system.system().capabilities().defaultLevel(), PROBE);
    try {
      connection.begin();
      connection.read(0);
    } finally {
      connection.rollback();
      connection.close();
    }
  }

  void close() {
    directory.close();
  }
}
