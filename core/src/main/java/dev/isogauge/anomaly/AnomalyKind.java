package dev.isogauge.anomaly;

import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names of what can be found in a history. The letters are those of the published patterns. */
public enum AnomalyKind {
  THIN_AIR_READ("ThinAirRead", "TAP-a", "reads a value that no transaction wrote"),
  ABORTED_READ("AbortedRead", "TAP-b", "reads a value written only by an aborted transaction"),
  FUTURE_READ("FutureRead", "TAP-c", "reads a value that its own transaction writes later"),
  NOT_MY_OWN_WRITE(
      "NotMyOwnWrite", "TAP-d", "reads another transaction's value after its own write of the key"),
  NOT_MY_LAST_WRITE("NotMyLastWrite", "TAP-e", "reads its own write, but not its latest one"),
  INTERMEDIATE_READ(
      "IntermediateRead", "TAP-f", "reads a write that its transaction overwrote before the end"),
  CYCLIC_CAUSALITY("CyclicCausality", "TAP-g", "session order and reads-from form a cycle"),
  NON_MONOTONIC_READ(
      "NonMonotonicRead",
      "TAP-h",
      "reads a version older than one its transaction has already seen"),
  NON_MONOTONIC_READ_BY_COMMIT_ORDER(
      "NonMonotonicRead",
      "TAP-i",
      "reads a version that the commit order puts before one its transaction has already seen"),
  NON_REPEATABLE_READ(
      "NonRepeatableRead", "TAP-j", "reads one key from two different transactions"),
  FRACTURED_READ("FracturedRead", "TAP-k", "sees one write of a transaction and misses another"),
  FRACTURED_READ_BY_COMMIT_ORDER(
      "FracturedRead",
      "TAP-l",
      "sees one write of a transaction and misses another that the commit order puts later"),
  CAUSALITY_VIOLATION(
      "CausalityViolation", "TAP-m", "misses a write that happened before what it sees"),
  CONFLICTING_ORDERS("ConflictingOrders", "TAP-n", "transactions disagree on the order of writes"),
  READ_YOUR_WRITES_VIOLATION(
      "ReadYourWritesViolation", "", "misses a write of an earlier transaction of its session"),
  MONOTONIC_READS_VIOLATION(
      "MonotonicReadsViolation",
      "",
      "misses a write of a transaction that its session had already read from"),
  MONOTONIC_WRITES_VIOLATION(
      "MonotonicWritesViolation",
      "",
      "sees a transaction and misses a write that came before it in the same session"),
  WRITES_FOLLOW_READS_VIOLATION(
      "WritesFollowReadsViolation",
      "",
      "sees a transaction and misses a write that its session had read from"),
  COMMIT_ORDER_CYCLE("CommitOrderCycle", "", "no commit order explains these reads"),
  G0(CycleShape.G0, CycleScope.DATA),
  G0_SESSION(CycleShape.G0, CycleScope.SESSION),
  G0_REALTIME(CycleShape.G0, CycleScope.REAL_TIME),
  G1C(CycleShape.G1C, CycleScope.DATA),
  G1C_SESSION(CycleShape.G1C, CycleScope.SESSION),
  G1C_REALTIME(CycleShape.G1C, CycleScope.REAL_TIME),
  G_SINGLE_ITEM(CycleShape.G_SINGLE_ITEM, CycleScope.DATA),
  G_SINGLE_ITEM_SESSION(CycleShape.G_SINGLE_ITEM, CycleScope.SESSION),
  G_SINGLE_ITEM_REALTIME(CycleShape.G_SINGLE_ITEM, CycleScope.REAL_TIME),
  G_SINGLE(CycleShape.G_SINGLE, CycleScope.DATA),
  G_SINGLE_SESSION(CycleShape.G_SINGLE, CycleScope.SESSION),
  G_SINGLE_REALTIME(CycleShape.G_SINGLE, CycleScope.REAL_TIME),
  G_NONADJACENT_ITEM(CycleShape.G_NONADJACENT_ITEM, CycleScope.DATA),
  G_NONADJACENT_ITEM_SESSION(CycleShape.G_NONADJACENT_ITEM, CycleScope.SESSION),
  G_NONADJACENT_ITEM_REALTIME(CycleShape.G_NONADJACENT_ITEM, CycleScope.REAL_TIME),
  G_NONADJACENT(CycleShape.G_NONADJACENT, CycleScope.DATA),
  G_NONADJACENT_SESSION(CycleShape.G_NONADJACENT, CycleScope.SESSION),
  G_NONADJACENT_REALTIME(CycleShape.G_NONADJACENT, CycleScope.REAL_TIME),
  G2_ITEM(CycleShape.G2_ITEM, CycleScope.DATA),
  G2_ITEM_SESSION(CycleShape.G2_ITEM, CycleScope.SESSION),
  G2_ITEM_REALTIME(CycleShape.G2_ITEM, CycleScope.REAL_TIME),
  G2(CycleShape.G2, CycleScope.DATA),
  G2_SESSION(CycleShape.G2, CycleScope.SESSION),
  G2_REALTIME(CycleShape.G2, CycleScope.REAL_TIME),
  LOST_UPDATE(
      "LostUpdate", "", "two transactions overwrite the same version, so one update is lost"),
  NO_VERSION_ORDER("NoVersionOrder", "", "no order of versions explains these reads"),
  INCOMPATIBLE_ORDER(
      "IncompatibleOrder", "", "two reads of a list show elements in contradicting orders"),
  DUPLICATE_ELEMENT("DuplicateElement", "", "a read of a list shows an element twice"),
  CYCLIC_VERSIONS("CyclicVersions", "", "the versions of a key would have to come in a circle"),
  DIRTY_UPDATE("DirtyUpdate", "", "a committed transaction overwrites a write of an aborted one"),
  RESULT_SET_MISMATCH(
      "ResultSetMismatch",
      "",
      "a predicate read returns something other than its version set gives"),
  G_SIA("G-SIa", "", "a transaction depends on one that is not in its snapshot"),
  G_SIB("G-SIb", "", "a transaction misses a write of one that is in its snapshot"),
  TIMESTAMP_ORDER("TimestampOrder", "", "a transaction starts after its commit"),
  TIMESTAMP_TIE(
      "TimestampTie", "", "equal timestamps leave the order of two dependent transactions open"),
  SESSION("Session", "", "timestamps or sequence numbers contradict the order of a session"),
  INTERNAL("Internal", "", "a read differs from what its own transaction read or wrote before"),
  EXTERNAL("External", "", "a read differs from what the timestamps say is visible"),
  NO_CONFLICT("NoConflict", "", "two transactions that overlap in time write the same key"),
  ORDER_VIOLATION(
      "OrderViolation",
      "",
      "the claimed serial order contradicts the order of a session, or real time"),
  REPLAY_MISMATCH(
      "ReplayMismatch",
      "",
      "a result differs from what it would be if transactions ran in the claimed serial order"),
  NON_LINEARIZABLE(
      "NonLinearizable", "", "no order of a key's operations agrees with values and real time"),
  LATE_TRANSACTION(
      "LateTransaction", "", "a transaction arrived after verdicts that it touches were final"),
  DUPLICATE_WRITE("DuplicateWrite", "", "one value of a key has two writers"),
  OVERLAPPING_SESSION(
      "OverlappingSession", "", "a transaction begins before its predecessor in the session ended"),
  MISSING_VERSION("MissingVersion", "", "a version order lacks a write"),
  UNKNOWN_VERSION(
      "UnknownVersion", "", "a version order lists a version that no transaction wrote");

  private final String title;
  private final String letter;
  private final String meaning;

  /** Of cycles of dependencies; null for all others. */
  private final CycleShape shape;

  private final CycleScope scope;

  AnomalyKind(String title, String letter, String meaning) {
    this(title, letter, meaning, null, null);
  }

  AnomalyKind(CycleShape shape, CycleScope scope) {
    this(shape.title + scope.suffix, "", shape.meaning + scope.words, shape, scope);
  }

  AnomalyKind(String title, String letter, String meaning, CycleShape shape, CycleScope scope) {
    this.title = title;
    this.letter = letter;
    this.meaning = meaning;
    this.shape = shape;
    this.scope = scope;
  }

  /** The name of a cycle of these relations, in order. */
  public static AnomalyKind ofCycle(List<Relation> cycle) {
    CycleShape shape = CycleShape.of(cycle);
    CycleScope scope = CycleScope.of(cycle);
    return Arrays.stream(values())
        .filter(kind -> kind.shape == shape && kind.scope == scope)
        .findFirst()
        .orElseThrow();
  }

  /** The name of a read that breaks a session guarantee. */
  public static AnomalyKind ofGuarantee(IsolationLevel guarantee) {
    return switch (guarantee) {
      case READ_YOUR_WRITES -> READ_YOUR_WRITES_VIOLATION;
      case MONOTONIC_READS -> MONOTONIC_READS_VIOLATION;
      case MONOTONIC_WRITES -> MONOTONIC_WRITES_VIOLATION;
      case WRITES_FOLLOW_READS -> WRITES_FOLLOW_READS_VIOLATION;
      default -> throw new IllegalArgumentException(guarantee.id() + " is not a session guarantee");
    };
  }

  /** The name of a read that is wrong by itself. */
  public static AnomalyKind of(ReadStatus fault) {
    return switch (fault) {
      case THIN_AIR -> THIN_AIR_READ;
      case ABORTED -> ABORTED_READ;
      case FUTURE -> FUTURE_READ;
      case NOT_OWN -> NOT_MY_OWN_WRITE;
      case NOT_LAST_OWN -> NOT_MY_LAST_WRITE;
      case INTERMEDIATE -> INTERMEDIATE_READ;
      case EXTERNAL, OWN, SEVERAL, UNKNOWN ->
          throw new IllegalArgumentException(fault + " is not a fault");
    };
  }

  /** The name that reports use. */
  public String title() {
    return title;
  }

  /** The published pattern, such as TAP-h; empty where there is none. */
  public String letter() {
    return letter;
  }

  /** {@code FracturedRead (TAP-k)}; the title alone where there is no published pattern. */
  public String titleWithLetter() {
    return letter.isEmpty() ? title : title + " (" + letter + ")";
  }

  /** What it is, in one clause. */
  public String meaning() {
    return meaning;
  }

  /** Whether it is reported next to the verdict and violates nothing by itself. */
  public boolean isNote() {
    return switch (this) {
      case LATE_TRANSACTION,
          DUPLICATE_WRITE,
          OVERLAPPING_SESSION,
          MISSING_VERSION,
          UNKNOWN_VERSION ->
          true;
      default -> false;
    };
  }

  /** Whether it contradicts the order that the database claims, and nothing else. */
  public boolean isByClaim() {
    return switch (this) {
      case TIMESTAMP_ORDER,
          TIMESTAMP_TIE,
          SESSION,
          INTERNAL,
          EXTERNAL,
          NO_CONFLICT,
          ORDER_VIOLATION,
          REPLAY_MISMATCH ->
          true;
      default -> false;
    };
  }

  /**
   * The levels that a finding of this kind violates, whatever the order. A commit-order cycle names
   * its own level, and so does a missing order of versions; what contradicts a claimed order speaks
   * of that order only.
   */
  public Set<IsolationLevel> violates() {
    return VIOLATED.get(this);
  }

  /** By kind, since reports ask for each of many anomalies. */
  private static final Map<AnomalyKind, Set<IsolationLevel>> VIOLATED =
      new EnumMap<>(AnomalyKind.class);

  static {
    for (AnomalyKind kind : values()) {
      VIOLATED.put(kind, Collections.unmodifiableSet(kind.findViolated()));
    }
  }

  private Set<IsolationLevel> findViolated() {
    if (isNote() || this == COMMIT_ORDER_CYCLE || this == NO_VERSION_ORDER || isByClaim()) {
      return EnumSet.noneOf(IsolationLevel.class);
    }
    if (shape != null) {
      return IsolationLevel.allThatImply(shape.weakestViolated(scope));
    }
    return switch (this) {
      case NON_LINEARIZABLE -> EnumSet.of(IsolationLevel.LINEARIZABILITY);
      case LOST_UPDATE ->
          IsolationLevel.allThatImply(
              IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION,
              IsolationLevel.PL_2_99,
              IsolationLevel.PL_SI);
      case CYCLIC_VERSIONS, RESULT_SET_MISMATCH ->
          IsolationLevel.allThatImply(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.PL_2);
      case G_SIA, G_SIB -> EnumSet.of(IsolationLevel.PL_SI);
      case THIN_AIR_READ,
          ABORTED_READ,
          FUTURE_READ,
          NOT_MY_OWN_WRITE,
          NOT_MY_LAST_WRITE,
          INTERMEDIATE_READ,
          INCOMPATIBLE_ORDER,
          DUPLICATE_ELEMENT,
          DIRTY_UPDATE ->
          withCleanReads();
      case NON_MONOTONIC_READ, NON_MONOTONIC_READ_BY_COMMIT_ORDER ->
          IsolationLevel.allThatImply(IsolationLevel.READ_COMMITTED);
      case CYCLIC_CAUSALITY -> {
        Set<IsolationLevel> levels = IsolationLevel.sessionGuarantees();
        levels.addAll(IsolationLevel.allThatImply(IsolationLevel.READ_COMMITTED));
        yield levels;
      }
      case READ_YOUR_WRITES_VIOLATION ->
          IsolationLevel.allThatImply(IsolationLevel.READ_YOUR_WRITES);
      case MONOTONIC_READS_VIOLATION -> IsolationLevel.allThatImply(IsolationLevel.MONOTONIC_READS);
      case MONOTONIC_WRITES_VIOLATION ->
          IsolationLevel.allThatImply(IsolationLevel.MONOTONIC_WRITES);
      case WRITES_FOLLOW_READS_VIOLATION ->
          IsolationLevel.allThatImply(IsolationLevel.WRITES_FOLLOW_READS);
      case NON_REPEATABLE_READ -> IsolationLevel.allThatImply(IsolationLevel.CUT_ISOLATION);
      case FRACTURED_READ, FRACTURED_READ_BY_COMMIT_ORDER ->
          IsolationLevel.allThatImply(IsolationLevel.READ_ATOMIC);
      case CAUSALITY_VIOLATION, CONFLICTING_ORDERS ->
          IsolationLevel.allThatImply(IsolationLevel.CAUSAL);
      default -> throw new IllegalStateException(this + " violates no level that is written out");
    };
  }

  /** The levels that require reads to be faultless, with or without an order of versions. */
  private static Set<IsolationLevel> withCleanReads() {
    Set<IsolationLevel> levels =
        IsolationLevel.allThatImply(IsolationLevel.READ_COMMITTED, IsolationLevel.PL_2);
    levels.addAll(IsolationLevel.sessionGuarantees());
    return levels;
  }
}
