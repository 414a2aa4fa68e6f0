package dev.isogauge.collect;

/** Something that not every database can do. */
public enum Capability {
  /** {@link Session#append} and {@link Session#readList} work. */
  LISTS,
  /** {@link Session#delete} works. */
  DELETES,
  /** Conditions, aggregates and changes by condition work. */
  PREDICATES,
  /** A change by condition says which rows it changed, not only how many. */
  RETURNS_CHANGED,
  /** The engine says whether a session waits for a lock: {@link Database#isBlocked} works. */
  REPORTS_BLOCKED,
  /** No session ever waits for another one: of two that conflict, one is aborted. */
  NEVER_WAITS,
  /** {@link Database#disconnect} works. */
  DISCONNECTS,
  /** {@link Session#readForUpdate} works. */
  READ_FOR_UPDATE,
  /** {@link Session#savepoint} and {@link Session#rollbackToSavepoint} work. */
  SAVEPOINTS,
  /** {@link Session#execute} and {@link Database#administer} work. */
  SQL,
  /** {@link Session#timestamps} has those of every transaction that committed. */
  TIMESTAMPS,
  /**
   * {@link Session#identifiers} has the number and the snapshot of a transaction, by which the
   * order of versions can be recovered.
   */
  SNAPSHOTS,
  /**
   * The server lists the versions of an item with their timestamps, and {@link Session#identifiers}
   * has that at which a transaction starts.
   */
  VERSIONS
}
