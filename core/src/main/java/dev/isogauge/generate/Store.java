package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/**
 * A simulated database. Every store commits in an order that extends session order and reads-from,
 * and that satisfies the axiom of the store's level: this order is what makes its histories valid.
 *
 * <p>The client keeps a transaction's own writes until it commits; the store knows only committed
 * ones. Sessions are numbered from 0.
 */
sealed interface Store permits LatestVersionStore, SnapshotStore, ReplicatedStore {

  /** The value that a key has before its first write; no write uses it. */
  long INITIAL_VALUE = 0;

  /** Whether transactions may overlap; otherwise each runs from begin to commit alone. */
  boolean overlaps();

  void begin(int session);

  /** Whether the session's current transaction may write the key; asked before each write. */
  default boolean claim(int session, int key) {
    return true;
  }

  /** The value of the key that the session's current transaction sees. */
  long read(int session, int key);

  /**
   * Commits the session's current transaction.
   *
   * @param writes the final write of each key written
   * @return false if the transaction lost against another and must abort; a transaction that runs
   *     alone never loses
   */
  boolean commit(int session, Int2LongOpenHashMap writes);

  /** The session's current transaction, which wrote these keys, does not want to commit. */
  default void abort(int session, Int2LongOpenHashMap writes) {}

  static Store of(WorkloadSpec spec) {
    return switch (spec.store()) {
      case SERIALIZABLE -> new LatestVersionStore(spec.mostKeys(), false);
      case READ_COMMITTED -> new LatestVersionStore(spec.mostKeys(), true);
      case SERIALIZABLE_SNAPSHOT, SNAPSHOT -> new SnapshotStore(spec);
      case CAUSAL -> new ReplicatedStore(spec, true);
      case READ_ATOMIC -> new ReplicatedStore(spec, false);
    };
  }
}
