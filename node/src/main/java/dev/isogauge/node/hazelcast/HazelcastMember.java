package dev.isogauge.node.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.TcpIpConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import dev.isogauge.node.Member;
import dev.isogauge.node.NodeSettings;
import dev.isogauge.node.Transactions;

/**
 * A member with a map of which every other member has a copy, and which a member serves only while
 * it sees a majority.
 */
public final class HazelcastMember implements Member {
  static final String MAP = "isogauge";

  private final NodeSettings settings;
  private HazelcastInstance instance;

  /** Joins, or founds the cluster. */
  public HazelcastMember(NodeSettings settings) {
    this.settings = settings;
    this.instance = Hazelcast.newHazelcastInstance(config(settings));
  }

  /** A member that the cluster has expelled ends by itself; then another one joins. */
  synchronized HazelcastInstance instance() {
    if (!instance.getLifecycleService().isRunning()) {
      instance = Hazelcast.newHazelcastInstance(config(settings));
    }
    return instance;
  }

  private static Config config(NodeSettings settings) {
    Config config = new Config();
    config.setClusterName("isogauge");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.setProperty("hazelcast.partition.count", "31");
    // A member that does not answer is gone after some seconds, not after a minute.
    config.setProperty("hazelcast.heartbeat.interval.seconds", "1");
    config.setProperty("hazelcast.max.no.heartbeat.seconds", "8");
    config.setProperty("hazelcast.operation.call.timeout.millis", "5000");
    config.setProperty("hazelcast.merge.first.run.delay.seconds", "5");
    config.setProperty("hazelcast.merge.next.run.delay.seconds", "5");
    config.setProperty("hazelcast.wait.seconds.before.join", "1");
    config.setProperty("hazelcast.shutdownhook.policy", "GRACEFUL");
    settings.settings().forEach(config::setProperty);
    config
        .getNetworkConfig()
        .setPort(settings.port(0))
        .setPortAutoIncrement(false)
        .setReuseAddress(true)
        .getInterfaces()
        .setEnabled(true)
        .addInterface(settings.host());
    config.setProperty("hazelcast.socket.bind.any", "false");
    config.setProperty("hazelcast.local.localAddress", settings.host());
    JoinConfig join = config.getNetworkConfig().getJoin();
    join.getMulticastConfig().setEnabled(false);
    join.getAutoDetectionConfig().setEnabled(false);
    TcpIpConfig members = join.getTcpIpConfig().setEnabled(true);
    for (int i = 0; i < settings.nodes(); i++) {
      members.addMember(settings.host(i) + ":" + settings.port(i, 0));
    }
    int majority = settings.nodes() / 2 + 1;
    config
        .getSplitBrainProtectionConfig("majority")
        .setEnabled(true)
        .setMinimumClusterSize(majority);
    config
        .getMapConfig(MAP)
        .setBackupCount(Math.min(settings.nodes() - 1, 6))
        .setSplitBrainProtectionName("majority");
    return config;
  }

  @Override
  public String version() {
    return "Hazelcast " + BuildInfoProvider.getBuildInfo().getVersion();
  }

  @Override
  public boolean isComplete() {
    return instance().getCluster().getMembers().size() == settings.nodes()
        && instance().getPartitionService().isClusterSafe();
  }

  @Override
  public Transactions connect(String level) {
    return new HazelcastTransactions(
        this, level.equals("repeatable-read"), settings.lockTimeoutMillis());
  }

  @Override
  public void clear() {
    instance().getMap(MAP).clear();
  }
}
