package dev.isogauge.node.ignite;

import dev.isogauge.node.Member;
import dev.isogauge.node.NodeSettings;
import dev.isogauge.node.Peers;
import dev.isogauge.node.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Between two checks of the others, which take a while. */
  private static final long PAUSE_NANOS = 500_000_000;

  private static final long PATIENCE_MILLIS = 8_000;

  private final NodeSettings settings;
  private final Peers peers;
  private volatile Ignite ignite;
  private volatile long lastMajority;
  private long lastLook;

  /** Joins, or founds the cluster. */
  public IgniteMember(NodeSettings settings) {
    this.settings = settings;
    this.peers = new Peers(settings);
    settings.settings().forEach(System::setProperty);
    this.ignite = Ignition.start(configuration(settings, better(new Standing(false, 0, -1))));
  }

  /**
   * How to start.
   *
   * @param chosen whose cluster to join; any if empty
   */
  private static IgniteConfiguration configuration(
      NodeSettings settings, Optional<Standing> chosen) {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < settings.nodes(); i++) {
      if (chosen.isEmpty() || i == settings.number() || i == chosen.get().node()) {
        members.add(settings.host(i) + ":" + settings.port(i, 0));
      }
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
   * The member. One that has stopped by itself joins anew, and so does one without a majority if it
   * reaches a member that stands better.
   */
  synchronized Ignite joined() {
    if (!hasMajority() && System.nanoTime() - lastLook > PAUSE_NANOS) {
      Optional<Standing> better = better(own());
      // Others may have joined meanwhile.
      if (!isStarted() || (better.filter(this::yieldsTo).isPresent() && !hasMajority())) {
        lastMajority = 0; // What it has in memory goes.
        Ignition.stop(NAME, true);
        ignite = Ignition.start(configuration(settings, better));
      }
      lastLook = System.nanoTime();
    }
    if (!hasMajority()) {
      throw new IllegalStateException("the member does not find a majority");
    }
    lastMajority = System.currentTimeMillis();
    return ignite;
  }

  /** Where two have data, the first that another one joins is to stay. */
  private boolean yieldsTo(Standing better) {
    return better.hasMajority()
        || lastMajority == 0
        || System.currentTimeMillis() - lastMajority > PATIENCE_MILLIS;
  }

  /** The best of the other members that stand better, among those that can be reached. */
  private Optional<Standing> better(Standing own) {
    Optional<Standing> best = Optional.empty();
    for (Map.Entry<Integer, String> peer : peers.standings().entrySet()) {
      if (!peer.getValue().isEmpty()) {
        Standing standing = Standing.of(peer.getValue(), peer.getKey());
        if (standing.isBetterThan(best.orElse(own))) {
          best = Optional.of(standing);
        }
      }
    }
    return best;
  }

  private Standing own() {
    return new Standing(hasMajority(), lastMajority, settings.number());
  }

  /** Empty while it has not joined, since no other member can join it then. */
  @Override
  public String standing() {
    return isStarted() ? own().text() : "";
  }

  private static boolean isStarted() {
    return Ignition.state(NAME) == IgniteState.STARTED;
  }

  private boolean hasMajority() {
    return isStarted() && Majority.isMajority(members(), settings.nodes());
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
