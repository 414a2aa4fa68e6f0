package dev.isogauge.level;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** An isolation level: its names, what it promises and what it implies. Weakest first. */
public enum IsolationLevel {
  CUT_ISOLATION(
      "cut-isolation",
      List.of("ci"),
      "no transaction reads one key from two different other transactions"),
  READ_COMMITTED(
      "read-committed",
      List.of("rc"),
      "reads see committed final writes, and never go back behind a transaction already seen"),
  READ_ATOMIC(
      "read-atomic",
      List.of("ra"),
      "a transaction that sees any write of another, or follows it in its session, sees all of them"),
  CAUSAL(
      "causal",
      List.of("cc", "tcc", "causal-consistency"),
      "a transaction sees everything that happened before what it sees"),
  SNAPSHOT_ISOLATION(
      "snapshot-isolation",
      List.of("si"),
      "a transaction reads from one snapshot, and no two concurrent ones write the same key"),
  SERIALIZABILITY(
      "serializability",
      List.of("ser", "serializable"),
      "transactions behave as if they ran one after the other"),
  STRICT_SERIALIZABILITY(
      "strict-serializability",
      List.of("sser", "strict-serializable"),
      "transactions behave as if they ran one after the other, each between its begin and its end"),
  LINEARIZABILITY(
      "linearizability",
      List.of("linearizable", "lin"),
      "every operation on a single key takes effect at one instant between its begin and its end");

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

  public List<String> aliases() {
    return aliases;
  }

  /** What the level promises, in one clause. */
  public String meaning() {
    return meaning;
  }

  /** Every level that holds whenever this one does, itself included. */
  public Set<IsolationLevel> implied() {
    return switch (this) {
      case CUT_ISOLATION -> EnumSet.of(CUT_ISOLATION);
      case READ_COMMITTED -> EnumSet.of(READ_COMMITTED);
      case READ_ATOMIC -> EnumSet.of(CUT_ISOLATION, READ_COMMITTED, READ_ATOMIC);
      case CAUSAL -> EnumSet.range(CUT_ISOLATION, CAUSAL);
      case SNAPSHOT_ISOLATION -> EnumSet.range(CUT_ISOLATION, SNAPSHOT_ISOLATION);
      case SERIALIZABILITY -> EnumSet.range(CUT_ISOLATION, SERIALIZABILITY);
      case STRICT_SERIALIZABILITY -> EnumSet.range(CUT_ISOLATION, STRICT_SERIALIZABILITY);
      case LINEARIZABILITY -> EnumSet.of(LINEARIZABILITY);
    };
  }

  /** Whether this level holds only if {@code weaker} does. */
  public boolean implies(IsolationLevel weaker) {
    return implied().contains(weaker);
  }

  /** The levels that session order and reads-from decide; the others need an order of versions. */
  public static Set<IsolationLevel> weak() {
    return EnumSet.range(CUT_ISOLATION, CAUSAL);
  }

  /** Whether single reads must be faultless; cut isolation reports faults beside its verdict. */
  public boolean requiresReadConsistency() {
    return this != CUT_ISOLATION;
  }

  /** The level of a name or alias, in any case, with spaces or underscores for hyphens. */
  public static Optional<IsolationLevel> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
    return Arrays.stream(values())
        .filter(level -> level.id.equals(wanted) || level.aliases.contains(wanted))
        .findFirst();
  }
}
