package dev.isogauge.collect.jvm;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.adapter.Channel;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.cluster.Cluster;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.keyvalue.ClusterStore;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.collect.keyvalue.StoreConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;

/** A cluster of Java processes, to which sessions connect in turn. */
final class JvmCluster extends ClusterStore {
  private static final int USUAL_NODES = 3;
  private static final int ATTEMPTS = 5;
  private static final String PORT_TAKEN = "address already in use";

  private final List<JvmNode> nodes;
  private final Duration patience;

  private JvmCluster(List<JvmNode> nodes, Cluster cluster, Duration patience)
      throws Channel.BrokenException {
    super(nodes.get(0).version(), "nodes", cluster);
    this.nodes = nodes;
    this.patience = patience;
  }

  /** Starts three nodes, or as many as the topology wants. */
  static Database start(String name, JvmSystem system, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    List<Path> jars = jars(system, options);
    int number = topology.nodes() > 0 ? topology.nodes() : USUAL_NODES;
    Sites sites = Sites.of(topology, number, options);
    Properties shared = new Properties();
    shared.setProperty("nodes", Integer.toString(number));
    shared.setProperty("member", system.member());
    shared.setProperty("lockTimeoutMillis", Long.toString(options.lockTimeout().toMillis()));
    options.settings().forEach((setting, value) -> shared.setProperty("set." + setting, value));
    List<JvmNode> nodes;
    try {
      nodes = nodes(system, number, sites, jars, shared);
    } catch (DatabaseException e) {
      sites.close();
      throw e;
    }
    List<ServerNode> servers = new ArrayList<>();
    List<Runnable> processes = new ArrayList<>();
    for (JvmNode node : nodes) {
      servers.add(node.node());
      processes.add(node::close);
    }
    Cluster cluster = new Cluster(sites, servers, processes);
    try {
      return new KeyValueDatabase(
          name,
          system.system().capabilities(),
          new JvmCluster(nodes, cluster, options.lockTimeout().plus(options.answerTimeout())));
    } catch (Channel.BrokenException e) {
      cluster.close();
      throw new DatabaseException(name + ": cannot connect: " + e.getMessage(), e);
    }
  }

  /** One version of each jar; what a store itself names comes before what others need. */
  private static List<Path> jars(JvmSystem system, DatabaseOptions options)
      throws DatabaseException {
    Artifacts artifacts = new Artifacts(options.notices());
    Map<Path, Path> jars = new LinkedHashMap<>();
    for (String each : system.jars()) {
      for (Path jar : artifacts.jars(each)) { // .../artifact/version/artifact-version.jar
        jars.putIfAbsent(jar.getParent().getParent().getFileName(), jar);
      }
    }
    return List.copyOf(jars.values());
  }

  /** Another process may take a port between our choice and the start. */
  private static List<JvmNode> nodes(
      JvmSystem system, int number, Sites sites, List<Path> jars, Properties shared)
      throws DatabaseException {
    for (int attempt = 1; ; attempt++) {
      List<JvmNode> nodes = new ArrayList<>();
      try {
        String secret = UUID.randomUUID().toString();
        for (int i = 0; i < number; i++) {
          nodes.add(JvmNode.create(system, sites.site(i), secret));
        }
        Properties told = new Properties();
        told.putAll(shared);
        told.setProperty("secret", secret);
        nodes.forEach(node -> node.describe(told));
        String classPath = nodes.get(0).library(jars);
        for (JvmNode node : nodes) {
          node.start(classPath, told);
        }
        for (JvmNode node : nodes) {
          node.awaitReady();
        }
        return nodes;
      } catch (DatabaseException e) {
        nodes.forEach(JvmNode::close);
        if (!e.getMessage().toLowerCase(Locale.ROOT).contains(PORT_TAKEN) || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  @Override
  protected StoreConnection connectTo(int server, Level level) {
    return nodes.get(server).connection(level, patience);
  }

  @Override
  public void clear() throws DatabaseException {
    try {
      nodes.get(0).clear();
    } catch (Channel.BrokenException e) {
      throw new DatabaseException("cannot remove the keys: " + e.getMessage(), e);
    }
  }
}
