package dev.isogauge.anomaly;

import static dev.isogauge.level.IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.PL_1;
import static dev.isogauge.level.IsolationLevel.PL_2;
import static dev.isogauge.level.IsolationLevel.PL_2_99;
import static dev.isogauge.level.IsolationLevel.PL_3;
import static dev.isogauge.level.IsolationLevel.PL_SI;
import static dev.isogauge.level.IsolationLevel.PREFIX_CONSISTENCY;
import static dev.isogauge.level.IsolationLevel.SERIALIZABILITY;
import static dev.isogauge.level.IsolationLevel.SNAPSHOT_ISOLATION;

import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The table of cycles of dependencies. A row says which dependencies a cycle may have, how its
 * anti-dependencies stand, and the weakest levels that such a cycle violates: the first one knows
 * sessions, the others are Adya's, which do not. The first row that fits names a cycle. Session
 * order and real time fit every row.
 */
enum CycleShape {
  G0(
      "G0",
      "dirty write",
      "write-write dependencies form a cycle",
      Allowed.WRITES,
      AntiDependencies.NONE,
      List.of(Remedy.READ_COMMITTED),
      SNAPSHOT_ISOLATION,
      PL_1),
  G1C(
      "G1c",
      "circular information flow",
      "write-write and write-read dependencies form a cycle",
      Allowed.DEPENDENCIES,
      AntiDependencies.NONE,
      List.of(Remedy.READ_COMMITTED),
      SNAPSHOT_ISOLATION,
      PL_2),
  G_SINGLE_ITEM(
      "G-single-item",
      "read skew",
      "a cycle of dependencies with exactly one anti-dependency",
      Allowed.ITEMS,
      AntiDependencies.ONE,
      List.of(Remedy.ONE_SNAPSHOT, Remedy.LOCK_WHAT_IS_READ),
      SNAPSHOT_ISOLATION,
      PL_2_99,
      PL_SI),
  G_SINGLE(
      "G-single",
      "phantom",
      "a cycle of dependencies with exactly one anti-dependency, through a predicate",
      Allowed.ALL,
      AntiDependencies.ONE,
      List.of(Remedy.ONE_SNAPSHOT, Remedy.LOCK_A_PARENT),
      SNAPSHOT_ISOLATION,
      PL_3,
      PL_SI),
  G_NONADJACENT_ITEM(
      "G-nonadjacent-item",
      "long fork",
      "a cycle of dependencies in which no two anti-dependencies are adjacent",
      Allowed.ITEMS,
      AntiDependencies.NONADJACENT,
      List.of(Remedy.CURRENT_COPY, Remedy.ONE_SNAPSHOT),
      SNAPSHOT_ISOLATION,
      PL_2_99,
      PL_SI),
  G_NONADJACENT(
      "G-nonadjacent",
      "long fork through a phantom",
      "a cycle of dependencies in which no two anti-dependencies are adjacent, through a predicate",
      Allowed.ALL,
      AntiDependencies.NONADJACENT,
      List.of(Remedy.CURRENT_COPY, Remedy.ONE_SNAPSHOT),
      SNAPSHOT_ISOLATION,
      PL_3,
      PL_SI),
  G2_ITEM(
      "G2-item",
      "write skew",
      "a cycle of dependencies and anti-dependencies",
      Allowed.ITEMS,
      AntiDependencies.ANY,
      List.of(Remedy.LOCK_WHAT_IS_READ, Remedy.CONSTRAINT, Remedy.SERIALIZABLE_WITH_RETRIES),
      SERIALIZABILITY,
      PL_2_99),
  G2(
      "G2",
      "write skew through a phantom",
      "a cycle of dependencies and anti-dependencies, through a predicate",
      Allowed.ALL,
      AntiDependencies.ANY,
      List.of(Remedy.CONSTRAINT, Remedy.LOCK_A_PARENT, Remedy.SERIALIZABLE_WITH_RETRIES),
      SERIALIZABILITY,
      PL_3);

  /** Sets of relations, as bits. */
  private static final class Allowed {
    static final int WRITES =
        Relation.OVERWRITES.bit() | Relation.SESSION_ORDER.bit() | Relation.REAL_TIME.bit();
    static final int DEPENDENCIES =
        WRITES | Relation.READS_FROM.bit() | Relation.PREDICATE_READS_FROM.bit();
    static final int ITEMS = DEPENDENCIES | Relation.READ_OVERWRITTEN.bit();
    static final int ALL = ITEMS | Relation.PREDICATE_OVERWRITTEN.bit();
  }

  /** How the anti-dependencies of a cycle stand. */
  private enum AntiDependencies {
    NONE,
    ONE,
    NONADJACENT,
    ANY;

    boolean fit(List<Relation> cycle) {
      long count = cycle.stream().filter(Relation::isReadWrite).count();
      return switch (this) {
        case NONE -> count == 0;
        case ONE -> count == 1;
        case NONADJACENT -> !hasAdjacent(cycle);
        case ANY -> true;
      };
    }

    private static boolean hasAdjacent(List<Relation> cycle) {
      Relation before = cycle.get(cycle.size() - 1);
      for (Relation relation : cycle) {
        if (before.isReadWrite() && relation.isReadWrite()) {
          return true;
        }
        before = relation;
      }
      return false;
    }
  }

  final String title;
  private final String words;
  final String meaning;
  private final int allowed;
  private final AntiDependencies antiDependencies;
  final List<Remedy> remedies;
  private final IsolationLevel withSessions;
  private final IsolationLevel[] adya;

  CycleShape(
      String title,
      String words,
      String meaning,
      int allowed,
      AntiDependencies antiDependencies,
      List<Remedy> remedies,
      IsolationLevel withSessions,
      IsolationLevel... adya) {
    this.title = title;
    this.words = words;
    this.meaning = meaning;
    this.allowed = allowed;
    this.antiDependencies = antiDependencies;
    this.remedies = remedies;
    this.withSessions = withSessions;
    this.adya = adya;
  }

  /** The first shape that fits a cycle of these relations, in order. */
  static CycleShape of(List<Relation> cycle) {
    return Arrays.stream(values())
        .filter(shape -> cycle.stream().allMatch(relation -> relation.isIn(shape.allowed)))
        .filter(shape -> shape.antiDependencies.fit(cycle))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no cycle of dependencies: " + cycle));
  }

  /** What people call it. */
  String words(CycleScope scope) {
    return switch (scope) {
      case DATA -> words;
      case SESSION ->
          antiDependencies == AntiDependencies.ONE ? "stale read of its own session" : words;
      case REAL_TIME ->
          antiDependencies == AntiDependencies.ONE ? "stale read" : words + " against real time";
    };
  }

  /** The weakest levels that a cycle of this shape and scope violates. */
  IsolationLevel[] weakestViolated(CycleScope scope) {
    return switch (scope) {
      case REAL_TIME ->
          new IsolationLevel[] {
            withSessions == SNAPSHOT_ISOLATION
                ? IsolationLevel.STRONG_SNAPSHOT_ISOLATION
                : IsolationLevel.STRICT_SERIALIZABILITY
          };
      case SESSION -> withSessions();
      case DATA ->
          Stream.concat(Arrays.stream(withSessions()), Arrays.stream(adya))
              .toArray(IsolationLevel[]::new);
    };
  }

  /** Those of replicas allow cycles that snapshot isolation forbids. */
  private IsolationLevel[] withSessions() {
    return switch (antiDependencies) {
      case NONE -> new IsolationLevel[] {PREFIX_CONSISTENCY, PARALLEL_SNAPSHOT_ISOLATION};
      case ONE -> new IsolationLevel[] {PARALLEL_SNAPSHOT_ISOLATION};
      case NONADJACENT, ANY -> new IsolationLevel[] {withSessions};
    };
  }
}
