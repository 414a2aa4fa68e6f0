package dev.isogauge.generate;

import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The simulated stores, strongest first, named by the level they give. */
public enum StoreKind {
  /** One copy; transactions run one after another. */
  SERIALIZABLE("serializable", "ser"),
  /** Many versions; a transaction aborts if anything that it read or wrote has changed. */
  SERIALIZABLE_SNAPSHOT("serializable-snapshot", "ssi"),
  /** Many versions; the first committer wins. */
  SNAPSHOT("snapshot", "si"),
  /** Replicas that receive transactions late, but after what they depend on. */
  CAUSAL("causal", "cc"),
  /** Replicas that receive whole transactions late, in any order. */
  READ_ATOMIC("read-atomic", "ra"),
  /** One copy; each read sees what is committed just then. */
  READ_COMMITTED("read-committed", "rc");

  private final String id;
  private final String alias;

  StoreKind(String id, String alias) {
    this.id = id;
    this.alias = alias;
  }

  /** The name used in commands and reports. */
  public String id() {
    return id;
  }

  /** The level that the store's timestamps prove, if they prove one. */
  public Optional<IsolationLevel> levelByTimestamps() {
    return switch (this) {
      case SERIALIZABLE, SERIALIZABLE_SNAPSHOT -> Optional.of(IsolationLevel.SERIALIZABILITY);
      case SNAPSHOT -> Optional.of(IsolationLevel.SNAPSHOT_ISOLATION);
      case CAUSAL, READ_ATOMIC, READ_COMMITTED -> Optional.empty();
    };
  }

  /** Whether each key has one order of versions; replicas each have their own. */
  boolean hasOneVersionOrder() {
    return this != CAUSAL && this != READ_ATOMIC;
  }

  /** The store of a name or alias, in any case, with spaces or underscores for hyphens. */
  public static Optional<StoreKind> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
    return Arrays.stream(values())
        .filter(kind -> kind.id.equals(wanted) || kind.alias.equals(wanted))
        .findFirst();
  }
}
