package dev.isogauge.anomaly;

import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The names of what can be found in a history. The letters are those of the published patterns. */
public enum AnomalyKind {
  THIN_AIR_READ(
      "ThinAirRead",
      "TAP-a",
      "reads a value that no transaction wrote",
      Breaks.CLEAN_READS,
      Sentences.THIN_AIR_READ,
      Remedy.REPORT),
  ABORTED_READ(
      "AbortedRead",
      "TAP-b",
      "reads a value written only by an aborted transaction",
      Breaks.CLEAN_READS,
      Sentences.ABORTED_READ,
      Remedy.READ_COMMITTED),
  FUTURE_READ(
      "FutureRead",
      "TAP-c",
      "reads a value that its own transaction writes later",
      Breaks.CLEAN_READS,
      Sentences.FUTURE_READ,
      Remedy.REPORT),
  NOT_MY_OWN_WRITE(
      "NotMyOwnWrite",
      "TAP-d",
      "reads another transaction's value after its own write of the key",
      Breaks.CLEAN_READS,
      Sentences.NOT_MY_OWN_WRITE,
      Remedy.REPORT),
  NOT_MY_LAST_WRITE(
      "NotMyLastWrite",
      "TAP-e",
      "reads its own write, but not its latest one",
      Breaks.CLEAN_READS,
      Sentences.NOT_MY_LAST_WRITE,
      Remedy.REPORT),
  INTERMEDIATE_READ(
      "IntermediateRead",
      "TAP-f",
      "reads a write that its transaction overwrote before the end",
      Breaks.CLEAN_READS,
      Sentences.INTERMEDIATE_READ,
      Remedy.READ_COMMITTED),
  CYCLIC_CAUSALITY(
      "CyclicCausality",
      "TAP-g",
      "session order and reads-from form a cycle",
      Breaks.CAUSALITY,
      Sentences.CYCLIC_CAUSALITY,
      Remedy.REPORT),
  NON_MONOTONIC_READ(
      "NonMonotonicRead",
      "TAP-h",
      "reads a version older than one its transaction has already seen",
      Breaks.from(IsolationLevel.READ_COMMITTED),
      Sentences.NON_MONOTONIC_READ,
      Remedy.READ_COMMITTED),
  NON_MONOTONIC_READ_BY_COMMIT_ORDER(
      "NonMonotonicRead",
      "TAP-i",
      "reads a version that the commit order puts before one its transaction has already seen",
      Breaks.from(IsolationLevel.READ_COMMITTED),
      Sentences.NON_MONOTONIC_READ,
      Remedy.READ_COMMITTED),
  NON_REPEATABLE_READ(
      "NonRepeatableRead",
      "TAP-j",
      "reads one key from two different transactions",
      Breaks.from(IsolationLevel.CUT_ISOLATION),
      Sentences.NON_REPEATABLE_READ,
      Remedy.ONE_SNAPSHOT,
      Remedy.LOCK_WHAT_IS_READ),
  FRACTURED_READ(
      "FracturedRead",
      "TAP-k",
      "sees one write of a transaction and misses another",
      Breaks.from(IsolationLevel.READ_ATOMIC),
      Sentences.FRACTURED_READ,
      Remedy.ONE_SNAPSHOT,
      Remedy.LOCK_WHAT_IS_READ),
  FRACTURED_READ_BY_COMMIT_ORDER(
      "FracturedRead",
      "TAP-l",
      "sees one write of a transaction and misses another that the commit order puts later",
      Breaks.from(IsolationLevel.READ_ATOMIC),
      Sentences.FRACTURED_READ,
      Remedy.ONE_SNAPSHOT,
      Remedy.LOCK_WHAT_IS_READ),
  CAUSALITY_VIOLATION(
      "CausalityViolation",
      "TAP-m",
      "misses a write that happened before what it sees",
      Breaks.from(IsolationLevel.CAUSAL),
      Sentences.CAUSALITY_VIOLATION,
      Remedy.CURRENT_COPY,
      Remedy.ONE_SNAPSHOT),
  CONFLICTING_ORDERS(
      "ConflictingOrders",
      "TAP-n",
      "transactions disagree on the order of writes",
      Breaks.from(IsolationLevel.CAUSAL),
      Sentences.CONFLICTING_ORDERS,
      Remedy.CURRENT_COPY,
      Remedy.ONE_SNAPSHOT),
  READ_YOUR_WRITES_VIOLATION(
      "ReadYourWritesViolation",
      "",
      "misses a write of an earlier transaction of its session",
      Breaks.from(IsolationLevel.READ_YOUR_WRITES),
      Sentences.READ_YOUR_WRITES_VIOLATION,
      Remedy.ONE_SERVER,
      Remedy.SERIALIZABLE_WITH_RETRIES),
  MONOTONIC_READS_VIOLATION(
      "MonotonicReadsViolation",
      "",
      "misses a write of a transaction that its session had already read from",
      Breaks.from(IsolationLevel.MONOTONIC_READS),
      Sentences.MONOTONIC_READS_VIOLATION,
      Remedy.ONE_SERVER,
      Remedy.SERIALIZABLE_WITH_RETRIES),
  MONOTONIC_WRITES_VIOLATION(
      "MonotonicWritesViolation",
      "",
      "sees a transaction and misses a write that came before it in the same session",
      Breaks.from(IsolationLevel.MONOTONIC_WRITES),
      Sentences.MONOTONIC_WRITES_VIOLATION,
      Remedy.ONE_SERVER,
      Remedy.SERIALIZABLE_WITH_RETRIES),
  WRITES_FOLLOW_READS_VIOLATION(
      "WritesFollowReadsViolation",
      "",
      "sees a transaction and misses a write that its session had read from",
      Breaks.from(IsolationLevel.WRITES_FOLLOW_READS),
      Sentences.WRITES_FOLLOW_READS_VIOLATION,
      Remedy.ONE_SERVER,
      Remedy.SERIALIZABLE_WITH_RETRIES),
  COMMIT_ORDER_CYCLE(
      "CommitOrderCycle",
      "",
      "no commit order explains these reads",
      Breaks.ITS_OWN,
      Sentences.COMMIT_ORDER_CYCLE,
      Remedy.CURRENT_COPY,
      Remedy.ONE_SNAPSHOT),
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
      "LostUpdate",
      "",
      "two transactions overwrite the same version, so one update is lost",
      Breaks.from(
          IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, IsolationLevel.PL_2_99, IsolationLevel.PL_SI),
      Sentences.LOST_UPDATE,
      Remedy.ATOMIC_UPDATE,
      Remedy.LOCK_WHAT_IS_READ,
      Remedy.VERSION_COLUMN,
      Remedy.SNAPSHOT_WITH_RETRIES),
  NO_VERSION_ORDER(
      "NoVersionOrder",
      "",
      "no order of versions explains these reads",
      Breaks.ITS_OWN,
      Sentences.NO_VERSION_ORDER,
      Remedy.REPORT),
  INCOMPATIBLE_ORDER(
      "IncompatibleOrder",
      "",
      "two reads of a list show elements in contradicting orders",
      Breaks.CLEAN_READS,
      Sentences.INCOMPATIBLE_ORDER,
      Remedy.REPORT),
  DUPLICATE_ELEMENT(
      "DuplicateElement",
      "",
      "a read of a list shows an element twice",
      Breaks.CLEAN_READS,
      Sentences.DUPLICATE_ELEMENT,
      Remedy.REPORT),
  CYCLIC_VERSIONS(
      "CyclicVersions",
      "",
      "the versions of a key would have to come in a circle",
      Breaks.from(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.PL_2),
      Sentences.CYCLIC_VERSIONS,
      Remedy.REPORT),
  DIRTY_UPDATE(
      "DirtyUpdate",
      "",
      "a committed transaction overwrites a write of an aborted one",
      Breaks.CLEAN_READS,
      Sentences.DIRTY_UPDATE,
      Remedy.REPORT),
  RESULT_SET_MISMATCH(
      "ResultSetMismatch",
      "",
      "a predicate read returns something other than its version set gives",
      Breaks.from(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.PL_2),
      Sentences.RESULT_SET_MISMATCH,
      Remedy.REPORT),
  G_SIA(
      "G-SIa",
      "",
      "a transaction depends on one that is not in its snapshot",
      Breaks.only(IsolationLevel.PL_SI),
      Sentences.G_SIA,
      Remedy.REPORT),
  G_SIB(
      "G-SIb",
      "",
      "a transaction misses a write of one that is in its snapshot",
      Breaks.only(IsolationLevel.PL_SI),
      Sentences.G_SIB,
      Remedy.REPORT),
  TIMESTAMP_ORDER(
      "TimestampOrder",
      "",
      "a transaction starts after its commit",
      Breaks.A_CLAIM,
      Sentences.TIMESTAMP_ORDER,
      Remedy.REPORT),
  TIMESTAMP_TIE(
      "TimestampTie",
      "",
      "equal timestamps leave the order of two dependent transactions open",
      Breaks.A_CLAIM,
      Sentences.TIMESTAMP_TIE,
      Remedy.REPORT),
  SESSION(
      "Session",
      "",
      "timestamps or sequence numbers contradict the order of a session",
      Breaks.A_CLAIM,
      Sentences.SESSION,
      Remedy.REPORT),
  INTERNAL(
      "Internal",
      "",
      "a read differs from what its own transaction read or wrote before",
      Breaks.A_CLAIM,
      Sentences.INTERNAL,
      Remedy.REPORT),
  EXTERNAL(
      "External",
      "",
      "a read differs from what the timestamps say is visible",
      Breaks.A_CLAIM,
      Sentences.EXTERNAL,
      Remedy.REPORT),
  NO_CONFLICT(
      "NoConflict",
      "",
      "two transactions that overlap in time write the same key",
      Breaks.A_CLAIM,
      Sentences.NO_CONFLICT,
      Remedy.REPORT),
  ORDER_VIOLATION(
      "OrderViolation",
      "",
      "the claimed serial order contradicts the order of a session, or real time",
      Breaks.A_CLAIM,
      Sentences.ORDER_VIOLATION,
      Remedy.REPORT),
  REPLAY_MISMATCH(
      "ReplayMismatch",
      "",
      "a result differs from what it would be if transactions ran in the claimed serial order",
      Breaks.A_CLAIM,
      Sentences.REPLAY_MISMATCH,
      Remedy.REPORT),
  NON_LINEARIZABLE(
      "NonLinearizable",
      "",
      "no order of a key's operations agrees with values and real time",
      Breaks.only(IsolationLevel.LINEARIZABILITY),
      Sentences.NON_LINEARIZABLE,
      Remedy.CURRENT_COPY),
  LATE_TRANSACTION(
      "LateTransaction",
      "",
      "a transaction arrived after verdicts that it touches were final",
      Breaks.NOTHING,
      Sentences.LATE_TRANSACTION),
  DUPLICATE_WRITE(
      "DuplicateWrite",
      "",
      "one value of a key has two writers",
      Breaks.NOTHING,
      Sentences.DUPLICATE_WRITE),
  OVERLAPPING_SESSION(
      "OverlappingSession",
      "",
      "a transaction begins before its predecessor in the session ended",
      Breaks.NOTHING,
      Sentences.OVERLAPPING_SESSION),
  MISSING_VERSION(
      "MissingVersion",
      "",
      "a version order lacks a write",
      Breaks.NOTHING,
      Sentences.MISSING_VERSION),
  UNKNOWN_VERSION(
      "UnknownVersion",
      "",
      "a version order lists a version that no transaction wrote",
      Breaks.NOTHING,
      Sentences.UNKNOWN_VERSION);

  private final String title;
  private final String letter;
  private final String meaning;
  private final Breaks breaks;
  private final Sentences sentences;
  private final List<Remedy> remedies;

  /** Of cycles of dependencies; null for all others. */
  private final CycleShape shape;

  private final CycleScope scope;

  AnomalyKind(
      String title,
      String letter,
      String meaning,
      Breaks breaks,
      Sentences sentences,
      Remedy... remedies) {
    this.title = title;
    this.letter = letter;
    this.meaning = meaning;
    this.breaks = breaks;
    this.sentences = sentences;
    this.remedies = List.of(remedies);
    this.shape = null;
    this.scope = null;
  }

  AnomalyKind(CycleShape shape, CycleScope scope) {
    this.title = shape.title + scope.suffix;
    this.letter = "";
    this.meaning = shape.meaning + scope.words;
    this.breaks = Breaks.from(shape.weakestViolated(scope));
    this.sentences = Sentences.DEPENDENCY_CYCLE;
    this.remedies = scope == CycleScope.DATA ? shape.remedies : scope.remedies;
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

  /** What people call it, without jargon: {@code write skew}. */
  public String words() {
    if (shape != null) {
      return shape.words(scope);
    }
    return switch (this) {
      case COMMIT_ORDER_CYCLE -> "reads that no order of commits explains";
      case NO_VERSION_ORDER -> "reads that no order of versions explains";
      case NON_LINEARIZABLE -> "operations that no order explains";
      case NON_REPEATABLE_READ -> "non-repeatable read";
      case NON_MONOTONIC_READ, NON_MONOTONIC_READ_BY_COMMIT_ORDER -> "non-monotonic read";
      case G_SIA, G_SIB -> "reads outside of a snapshot";
      case SESSION -> "timestamps against session order";
      case INTERNAL -> "a read that its own transaction contradicts";
      case EXTERNAL -> "a read that the timestamps contradict";
      case NO_CONFLICT -> "overlapping writers of a key";
      default -> title.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    };
  }

  /** Whether values show only some of them: who overwrites without reading loses updates too. */
  public boolean isCountedAtLeast() {
    return this == LOST_UPDATE;
  }

  /** What it is, in one clause. */
  public String meaning() {
    return meaning;
  }

  /** How it is told. */
  public Sentences sentences() {
    return sentences;
  }

  /** What prevents it, the cheapest first; nothing for notes. */
  public List<Remedy> remedies() {
    return remedies;
  }

  /** Whether reads that are faultless by themselves contradict causal consistency. */
  public boolean isStale() {
    return breaks != Breaks.CLEAN_READS && violates().contains(IsolationLevel.CAUSAL);
  }

  /** Whether it is a cycle of dependencies. */
  public boolean isCycle() {
    return shape != null;
  }

  /** Whether it is reported next to the verdict and violates nothing by itself. */
  public boolean isNote() {
    return breaks == Breaks.NOTHING;
  }

  /** Whether it contradicts the order that the database claims, and nothing else. */
  public boolean isByClaim() {
    return breaks == Breaks.A_CLAIM;
  }

  /**
   * The levels that a finding of this kind violates, whatever the order. A commit-order cycle names
   * its own level, and so does a missing order of versions; what contradicts a claimed order speaks
   * of that order only.
   */
  public Set<IsolationLevel> violates() {
    return breaks.levels();
  }
}
