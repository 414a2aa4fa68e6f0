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
 * A ZooKeeper ensemble: transactions of versions and its atomic request. Consistency Guarantees, a
 * section of its Programmer's Guide and of its Internals, promises an order of all writes, which is
 * that of real time, and that a client sees the states of that order one after the other, late ones
 * unless it asks its server to catch up.
 */
public final class ZooKeeper extends JvmSystem {
  /** What is started in each process. */
  public ZooKeeper() {
    super(
        DatabaseSystem.of(
            "ZooKeeper",
            Level.LINEARIZABLE,
            Set.of(Capability.LISTS),
            Level.standard(Level.SERIALIZABLE),
            new Level(Level.LINEARIZABLE, Set.of(IsolationLevel.STRICT_SERIALIZABILITY))),
        new Needs(
            List.of(
                "org.apache.zookeeper:zookeeper:" + DefaultVersions.of("zookeeper"),
                // What its server needs and does not name, and what it logs by.
                "io.dropwizard.metrics:metrics-core:" + DefaultVersions.of("zookeeper.metrics"),
                "org.xerial.snappy:snappy-java:" + DefaultVersions.of("zookeeper.snappy"),
                "org.slf4j:slf4j-simple:" + DefaultVersions.of("zookeeper.slf4j")),
            3,
            200,
            List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")));
  }

  @Override
  public String meaning() {
    return "a ZooKeeper ensemble, a download of 8 MB";
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(
        ClientProgram.store(
            ZooKeeper.class,
            "ZooKeeper",
            jars(),
            Map.of("LINEARIZABLE", Boolean.toString(level.name().equals(Level.LINEARIZABLE)))));
  }
}
