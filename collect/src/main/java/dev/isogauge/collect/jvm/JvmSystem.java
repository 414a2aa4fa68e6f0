package dev.isogauge.collect.jvm;

import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.KnownJars;
import java.util.List;

/**
 * A store that runs in a Java process, and how to start it.
 *
 * @param product its name, for messages
 * @param id its name in those of directories
 * @param system what it claims
 * @param member the class of the module {@code node} that is its member
 * @param jars what it consists of
 * @param ports how many ports a node needs for itself
 * @param heapMegabytes how much memory a node gets for objects
 * @param options further options of Java
 */
public record JvmSystem(
    String product,
    String id,
    DatabaseSystem system,
    String member,
    List<Coordinates> jars,
    int ports,
    int heapMegabytes,
    List<String> options) {
  /** ZooKeeper. */
  public static JvmSystem zooKeeper() {
    return new JvmSystem(
        "ZooKeeper",
        "zookeeper",
        DatabaseSystem.ZOOKEEPER,
        "dev.isogauge.node.zookeeper.ZooKeeperMember",
        KnownJars.zooKeeper(),
        3,
        200,
        List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
  }

  /** Hazelcast. */
  public static JvmSystem hazelcast() {
    return new JvmSystem(
        "Hazelcast",
        "hazelcast",
        DatabaseSystem.HAZELCAST,
        "dev.isogauge.node.hazelcast.HazelcastMember",
        List.of(KnownJars.hazelcast()),
        1,
        250,
        List.of(
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED"));
  }
}
