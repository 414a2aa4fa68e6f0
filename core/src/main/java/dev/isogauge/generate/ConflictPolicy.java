package dev.isogauge.generate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What becomes of overlapping transactions that want to write the same key. */
public enum ConflictPolicy {
  /** The first to commit wins; the other aborts and runs again, alone. */
  ABORT("abort"),
  /**
   * A writer takes another key, so none aborts and busy keys do not make transactions run one after
   * the other. Snapshot store only.
   */
  AVOID("avoid");

  private final String id;

  ConflictPolicy(String id) {
    this.id = id;
  }

  /** The name used in commands. */
  public String id() {
    return id;
  }

  public static Optional<ConflictPolicy> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(policy -> policy.id.equals(wanted)).findFirst();
  }
}
