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
 * An Infinispan cluster. Its manual knows two levels. REPEATABLE READ, its default, is that a
 * transaction sees an entry as it saw it first, and writes none that was changed since; nothing is
 * said of other entries. Reads with the flag {@code FORCE_WRITE_LOCK} lock until the end as writes
 * do: where all do so, that is two-phase locking, which is called SERIALIZABLE here.
 */
public final class Infinispan extends JvmSystem {
  /** What is started in each process. */
  public Infinispan() {
    super(
        DatabaseSystem.of(
            "Infinispan",
            Level.REPEATABLE_READ,
            Set.of(Capability.LISTS),
            Level.standard(Level.READ_COMMITTED),
            new Level(
                Level.REPEATABLE_READ, Set.of(IsolationLevel.PL_2, IsolationLevel.CUT_ISOLATION)),
            Level.standard(Level.SERIALIZABLE)),
        new Needs(
            List.of("org.infinispan:infinispan-core:" + DefaultVersions.of("infinispan")),
            1,
            250,
            List.of()));
  }

  @Override
  public String meaning() {
    return "an Infinispan cluster, a download of 14 MB";
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(ClientProgram.store(Infinispan.class, "Infinispan", jars(), words(level)));
  }

  /** As its nodes have it. */
  private static Map<String, String> words(Level level) {
    boolean isOptimistic = level.name().equals(Level.REPEATABLE_READ);
    return Map.of(
        "LOCKING",
        isOptimistic ? "OPTIMISTIC" : "PESSIMISTIC",
        "ISOLATION",
        level.name().equals(Level.READ_COMMITTED) ? "READ_COMMITTED" : "REPEATABLE_READ",
        "LOCKS_READS",
        Boolean.toString(level.name().equals(Level.SERIALIZABLE)));
  }
}
