package dev.isogauge.collect.jvm;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A Cassandra cluster: lightweight transactions on one partition, and SERIAL reads of it.
 * Guarantees, a page of its manual, promises that they are linearizable.
 */
public final class Cassandra extends JvmSystem {
  /** What is started in each process. */
  public Cassandra() {
    super(
        DatabaseSystem.of(
            "Cassandra",
            Level.LINEARIZABLE,
            Set.of(Capability.LISTS),
            new Level(Level.LINEARIZABLE, Set.of(IsolationLevel.STRICT_SERIALIZABILITY))),
        new Needs(
            List.of("org.apache.cassandra:cassandra-all:" + DefaultVersions.of("cassandra")),
            1,
            400, // As Cassandra's own options for Java 17 have them; Java 18 and newer want to be
            // asked for
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
                "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED")));
  }

  @Override
  public String meaning() {
    return "a Cassandra cluster, a download of 58 MB";
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    String driver =
        "org.apache.cassandra:java-driver-core:" + DefaultVersions.of("cassandra.driver");
    return Optional.of(
        ClientProgram.store(Cassandra.class, "Cassandra", List.of(driver), Map.of())
            .toServerOf("127.0.0.1:9042", "bin/cassandra -f"));
  }
}
