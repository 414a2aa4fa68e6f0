package dev.isogauge.search;

import static dev.isogauge.anomaly.Relation.COMMIT_ORDER;
import static dev.isogauge.anomaly.Relation.OVERWRITES;
import static dev.isogauge.anomaly.Relation.READS_FROM;
import static dev.isogauge.anomaly.Relation.SESSION_ORDER;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * What a level makes visible to a reader; levels differ in nothing else. If t3 reads x from t1,
 * then every other writer t2 of x from which the level's path leads to t3 comes before t1 in the
 * commit order co. The path belongs to the reader: the level of t1 or t2 does not matter.
 *
 * <p>A path without co does not depend on the order of commits, so the edges that it forces are
 * found in one round; the others are searched for. Session order is transitive, and a write-write
 * step leads from an earlier writer of a key to a later one. Where steps repeat, a read of a list
 * comes from the appenders of all its elements.
 */
public enum Visibility {
  /** The reader has read from it; before the read in question, as the only level that says so. */
  READ_COMMITTED(IsolationLevel.READ_COMMITTED, one(READS_FROM)),
  /** The reader reads from it at all, or follows it in its session. */
  READ_ATOMIC(IsolationLevel.READ_ATOMIC, one(SESSION_ORDER, READS_FROM)),
  /** It happens before the reader. */
  CAUSAL(IsolationLevel.CAUSAL, many(SESSION_ORDER, READS_FROM)),
  /** The reader follows it in its session. */
  READ_YOUR_WRITES(IsolationLevel.READ_YOUR_WRITES, one(SESSION_ORDER)),
  /** The reader follows, in its session, a transaction that read from it. */
  MONOTONIC_READS(IsolationLevel.MONOTONIC_READS, one(READS_FROM), one(SESSION_ORDER)),
  /** The reader reads from a transaction that follows it in its session. */
  MONOTONIC_WRITES(IsolationLevel.MONOTONIC_WRITES, one(SESSION_ORDER), one(READS_FROM)),
  /** The reader reads from a transaction that read from it, or that follows one that did. */
  WRITES_FOLLOW_READS(
      IsolationLevel.WRITES_FOLLOW_READS,
      one(READS_FROM),
      optional(SESSION_ORDER),
      one(READS_FROM)),
  /** It commits no later than one that the reader reads from or follows in its session. */
  PREFIX(IsolationLevel.PREFIX_CONSISTENCY, optional(COMMIT_ORDER), one(SESSION_ORDER, READS_FROM)),
  /** Session order, reads-from and the order of versions lead from it to the reader. */
  PARALLEL(IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, many(SESSION_ORDER, READS_FROM, OVERWRITES)),
  /** As by prefixes, or it commits no later than one that the reader overwrites. */
  SNAPSHOT(
      IsolationLevel.SNAPSHOT_ISOLATION,
      optional(COMMIT_ORDER),
      one(SESSION_ORDER, READS_FROM, OVERWRITES)),
  /** It commits before the reader. */
  SERIAL(IsolationLevel.SERIALIZABILITY, one(COMMIT_ORDER));

  /** How often a step is taken. */
  public enum Times {
    ONCE,
    AT_MOST_ONCE,
    ONCE_OR_MORE
  }

  /** One step of a path, by one of some relations. */
  public record Step(Set<Relation> relations, Times times) {
    public boolean is(Relation relation) {
      return relations.contains(relation);
    }
  }

  private final IsolationLevel level;
  private final List<Step> path;

  Visibility(IsolationLevel level, Step... path) {
    this.level = level;
    this.path = List.of(path);
  }

  private static Step one(Relation... relations) {
    return new Step(Set.of(relations), Times.ONCE);
  }

  private static Step optional(Relation relation) {
    return new Step(Set.of(relation), Times.AT_MOST_ONCE);
  }

  private static Step many(Relation... relations) {
    return new Step(Set.of(relations), Times.ONCE_OR_MORE);
  }

  public IsolationLevel level() {
    return level;
  }

  /** The steps from a visible writer to the reader. */
  public List<Step> path() {
    return path;
  }

  public static Visibility of(IsolationLevel level) {
    return Arrays.stream(values())
        .filter(visibility -> visibility.level == level)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(level.id() + " forces no order by itself"));
  }

  /** The levels that transactions of one history may have side by side. */
  public static List<IsolationLevel> mixing() {
    return Arrays.stream(values())
        .filter(visibility -> visibility != PARALLEL)
        .map(Visibility::level)
        .toList();
  }

  /** The same for all readers. */
  public static IntFunction<Visibility> ofAll(IsolationLevel level) {
    Visibility one = of(level);
    return reader -> one;
  }

  public boolean isSessionGuarantee() {
    return IsolationLevel.sessionGuarantees().contains(level);
  }

  /** Whether only what the reader has read before a read counts for it. */
  public boolean isByEarlierReads() {
    return this == READ_COMMITTED;
  }

  /** Whether what is visible to something visible is visible. */
  public boolean isTransitive() {
    return path.get(0).times() == Times.ONCE_OR_MORE;
  }

  /** Whether what is visible depends on the order of commits. */
  public boolean isByCommits() {
    return isPrefix() || path.get(0).is(OVERWRITES);
  }

  /** Whether all up to some commit is visible: the path begins in the commit order. */
  public boolean isPrefix() {
    return path.get(0).is(COMMIT_ORDER);
  }

  /** Whether a reader sees all up to some commit before its own. */
  public boolean hasSnapshot() {
    return isPrefix() && path.size() > 1;
  }

  /** Whether what a transaction overwrites is visible to it. */
  public boolean seesOverwritten() {
    return this == SERIAL || path.get(path.size() - 1).is(OVERWRITES);
  }

  /** Those that explain an edge which this one forces, the simplest explanation first. */
  public List<Visibility> included() {
    return switch (this) {
      case READ_ATOMIC -> List.of(READ_COMMITTED, READ_ATOMIC);
      case CAUSAL -> List.of(READ_COMMITTED, READ_ATOMIC, CAUSAL);
      default -> List.of(this);
    };
  }
}
