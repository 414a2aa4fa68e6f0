package dev.isogauge.anomaly;

import java.util.Arrays;

/**
 * Why one transaction comes before another: the words for edges, in dependency graphs and in
 * evidence. A {@link Justification} adds the operations behind an edge.
 */
public enum Relation {
  /** The first is the initial transaction. */
  INITIAL_FIRST("init", Justification.InitialFirst.class),
  /** They are in this order in a session. */
  SESSION_ORDER("so", Justification.SessionOrder.class),
  /** The second reads what the first wrote. */
  READS_FROM("wr", Justification.ReadsFrom.class),
  /** The first had ended before the second began. */
  REAL_TIME("rt", Justification.RealTime.class),
  /** The second overwrites what the first wrote. */
  OVERWRITES("ww", Justification.Overwrites.class),
  /** The second overwrites what the first read. */
  READ_OVERWRITTEN("rw", Justification.ReadOverwritten.class),
  /** A predicate read of the second depends on what the first wrote. */
  PREDICATE_READS_FROM("predicate-wr", Justification.PredicateSaw.class),
  /** The second changes what a predicate read of the first matches. */
  PREDICATE_OVERWRITTEN("predicate-rw", Justification.PredicateOverwritten.class),
  /** The first is in the snapshot of the second. */
  START("start", Justification.InSnapshot.class),
  /** The level forces the order. */
  COMMIT_ORDER("co", Justification.Forced.class);

  private final String symbol;
  private final Class<? extends Justification> justification;

  Relation(String symbol, Class<? extends Justification> justification) {
    this.symbol = symbol;
    this.justification = justification;
  }

  /** The relation of edges that are justified so. */
  static Relation of(Justification why) {
    return Arrays.stream(values())
        .filter(relation -> relation.justification.isInstance(why))
        .findFirst()
        .orElseThrow();
  }

  /** The short name used in JSON and DOT. */
  public String symbol() {
    return symbol;
  }

  /** The set with this relation alone, as bits. */
  public int bit() {
    return 1 << ordinal();
  }

  /** Whether it is in a set of bits. */
  public boolean isIn(int set) {
    return (set & bit()) != 0;
  }

  /** Whether it is a dependency on a write: an item or a predicate read saw it. */
  public boolean isWriteRead() {
    return this == READS_FROM || this == PREDICATE_READS_FROM;
  }

  /** Whether it is an anti-dependency: an item or a predicate read did not see the write. */
  public boolean isReadWrite() {
    return this == READ_OVERWRITTEN || this == PREDICATE_OVERWRITTEN;
  }
}
