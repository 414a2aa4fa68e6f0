package dev.isogauge.node.ignite;

import dev.isogauge.node.Member;
import dev.isogauge.node.NodeSettings;
import dev.isogauge.node.Transactions;
import java.util.ArrayList;
import java.util.List;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteState;
import org.apache.ignite.Ignition;
import org.apache.ignite.cache.CacheAtomicityMode;
import org.apache.ignite.cache.CacheWriteSynchronizationMode;
import org.apache.ignite.cache.PartitionLossPolicy;
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction;
import org.apache.ignite.configuration.CacheConfiguration;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.failure.StopNodeFailureHandler;
import org.apache.ignite.lang.IgniteProductVersion;
import org.apache.ignite.plugin.segmentation.SegmentationPolicy;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/**
 * A member with a transactional cache in memory, of which every member has a copy, and which is
 * written only while a majority is there.
 */
public final class IgniteMember implements Member {
  static final String CACHE = "isogauge";

  private static final String NAME = "isogauge";
  private static final int PARTITIONS = 32;
  private static final long REGION_BYTES = 128L << 20;
  private static final long FAILURE_MILLIS = 5_000;

  private final NodeSettings settings;
  private Ignite ignite;

  /** Joins, or founds the cluster. */
  public IgniteMember(NodeSettings settings) {
    this.settings = settings;
    settings.settings().forEach(System::setProperty);
    this.ignite = Ignition.start(configuration(settings));
  }

  private static IgniteConfiguration configuration(NodeSettings settings) {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < settings.nodes(); i++) {
      members.add(settings.host(i) + ":" + settings.port(i, 0));
    }
    TcpDiscoverySpi discovery = new TcpDiscoverySpi();
    discovery.setLocalPort(settings.port(0));
    discovery.setLocalPortRange(0);
    discovery.setIpFinder(new TcpDiscoveryVmIpFinder().setAddresses(members));
    TcpCommunicationSpi communication = new TcpCommunicationSpi();
    communication.setLocalPort(settings.port(1));
    communication.setLocalPortRange(0);
    return new IgniteConfiguration()
        .setIgniteInstanceName(NAME)
        .setConsistentId("node" + (settings.number() + 1))
        .setIgniteHome(settings.data().toString())
        .setWorkDirectory(settings.data().resolve("work").toString())
        .setLocalHost(settings.host())
        .setDiscoverySpi(discovery)
        .setCommunicationSpi(communication)
        .setClientConnectorConfiguration(null)
        .setConnectorConfiguration(null)
        .setMetricsLogFrequency(0)
        // A member that does not answer is gone after some seconds. What stops by itself does not
        // take the process along: another member joins in it.
        .setFailureDetectionTimeout(FAILURE_MILLIS)
        .setSegmentationPolicy(SegmentationPolicy.STOP)
        .setFailureHandler(new StopNodeFailureHandler())
        .setDataStorageConfiguration(
            new DataStorageConfiguration()
                .setDefaultDataRegionConfiguration(
                    new DataRegionConfiguration()
                        .setInitialSize(REGION_BYTES / 4)
                        .setMaxSize(REGION_BYTES)))
        .setCacheConfiguration(
            new CacheConfiguration<String, String>(CACHE)
                .setAtomicityMode(CacheAtomicityMode.TRANSACTIONAL)
                .setBackups(settings.nodes() - 1)
                .setAffinity(new RendezvousAffinityFunction(false, PARTITIONS))
                .setWriteSynchronizationMode(CacheWriteSynchronizationMode.FULL_SYNC)
                .setPartitionLossPolicy(PartitionLossPolicy.READ_WRITE_SAFE)
                .setTopologyValidator(new Majority(settings.nodes())));
  }

  /**
   * The member. One that has stopped by itself, or that has lost the majority, joins anew: members
   * that were parted do not find each other again.
   */
  synchronized Ignite joined() {
    if (Ignition.state(NAME) == IgniteState.STARTED && hasMajority()) {
      return ignite;
    }
    Ignition.stop(NAME, true);
    ignite = Ignition.start(configuration(settings));
    if (!hasMajority()) {
      throw new IllegalStateException("the member does not find a majority");
    }
    return ignite;
  }

  private boolean hasMajority() {
    return Majority.isMajority(members(), settings.nodes());
  }

  private int members() {
    return ignite.cluster().forServers().nodes().size();
  }

  @Override
  public String version() {
    IgniteProductVersion version = ignite.version();
    return "Ignite " + version.major() + "." + version.minor() + "." + version.maintenance();
  }

  @Override
  public boolean isComplete() {
    return members() == settings.nodes() && ignite.cluster().state().active();
  }

  @Override
  public Transactions connect(String level) {
    return new IgniteTransactions(this, level.equals("serializable"), settings.lockTimeoutMillis());
  }

  @Override
  public void clear() {
    joined().cache(CACHE).clear();
  }
}
