package dev.isogauge.level;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * An isolation level: its names, what it promises and what it implies. Lists show them in this
 * order, which means nothing else.
 */
public enum IsolationLevel {
  /** Repeated reads of a key agree. */
  CUT_ISOLATION(
      "cut-isolation",
      List.of("ci"),
      "no transaction reads one key from two different other transactions"),
  /** Reads see committed data. */
  READ_COMMITTED(
      "read-committed",
      List.of("rc"),
      "reads see committed final writes, and never go back behind a transaction already seen"),
  /** A session sees what it wrote. */
  READ_YOUR_WRITES(
      "read-your-writes",
      List.of("ryw"),
      "a transaction sees what earlier transactions of its session wrote"),
  /** A session never goes back. */
  MONOTONIC_READS(
      "monotonic-reads",
      List.of("mr"),
      "a transaction sees all that earlier transactions of its session have read from"),
  /** Writes of a session become visible in its order. */
  MONOTONIC_WRITES(
      "monotonic-writes",
      List.of("mw"),
      "a transaction that sees another sees all that the other's session wrote before it"),
  /** Writes become visible after what their session had read. */
  WRITES_FOLLOW_READS(
      "writes-follow-reads",
      List.of("wfr"),
      "a transaction that sees another sees all that the other's session had read from"),
  /** All or nothing of another transaction is visible. */
  READ_ATOMIC(
      "read-atomic",
      List.of("ra"),
      "a transaction that sees any write of another, or follows it in its session, sees all of them"),
  /** Transactional causal consistency. */
  CAUSAL(
      "causal",
      List.of("cc", "tcc", "causal-consistency"),
      "a transaction sees everything that happened before what it sees"),
  /** Snapshots are beginnings of one order of commits, which may lose updates. */
  PREFIX_CONSISTENCY(
      "prefix-consistency",
      List.of("pc", "prefix"),
      "a transaction sees all that committed before something it sees, in one order for all"),
  /** Snapshot isolation in which sites may see commits in different orders. */
  PARALLEL_SNAPSHOT_ISOLATION(
      "parallel-snapshot-isolation",
      List.of("psi"),
      "a transaction sees everything that happened before what it sees, and no two concurrent ones"
          + " write the same key"),
  /** Snapshots, and the first of two concurrent writers wins. */
  SNAPSHOT_ISOLATION(
      "snapshot-isolation",
      List.of("si", "snapshot"),
      "a transaction reads from one snapshot, and no two concurrent ones write the same key"),
  /** Snapshots that are never behind what had committed when the transaction began. */
  STRONG_SNAPSHOT_ISOLATION(
      "strong-snapshot-isolation",
      List.of("strong-si"),
      "snapshot isolation, and a transaction sees all that had ended before it began"),
  /** As if one after the other. */
  SERIALIZABILITY(
      "serializability",
      List.of("ser", "serializable", "1sr"),
      "transactions behave as if they ran one after the other"),
  /** As if one after the other, in real time for those that share a key. */
  KEY_STRICT_SERIALIZABILITY(
      "key-strict-serializability",
      List.of("key-sser", "key-strict-serializable"),
      "transactions behave as if they ran one after the other, and in real time where both use a"
          + " key that one of them writes"),
  /** As if one after the other, in real time. */
  STRICT_SERIALIZABILITY(
      "strict-serializability",
      List.of("sser", "strict-serializable", "strict-1sr"),
      "transactions behave as if they ran one after the other, each between its begin and its end"),
  /** Of single operations, not of transactions. */
  LINEARIZABILITY(
      "linearizability",
      List.of("linearizable", "lin"),
      "every operation on a single key takes effect at one instant between its begin and its end"),
  /** Adya's PL-1. */
  PL_1(
      "pl-1",
      List.of("pl1", "ru", "read-uncommitted"),
      "writes are not interleaved: no cycle of write-write dependencies"),
  /** Adya's PL-2. */
  PL_2(
      "pl-2",
      List.of("pl2"),
      "reads see committed final writes, and information flows one way: no cycle of write-write"
          + " and write-read dependencies"),
  /** Adya's PL-2.99. */
  PL_2_99(
      "pl-2.99",
      List.of("pl2.99", "rr", "repeatable-read"),
      "also no cycle whose anti-dependencies all come from reads of single keys"),
  /** Adya's PL-SI. */
  PL_SI(
      "pl-si",
      List.of("plsi"),
      "snapshots without session order: pl-2, and no cycle without two anti-dependencies in a row"),
  /** Adya's PL-3. */
  PL_3("pl-3", List.of("pl3"), "no cycle of dependencies and anti-dependencies at all"),
  /** Each transaction's own, where the history records them. */
  RECORDED(
      "recorded",
      List.of("mixed"),
      "every transaction sees what the level that is recorded with it promises");

  /** Made once, since reports of many anomalies ask for each of their levels. */
  private static final Set<IsolationLevel> OF_REPLICAS =
      EnumSet.of(
          READ_YOUR_WRITES,
          MONOTONIC_READS,
          MONOTONIC_WRITES,
          WRITES_FOLLOW_READS,
          PREFIX_CONSISTENCY,
          PARALLEL_SNAPSHOT_ISOLATION);

  private final String id;
  private final List<String> aliases;
  private final String meaning;

  IsolationLevel(String id, List<String> aliases, String meaning) {
    this.id = id;
    this.aliases = aliases;
    this.meaning = meaning;
  }

  /** The name used in commands and reports. */
  public String id() {
    return id;
  }

  /** Other names that commands take. */
  public List<String> aliases() {
    return aliases;
  }

  /** The name in a sentence: {@code snapshot isolation}. */
  public String words() {
    return switch (this) {
      case CAUSAL -> "causal consistency";
      case PL_1 -> "Adya's read uncommitted (pl-1)";
      case PL_2 -> "Adya's read committed (pl-2)";
      case PL_2_99 -> "Adya's repeatable read (pl-2.99)";
      case PL_SI -> "Adya's snapshot isolation (pl-si)";
      case PL_3 -> "Adya's serializability (pl-3)";
      case RECORDED -> "the level recorded with each transaction";
      default -> id.replace('-', ' ');
    };
  }

  /** What the level promises, in one clause. */
  public String meaning() {
    return meaning;
  }

  /** Every level that holds whenever this one does, itself included. */
  public Set<IsolationLevel> implied() {
    Set<IsolationLevel> all = EnumSet.of(this);
    for (IsolationLevel weaker : next()) {
      all.addAll(weaker.implied());
    }
    return all;
  }

  /** Levels that this one implies; all others follow from these. */
  private Set<IsolationLevel> next() {
    return switch (this) {
      case CUT_ISOLATION,
          READ_COMMITTED,
          READ_YOUR_WRITES,
          MONOTONIC_READS,
          MONOTONIC_WRITES,
          WRITES_FOLLOW_READS,
          LINEARIZABILITY,
          PL_1,
          RECORDED ->
          EnumSet.noneOf(IsolationLevel.class);
      case READ_ATOMIC -> EnumSet.of(CUT_ISOLATION, READ_COMMITTED, READ_YOUR_WRITES);
      case CAUSAL ->
          EnumSet.of(READ_ATOMIC, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS);
      case PREFIX_CONSISTENCY, PARALLEL_SNAPSHOT_ISOLATION -> EnumSet.of(CAUSAL);
      case SNAPSHOT_ISOLATION -> EnumSet.of(PREFIX_CONSISTENCY, PARALLEL_SNAPSHOT_ISOLATION);
      case STRONG_SNAPSHOT_ISOLATION, SERIALIZABILITY -> EnumSet.of(SNAPSHOT_ISOLATION);
      case KEY_STRICT_SERIALIZABILITY -> EnumSet.of(SERIALIZABILITY);
      case STRICT_SERIALIZABILITY ->
          EnumSet.of(STRONG_SNAPSHOT_ISOLATION, KEY_STRICT_SERIALIZABILITY);
      case PL_2 -> EnumSet.of(PL_1);
      case PL_2_99, PL_SI -> EnumSet.of(PL_2);
      case PL_3 -> EnumSet.of(PL_2_99);
    };
  }

  /** Whether this level holds only if {@code weaker} does. */
  public boolean implies(IsolationLevel weaker) {
    return implied().contains(weaker);
  }

  /** Every level that holds only if one of these does, these included. */
  public static Set<IsolationLevel> allThatImply(IsolationLevel... weakest) {
    Set<IsolationLevel> all = EnumSet.noneOf(IsolationLevel.class);
    for (IsolationLevel level : values()) {
      for (IsolationLevel weaker : weakest) {
        if (level.implies(weaker)) {
          all.add(level);
        }
      }
    }
    return all;
  }

  /**
   * The levels from cut isolation to causal consistency, which session order and reads-from decide.
   */
  public static Set<IsolationLevel> weak() {
    return EnumSet.of(CUT_ISOLATION, READ_COMMITTED, READ_ATOMIC, CAUSAL);
  }

  /** What replicas promise their sessions. Session order and reads-from decide these as well. */
  public static Set<IsolationLevel> sessionGuarantees() {
    return EnumSet.of(READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS);
  }

  /** Whether session order and reads-from decide the level; others need an order of versions. */
  public boolean isWeak() {
    return weak().contains(this) || sessionGuarantees().contains(this);
  }

  /** The levels that stand for what replicas promise. They are checked when asked for. */
  public static Set<IsolationLevel> ofReplicas() {
    return EnumSet.copyOf(OF_REPLICAS);
  }

  /** Whether the level is one {@link #ofReplicas}. */
  public boolean isOfReplicas() {
    return OF_REPLICAS.contains(this);
  }

  /** Whether the times at which transactions began and ended matter. */
  public boolean usesRealTime() {
    return this == STRICT_SERIALIZABILITY || this == LINEARIZABILITY || isInBetween();
  }

  /** Whether the level asks for some of what strict serializability does in real time. */
  public boolean isInBetween() {
    return this == STRONG_SNAPSHOT_ISOLATION || this == KEY_STRICT_SERIALIZABILITY;
  }

  /** Whether reports mention the level only where it is asked for. */
  public boolean isUnusual() {
    return isInBetween() || this == RECORDED;
  }

  /** Adya's levels: they speak of a full order of versions, and know no sessions. */
  public static Set<IsolationLevel> adya() {
    return EnumSet.of(PL_1, PL_2, PL_2_99, PL_SI, PL_3);
  }

  /** Whether it is one of {@link #adya}. */
  public boolean isAdya() {
    return adya().contains(this);
  }

  /** Whether the order of transactions in their sessions matters. */
  public boolean usesSessionOrder() {
    return this != CUT_ISOLATION && this != LINEARIZABILITY && !isAdya();
  }

  /** Whether the level is also of interest without session order. */
  public boolean canDropSessionOrder() {
    return this == SERIALIZABILITY || this == STRICT_SERIALIZABILITY;
  }

  /**
   * The level of a name or alias, in any case, with spaces or underscores for hyphens. After a
   * colon, and where no level here has the name, it is one of Elle's.
   */
  public static Optional<IsolationLevel> byName(String name) {
    String wanted = spelled(name);
    return Arrays.stream(values())
        .filter(level -> level.id.equals(wanted) || level.aliases.contains(wanted))
        .findFirst()
        .or(() -> byElleName(wanted));
  }

  /** Whether {@link #byName} takes a name for one of Elle's. */
  public static boolean isElleName(String name) {
    String wanted = spelled(name);
    return byName(wanted)
        .filter(level -> !level.id.equals(wanted) && !level.aliases.contains(wanted))
        .isPresent();
  }

  private static String spelled(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
  }

  /** Elle's models know no sessions, unless they are called strong-session or strict. */
  private static Optional<IsolationLevel> byElleName(String name) {
    return Optional.ofNullable(
        switch (name.startsWith(":") ? name.substring(1) : name) {
          case "read-uncommitted" -> PL_1;
          case "read-committed" -> PL_2;
          case "repeatable-read" -> PL_2_99;
          case "snapshot-isolation" -> PL_SI;
          case "serializable" -> PL_3;
          case "strong-session-snapshot-isolation" -> SNAPSHOT_ISOLATION;
          case "strong-session-serializable" -> SERIALIZABILITY;
          case "strict-serializable", "strong-serializable" -> STRICT_SERIALIZABILITY;
          default -> null;
        });
  }
}
