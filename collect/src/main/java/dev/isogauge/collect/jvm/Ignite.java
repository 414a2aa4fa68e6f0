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
import java.util.stream.Stream;

/**
 * An Apache Ignite cluster. REPEATABLE READ is pessimistic: reads and writes lock until the end.
 * SERIALIZABLE is optimistic: a commit fails if an entry was changed since it was read. Its manual,
 * Performing Transactions, promises consistent reads for these two combinations.
 */
public final class Ignite extends JvmSystem {
  /** Those that a member in memory cannot do without on Java 17. */
  private static final List<String> IN_PROGRAM =
      Stream.of("java.nio", "sun.nio.ch", "java.util", "java.lang", "jdk.internal.misc")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  /** What is started in each process. */
  public Ignite() {
    super(
        DatabaseSystem.of(
            "Ignite",
            Level.REPEATABLE_READ,
            Set.of(Capability.LISTS),
            Level.standard(Level.REPEATABLE_READ),
            Level.standard(Level.SERIALIZABLE)),
        new Needs(
            List.of("org.apache.ignite:ignite-core:" + DefaultVersions.of("ignite")),
            2,
            250, // As Ignite's own start script has them for Java 15 and newer.
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
                "-DIGNITE_NO_ASCII=true")));
  }

  @Override
  public String meaning() {
    return "an Apache Ignite cluster, a download of 14 MB";
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    boolean locksReads = level.name().equals(Level.REPEATABLE_READ);
    return Optional.of(
        ClientProgram.store(
                Ignite.class,
                "Ignite",
                jars(),
                Map.of(
                    "CONCURRENCY", locksReads ? "PESSIMISTIC" : "OPTIMISTIC",
                    "ISOLATION", locksReads ? "REPEATABLE_READ" : "SERIALIZABLE"))
            .withOptions(IN_PROGRAM));
  }
}
