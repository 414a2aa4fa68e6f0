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

  /** Infinispan. */
  public static JvmSystem infinispan() {
    return new JvmSystem(
        "Infinispan",
        "infinispan",
        DatabaseSystem.INFINISPAN,
        "dev.isogauge.node.infinispan.InfinispanMember",
        List.of(KnownJars.infinispan()),
        1,
        250,
        List.of());
  }

  /** Ignite. */
  public static JvmSystem ignite() {
    return new JvmSystem(
        "Ignite",
        "ignite",
        DatabaseSystem.IGNITE,
        "dev.isogauge.node.ignite.IgniteMember",
        List.of(KnownJars.ignite()),
        2,
        250,
        // As Ignite's own start script has them for Java 15 and newer.
        List.of(
            "--add-opens=java.base/jdk.internal.access=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/sun.util.calendar=ALL-UNNAMED",
            "--add-opens=java.management/com.sun.jmx.mbeanserver=ALL-UNNAMED",
            "--add-opens=jdk.internal.jvmstat/sun.jvmstat.monitor=ALL-UNNAMED",
            "--add-opens=java.base/sun.reflect.generics.reflectiveObjects=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.math=ALL-UNNAMED",
            "--add-opens=java.sql/java.sql=ALL-UNNAMED",
            "--add-opens=java.base/java.time=ALL-UNNAMED",
            "-DIGNITE_UPDATE_NOTIFIER=false",
            "-DIGNITE_QUIET=true",
            "-DIGNITE_NO_ASCII=true"));
  }

  /** Cassandra. */
  public static JvmSystem cassandra() {
    return new JvmSystem(
        "Cassandra",
        "cassandra",
        DatabaseSystem.CASSANDRA,
        "dev.isogauge.node.cassandra.CassandraMember",
        List.of(KnownJars.cassandra()),
        1,
        400,
        // As Cassandra's own options for Java 17 have them; Java 18 and newer want to be asked for
        // a security manager.
        List.of(
            "-Djava.security.manager=allow",
            "-XX:MaxDirectMemorySize=128m",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
            "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
            "--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
            "--add-exports=java.sql/java.sql=ALL-UNNAMED",
            "--add-exports=java.base/java.lang.ref=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.module=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.math=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.math=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.module=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.util.jar=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED"));
  }
}
