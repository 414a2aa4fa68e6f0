package dev.isogauge.node.infinispan;

import dev.isogauge.node.Member;
import dev.isogauge.node.NodeSettings;
import dev.isogauge.node.Transactions;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.infinispan.AdvancedCache;
import org.infinispan.Cache;
import org.infinispan.commons.util.Version;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.Configuration;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfiguration;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.partitionhandling.AvailabilityMode;
import org.infinispan.partitionhandling.PartitionHandling;
import org.infinispan.remoting.transport.jgroups.JGroupsTransport;
import org.infinispan.transaction.TransactionMode;
import org.infinispan.transaction.lookup.EmbeddedTransactionManagerLookup;

/**
 * A member with replicated transactional caches, one for each level. A member that does not see a
 * majority neither reads nor writes.
 */
public final class InfinispanMember implements Member {
  private static final long ANSWER_SECONDS = 5;

  /** One that finds too few others until then ends, and is started again. */
  private static final long START_SECONDS = 60;

  private final NodeSettings settings;
  private final DefaultCacheManager manager;

  /** Joins, or founds the cluster, once a majority is there. */
  public InfinispanMember(NodeSettings settings) {
    this.settings = settings;
    settings.settings().forEach(System::setProperty);
    this.manager = new DefaultCacheManager(global(settings));
    for (Mode mode : Mode.values()) {
      manager.defineConfiguration(mode.level(), cache(mode, settings.lockTimeoutMillis()));
    }
    for (Mode mode : Mode.values()) {
      manager.getCache(mode.level());
    }
  }

  private static GlobalConfiguration global(NodeSettings settings) {
    GlobalConfigurationBuilder builder = GlobalConfigurationBuilder.defaultClusteredBuilder();
    builder.jmx().disable();
    builder
        .transport()
        .clusterName("isogauge")
        .nodeName("node" + (settings.number() + 1))
        // One that starts alone, such as after a restart while it is cut off, knows of no other,
        // so that it would take itself for the whole cluster, and serve without data.
        .initialClusterSize(settings.nodes() / 2 + 1)
        .initialClusterTimeout(START_SECONDS, TimeUnit.SECONDS)
        .addProperty(JGroupsTransport.CONFIGURATION_XML, stack(settings));
    return builder.build();
  }

  /**
   * Infinispan's own stack for TCP, with the members by address. A member that does not answer is
   * gone after some seconds. FD_SOCK2 is left out, since it wants a port that is none of ours.
   */
  private static String stack(NodeSettings settings) {
    String members =
        IntStream.range(0, settings.nodes())
            .mapToObj(i -> settings.host(i) + "[" + settings.port(i, 0) + "]")
            .collect(Collectors.joining(","));
    return """
    <config xmlns="urn:org:jgroups">
      <TCP bind_addr="%s" bind_port="%d" port_range="0" diag.enabled="false"
           thread_naming_pattern="pl" send_buf_size="640k" sock_conn_timeout="300ms"
           bundler_type="transfer-queue" thread_pool.min_threads="0"
           thread_pool.max_threads="200"/>
      <RED/>
      <TCPPING initial_hosts="%s" port_range="0" num_discovery_runs="3"/>
      <MERGE3 min_interval="1s" max_interval="4s"/>
      <FD_ALL3 interval="1s" timeout="5s"/>
      <VERIFY_SUSPECT2 timeout="1s"/>
      <pbcast.NAKACK2 use_mcast_xmit="false" xmit_interval="200ms" resend_last_seqno="true"/>
      <UNICAST3 conn_close_timeout="5s" xmit_interval="200ms"/>
      <pbcast.STABLE desired_avg_gossip="5s" max_bytes="1M"/>
      <pbcast.GMS print_local_addr="false" join_timeout="${jgroups.join_timeout:2s}"/>
      <UFC max_credits="4m" min_threshold="0.40"/>
      <MFC max_credits="4m" min_threshold="0.40"/>
      <FRAG4 frag_size="60k"/>
    </config>
    """
        .formatted(settings.host(), settings.port(0), members);
  }

  private static Configuration cache(Mode mode, long lockTimeoutMillis) {
    ConfigurationBuilder builder = new ConfigurationBuilder();
    builder
        .clustering()
        .cacheMode(CacheMode.REPL_SYNC)
        .remoteTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
        .partitionHandling()
        .whenSplit(PartitionHandling.DENY_READ_WRITES);
    builder
        .transaction()
        .transactionMode(TransactionMode.TRANSACTIONAL)
        .lockingMode(mode.locking())
        .transactionManagerLookup(new EmbeddedTransactionManagerLookup())
        // Enlist as an XA resource, not as a synchronization: only a resource reports a failed
        // commit.
        .useSynchronization(false);
    // Nothing but this timeout ends deadlocks, and others wait meanwhile, so it is short.
    builder
        .locking()
        .isolationLevel(mode.isolation())
        .lockAcquisitionTimeout(lockTimeoutMillis / 8);
    return builder.build();
  }

  @Override
  public String version() {
    return "Infinispan " + Version.getVersion();
  }

  @Override
  public boolean isComplete() {
    for (Mode mode : Mode.values()) {
      AdvancedCache<?, ?> cache = manager.getCache(mode.level()).getAdvancedCache();
      if (cache.getAvailability() != AvailabilityMode.AVAILABLE
          || cache.getDistributionManager().isRehashInProgress()
          || cache.getDistributionManager().getCacheTopology().getMembers().size()
              != settings.nodes()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Transactions connect(String level) {
    Mode mode = Mode.of(level);
    Cache<String, String> cache = manager.getCache(mode.level());
    return new InfinispanTransactions(cache.getAdvancedCache(), mode);
  }

  @Override
  public void clear() {
    for (Mode mode : Mode.values()) {
      manager.getCache(mode.level()).clear();
    }
  }
}
