package dev.isogauge.collect;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A database system that can be measured: which levels it offers, what each level claims, and what
 * else the system can do. Its provider declares it; docs/databases.md shows all claims.
 *
 * <p>A level claims what its name means ({@link Level#standard}) unless the vendor documents
 * something else. All of it is known before a database is fetched or started.
 *
 * @param title its name for people; code is between backquotes
 */
public record DatabaseSystem(String title, Capabilities capabilities) {
  /** A system whose transactions can delete, and do what is named besides. */
  public static DatabaseSystem of(
      String title, String defaultLevel, Set<Capability> abilities, Level... levels) {
    Set<Capability> all = EnumSet.of(Capability.DELETES);
    all.addAll(abilities);
    return new DatabaseSystem(
        title,
        new Capabilities(
            List.of(levels),
            Arrays.stream(levels)
                .filter(level -> level.name().equals(defaultLevel))
                .findFirst()
                .orElseThrow(),
            all));
  }
}
