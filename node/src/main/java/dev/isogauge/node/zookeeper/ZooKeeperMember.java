package dev.isogauge.node.zookeeper;

import dev.isogauge.node.Member;
import dev.isogauge.node.NodeSettings;
import dev.isogauge.node.Transactions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Properties;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** A server of an ensemble. Sessions of a node are clients of its own server only. */
public final class ZooKeeperMember implements Member {
  private static final int CLIENTS = 0;
  private static final int PEERS = 1;
  private static final int ELECTION = 2;

  private final String server;

  /** Starts the server, which then looks for the others. */
  public ZooKeeperMember(NodeSettings settings)
      throws IOException, QuorumPeerConfig.ConfigException {
    this.server = settings.host() + ":" + settings.port(CLIENTS);
    System.setProperty("zookeeper.admin.enableServer", "false");
    // What a crash of the machine would do to the data does not matter here.
    System.setProperty("zookeeper.forceSync", "no");
    QuorumPeerConfig config = new QuorumPeerConfig();
    config.parseProperties(properties(settings));
    Thread thread = new Thread(() -> serve(config), "server");
    thread.setDaemon(true);
    thread.start();
  }

  private static Properties properties(NodeSettings settings) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("dataDir", settings.data().toString());
    properties.setProperty("tickTime", "500");
    properties.setProperty("initLimit", "20");
    properties.setProperty("syncLimit", "6");
    properties.setProperty("maxClientCnxns", "0");
    properties.setProperty("standaloneEnabled", "false");
    for (int i = 0; i < settings.nodes(); i++) {
      String host = settings.host(i);
      properties.setProperty(
          "server." + (i + 1),
          host
              + ":"
              + settings.port(i, PEERS)
              + ":"
              + settings.port(i, ELECTION)
              + ";"
              + host
              + ":"
              + settings.port(i, CLIENTS));
    }
    properties.putAll(settings.settings());
    Files.writeString(settings.data().resolve("myid"), Integer.toString(settings.number() + 1));
    return properties;
  }

  private static void serve(QuorumPeerConfig config) {
    try {
      new QuorumPeerMain().runFromConfig(config);
      System.err.println("ERROR the server has ended");
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      System.err.println("ERROR " + e);
    }
    Runtime.getRuntime().halt(1);
  }

  @Override
  public String version() {
    return "ZooKeeper " + Version.getVersion();
  }

  /** A server answers its clients once a majority has elected a leader, and it follows that. */
  @Override
  public boolean isComplete() {
    try {
      ZooKeeperClient.connect(server).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public Transactions connect(String level) {
    return new ZooKeeperTransactions(server, level.equals("linearizable"));
  }

  @Override
  public void clear() throws Exception {
    try (ZooKeeperClient client = ZooKeeperClient.connect(server)) {
      ZooKeeper zooKeeper = client.zooKeeper();
      client.sync();
      for (String child : zooKeeper.getChildren("/", false)) {
        if (!child.equals("zookeeper")) {
          zooKeeper.delete("/" + child, -1);
        }
      }
    }
  }
}
