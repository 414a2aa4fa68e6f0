package dev.isogauge.node.cassandra;

import dev.isogauge.node.Member;
import dev.isogauge.node.NodeSettings;
import dev.isogauge.node.Transactions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.service.CassandraDaemon;
import org.apache.cassandra.utils.FBUtilities;

/**
 * A server with a table of which every other one has a copy. Sessions of a node are coordinated by
 * its own server, without a client between.
 */
public final class CassandraMember implements Member {
  static final String TABLE = "isogauge.items";

  private static final int NEWEST_JAVA = 23;
  private static final String KEYSPACE = "isogauge";

  private final NodeSettings settings;
  private volatile boolean isStopping;

  /** Starts the server, which then looks for the others. */
  public CassandraMember(NodeSettings settings) throws IOException {
    if (Runtime.version().feature() > NEWEST_JAVA) {
      throw new IllegalStateException(
          "Cassandra does not run on Java "
              + Runtime.version().feature()
              + "; run Isogauge with Java 17, such as by JAVA_HOME");
    }
    this.settings = settings;
    Path configuration = settings.data().resolve("cassandra.yaml");
    Files.writeString(configuration, yaml(settings));
    Path logging = settings.data().resolve("logback.xml");
    Files.writeString(logging, LOGGING);
    System.setProperty("logback.configurationFile", logging.toString());
    System.setProperty("cassandra.config", configuration.toUri().toString());
    System.setProperty("cassandra.storagedir", settings.data().toString());
    System.setProperty("cassandra-foreground", "yes");
    System.setProperty("cassandra.ring_delay_ms", "2000");
    System.setProperty("cassandra.skip_wait_for_gossip_to_settle", "0");
    System.setProperty("cassandra.superuser_setup_delay_ms", "-1");
    new CassandraDaemon(true).activate();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> isStopping = true));
  }

  /**
   * A server that is told to end first turns its clients away, or else it waits for the answers to
   * their requests, of which there are always new ones. Sessions are no clients that it knows.
   */
  void requireRunning() {
    if (isStopping) {
      throw new IllegalStateException("the server is ending");
    }
  }

  private static final String LOGGING =
      """
      <configuration>
        <appender name="STDERR" class="ch.qos.logback.core.ConsoleAppender">
          <target>System.err</target>
          <encoder><pattern>%level %msg%n</pattern></encoder>
        </appender>
        <root level="WARN"><appender-ref ref="STDERR"/></root>
      </configuration>
      """;

  /** Tokens are given, and there is no data yet, so that all servers can start at the same time. */
  private static String yaml(NodeSettings settings) {
    Map<String, String> lines = new TreeMap<>();
    lines.put("cluster_name", "isogauge");
    lines.put("num_tokens", "1");
    lines.put("initial_token", token(settings.number(), settings.nodes()));
    lines.put("auto_bootstrap", "false");
    lines.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    lines.put("endpoint_snitch", "SimpleSnitch");
    lines.put("listen_address", settings.host());
    lines.put("storage_port", Integer.toString(settings.port(0)));
    lines.put("start_native_transport", "false");
    lines.put("commitlog_sync", "periodic");
    lines.put("commitlog_sync_period", "10000ms");
    lines.put("commitlog_segment_size", "16MiB");
    lines.put("memtable_heap_space", "64MiB");
    lines.put("memtable_offheap_space", "64MiB");
    lines.put("key_cache_size", "0MiB");
    lines.put("networking_cache_size", "32MiB");
    lines.put("concurrent_reads", "16");
    lines.put("concurrent_writes", "16");
    lines.put("auto_snapshot", "false");
    // Lists grow long, and all contend for one partition.
    lines.put("batch_size_warn_threshold", "16MiB");
    lines.put("batch_size_fail_threshold", "16MiB");
    lines.put("cas_contention_timeout", "5000ms");
    lines.put("read_request_timeout", "5000ms");
    lines.put("write_request_timeout", "5000ms");
    // The one that Cassandra recommends where lightweight transactions matter.
    lines.put("paxos_variant", "v2");
    lines.putAll(settings.settings());
    String seeds =
        IntStream.range(0, settings.nodes())
            .mapToObj(i -> settings.host(i) + ":" + settings.port(i, 0))
            .collect(Collectors.joining(","));
    return lines.entrySet().stream()
            .map(line -> line.getKey() + ": " + line.getValue() + "\n")
            .collect(Collectors.joining())
        + """
        seed_provider:
          - class_name: org.apache.cassandra.locator.SimpleSeedProvider
            parameters:
              - seeds: "%s"
        """
            .formatted(seeds);
  }

  /** The ring in equal parts. */
  private static String token(int number, int nodes) {
    return BigInteger.ONE
        .shiftLeft(64)
        .multiply(BigInteger.valueOf(number))
        .divide(BigInteger.valueOf(nodes))
        .subtract(BigInteger.ONE.shiftLeft(63))
        .toString();
  }

  @Override
  public String version() {
    return "Cassandra " + FBUtilities.getReleaseVersionString();
  }

  /** The first server makes the table once all are there; the others wait for it. */
  @Override
  public boolean isComplete() {
    if (Gossiper.instance.getLiveTokenOwners().size() != settings.nodes()) {
      return false;
    }
    if (settings.number() == 0 && !hasTable()) {
      define(
          "CREATE KEYSPACE IF NOT EXISTS "
              + KEYSPACE
              + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
              + settings.nodes()
              + "}");
      define(
          "CREATE TABLE IF NOT EXISTS "
              + TABLE
              + " (part int, key text, version bigint, value text, PRIMARY KEY (part, key))");
    }
    return hasTable() && commits();
  }

  /** The first lightweight transaction takes much longer than others. */
  private boolean commits() {
    try {
      QueryProcessor.process(
          "UPDATE "
              + TABLE
              + " SET version = 0 WHERE part = "
              + (settings.number() + 1)
              + " AND key = 'ready' IF version = null",
          ConsistencyLevel.QUORUM);
      return true;
    } catch (RequestExecutionException e) {
      return false;
    }
  }

  private static boolean hasTable() {
    return Schema.instance.getTableMetadata(KEYSPACE, "items") != null;
  }

  private static void define(String statement) {
    QueryProcessor.process(statement, ConsistencyLevel.ALL);
  }

  @Override
  public Transactions connect(String level) {
    return new CassandraTransactions(this);
  }

  @Override
  public void clear() {
    QueryProcessor.process("TRUNCATE " + TABLE, ConsistencyLevel.ALL);
  }
}
