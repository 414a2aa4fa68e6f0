package dev.isogauge.collect.jvm;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.DefaultVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A Hazelcast cluster. Its manual, Creating a Transaction Interface, promises READ COMMITTED, and
 * REPEATABLE READ to transactions that read by {@code getForUpdate}; both within a partition, of
 * which keys have many, and not while members fail.
 */
public final class Hazelcast extends JvmSystem {
  /** What is started in each process. */
  public Hazelcast() {
    super(
        DatabaseSystem.of(
            "Hazelcast",
            Level.READ_COMMITTED,
            Set.of(Capability.LISTS),
            Level.standard(Level.READ_COMMITTED),
            Level.standard(Level.REPEATABLE_READ)),
        new Needs(
            List.of("com.hazelcast:hazelcast:" + DefaultVersions.of("hazelcast")),
            1,
            250,
            List.of(
                "--add-modules=java.se",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.management/sun.management=ALL-UNNAMED",
                "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED")));
  }

  @Override
  public String meaning() {
    return "a Hazelcast cluster, a download of 21 MB";
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(
        ClientProgram.store(
                Hazelcast.class,
                "Hazelcast",
                jars(),
                Map.of("LOCKS_READS", Boolean.toString(level.name().equals(Level.REPEATABLE_READ))))
            .alone());
  }
}
