package dev.isogauge.anomaly;

import static dev.isogauge.anomaly.Breaks.A_CLAIM;
import static dev.isogauge.anomaly.Breaks.CAUSALITY;
import static dev.isogauge.anomaly.Breaks.CLEAN_READS;
import static dev.isogauge.anomaly.Breaks.ITS_OWN;
import static dev.isogauge.anomaly.Breaks.NOTHING;
import static dev.isogauge.anomaly.Breaks.allFrom;
import static dev.isogauge.anomaly.Breaks.only;
import static dev.isogauge.anomaly.Remedy.ATOMIC_UPDATE;
import static dev.isogauge.anomaly.Remedy.CURRENT_COPY;
import static dev.isogauge.anomaly.Remedy.LOCK_WHAT_IS_READ;
import static dev.isogauge.anomaly.Remedy.ONE_SERVER;
import static dev.isogauge.anomaly.Remedy.ONE_SNAPSHOT;
import static dev.isogauge.anomaly.Remedy.REPORT;
import static dev.isogauge.anomaly.Remedy.SERIALIZABLE_WITH_RETRIES;
import static dev.isogauge.anomaly.Remedy.SNAPSHOT_WITH_RETRIES;
import static dev.isogauge.anomaly.Remedy.VERSION_COLUMN;

import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of what can be found in a history. The letters are those of the published patterns. */
public enum AnomalyKind {
  THIN_AIR_READ("TAP-a", "reads a value that no transaction wrote", CLEAN_READS, REPORT),
  ABORTED_READ(
      "TAP-b",
      "reads a value written only by an aborted transaction",
      CLEAN_READS,
      Remedy.READ_COMMITTED),
  FUTURE_READ("TAP-c", "reads a value that its own transaction writes later", CLEAN_READS, REPORT),
  NOT_MY_OWN_WRITE(
      "TAP-d",
      "reads another transaction's value after its own write of the key",
      CLEAN_READS,
      REPORT),
  NOT_MY_LAST_WRITE("TAP-e", "reads its own write, but not its latest one", CLEAN_READS, REPORT),
  INTERMEDIATE_READ(
      "TAP-f",
      "reads a write that its transaction overwrote before the end",
      CLEAN_READS,
      Remedy.READ_COMMITTED),
  CYCLIC_CAUSALITY("TAP-g", "session order and reads-from form a cycle", CAUSALITY, REPORT),
  NON_MONOTONIC_READ(
      "TAP-h",
      "reads a version older than one its transaction has already seen",
      allFrom(IsolationLevel.READ_COMMITTED),
      Remedy.READ_COMMITTED),
  NON_MONOTONIC_READ_BY_COMMIT_ORDER(
      "TAP-i",
      "reads a version that the commit order puts before one its transaction has already seen",
      allFrom(IsolationLevel.READ_COMMITTED),
      Remedy.READ_COMMITTED),
  NON_REPEATABLE_READ(
      "TAP-j",
      "reads one key from two different transactions",
      allFrom(IsolationLevel.CUT_ISOLATION),
      ONE_SNAPSHOT,
      LOCK_WHAT_IS_READ),
  FRACTURED_READ(
      "TAP-k",
      "sees one write of a transaction and misses another",
      allFrom(IsolationLevel.READ_ATOMIC),
      ONE_SNAPSHOT,
      LOCK_WHAT_IS_READ),
  FRACTURED_READ_BY_COMMIT_ORDER(
      "TAP-l",
      "sees one write of a transaction and misses another that the commit order puts later",
      allFrom(IsolationLevel.READ_ATOMIC),
      ONE_SNAPSHOT,
      LOCK_WHAT_IS_READ),
  CAUSALITY_VIOLATION(
      "TAP-m",
      "misses a write that happened before what it sees",
      allFrom(IsolationLevel.CAUSAL),
      CURRENT_COPY,
      ONE_SNAPSHOT),
  CONFLICTING_ORDERS(
      "TAP-n",
      "transactions disagree on the order of writes",
      allFrom(IsolationLevel.CAUSAL),
      CURRENT_COPY,
      ONE_SNAPSHOT),
  READ_YOUR_WRITES_VIOLATION(
      "",
      "misses a write of an earlier transaction of its session",
      allFrom(IsolationLevel.READ_YOUR_WRITES),
      ONE_SERVER,
      SERIALIZABLE_WITH_RETRIES),
  MONOTONIC_READS_VIOLATION(
      "",
      "misses a write of a transaction that its session had already read from",
      allFrom(IsolationLevel.MONOTONIC_READS),
      ONE_SERVER,
      SERIALIZABLE_WITH_RETRIES),
  MONOTONIC_WRITES_VIOLATION(
      "",
      "sees a transaction and misses a write that came before it in the same session",
      allFrom(IsolationLevel.MONOTONIC_WRITES),
      ONE_SERVER,
      SERIALIZABLE_WITH_RETRIES),
  WRITES_FOLLOW_READS_VIOLATION(
      "",
      "sees a transaction and misses a write that its session had read from",
      allFrom(IsolationLevel.WRITES_FOLLOW_READS),
      ONE_SERVER,
      SERIALIZABLE_WITH_RETRIES),
  COMMIT_ORDER_CYCLE(
      "", "no commit order explains these reads", ITS_OWN, CURRENT_COPY, ONE_SNAPSHOT),
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
      "",
      "two transactions overwrite the same version, so one update is lost",
      allFrom(
          IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, IsolationLevel.PL_2_99, IsolationLevel.PL_SI),
      ATOMIC_UPDATE,
      LOCK_WHAT_IS_READ,
      VERSION_COLUMN,
      SNAPSHOT_WITH_RETRIES),
  NO_VERSION_ORDER("", "no order of versions explains these reads", ITS_OWN, REPORT),
  INCOMPATIBLE_ORDER(
      "", "two reads of a list show elements in contradicting orders", CLEAN_READS, REPORT),
  DUPLICATE_ELEMENT("", "a read of a list shows an element twice", CLEAN_READS, REPORT),
  CYCLIC_VERSIONS(
      "",
      "the versions of a key would have to come in a circle",
      allFrom(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.PL_2),
      REPORT),
  DIRTY_UPDATE(
      "", "a committed transaction overwrites a write of an aborted one", CLEAN_READS, REPORT),
  RESULT_SET_MISMATCH(
      "",
      "a predicate read returns something other than its version set gives",
      allFrom(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.PL_2),
      REPORT),
  G_SIA(
      "G-SIa",
      "",
      "a transaction depends on one that is not in its snapshot",
      only(IsolationLevel.PL_SI),
      REPORT),
  G_SIB(
      "G-SIb",
      "",
      "a transaction misses a write of one that is in its snapshot",
      only(IsolationLevel.PL_SI),
      REPORT),
  TIMESTAMP_ORDER("", "a transaction starts after its commit", A_CLAIM, REPORT),
  TIMESTAMP_TIE(
      "", "equal timestamps leave the order of two dependent transactions open", A_CLAIM, REPORT),
  SESSION("", "timestamps or sequence numbers contradict the order of a session", A_CLAIM, REPORT),
  INTERNAL(
      "", "a read differs from what its own transaction read or wrote before", A_CLAIM, REPORT),
  EXTERNAL("", "a read differs from what the timestamps say is visible", A_CLAIM, REPORT),
  NO_CONFLICT("", "two transactions that overlap in time write the same key", A_CLAIM, REPORT),
  ORDER_VIOLATION(
      "",
      "the claimed serial order contradicts the order of a session, or real time",
      A_CLAIM,
      REPORT),
  REPLAY_MISMATCH(
      "",
      "a result differs from what it would be if transactions ran in the claimed serial order",
      A_CLAIM,
      REPORT),
  NON_LINEARIZABLE(
      "",
      "no order of a key's operations agrees with values and real time",
      only(IsolationLevel.LINEARIZABILITY),
      CURRENT_COPY),
  LATE_TRANSACTION("", "a transaction arrived after verdicts that it touches were final", NOTHING),
  DUPLICATE_WRITE("", "one value of a key has two writers", NOTHING),
  OVERLAPPING_SESSION(
      "", "a transaction begins before its predecessor in the session ended", NOTHING),
  MISSING_VERSION("", "a version order lacks a write", NOTHING),
  UNKNOWN_VERSION("", "a version order lists a version that no transaction wrote", NOTHING);

  private final String title;
  private final String letter;
  private final String meaning;
  private final Breaks breaks;
  private final Sentences sentences;
  private final List<Remedy> remedies;

  /** Of cycles of dependencies; null for all others. */
  private final CycleShape shape;

  private final CycleScope scope;

  /** One whose title is its name. */
  AnomalyKind(String letter, String meaning, Breaks breaks, Remedy... remedies) {
    this("", letter, meaning, breaks, remedies);
  }

  AnomalyKind(String title, String letter, String meaning, Breaks breaks, Remedy... remedies) {
    String name = name().replace("_BY_COMMIT_ORDER", "");
    this.title = title.isEmpty() ? capitals(name) : title;
    this.letter = letter;
    this.meaning = meaning;
    this.breaks = breaks;
    this.sentences = Sentences.valueOf(name);
    this.remedies = List.of(remedies);
    this.shape = null;
    this.scope = null;
  }

  /** {@code THIN_AIR_READ} as {@code ThinAirRead}. */
  private static String capitals(String name) {
    return Stream.of(name.split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  AnomalyKind(CycleShape shape, CycleScope scope) {
    this.title = shape.title + scope.suffix;
    this.letter = "";
    this.meaning = shape.meaning + scope.words;
    this.breaks = Breaks.allFrom(shape.weakestViolated(scope));
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
