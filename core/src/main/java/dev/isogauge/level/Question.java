package dev.isogauge.level;

import java.util.Optional;
import java.util.Set;

/**
 * What a check asks: whether some order of versions satisfies the level, or whether the order that
 * the database claims does. Different questions: a history can satisfy a level although its
 * timestamps contradict it.
 *
 * @param level the level
 * @param order the order that is asked about; unless it is a claim, any order will do and this says
 *     where to look for it
 * @param sessionOrder whether session order counts; only for levels that can do without
 * @param registers what shows the order of registers' versions where nothing shows all of it
 * @param pattern the published pattern that is asked about, such as tap-k, if not all of the level
 *     is: the weakest that forbids it
 */
public record Question(
    IsolationLevel level,
    OrderSource order,
    boolean sessionOrder,
    Set<RegisterOrder> registers,
    Optional<String> pattern) {
  public Question {
    registers = Set.copyOf(registers);
    if (order == OrderSource.AUTO) {
      throw new IllegalArgumentException("a question is about one order");
    }
    if (!sessionOrder && (!level.canDropSessionOrder() || order == OrderSource.TIMESTAMPS)) {
      throw new IllegalArgumentException(level.id() + " by " + order.id() + " needs its sessions");
    }
  }

  /** Written out, as that of a record takes long to be linked. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Question same
        && level == same.level
        && order == same.order
        && sessionOrder == same.sessionOrder
        && registers.equals(same.registers)
        && pattern.equals(same.pattern);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * level.ordinal() + order.ordinal()) + (sessionOrder ? 1 : 0);
  }

  /** A question about all of a level. */
  public Question(
      IsolationLevel level, OrderSource order, boolean sessionOrder, Set<RegisterOrder> registers) {
    this(level, order, sessionOrder, registers, Optional.empty());
  }

  /** A question without assumptions about registers. */
  public Question(IsolationLevel level, OrderSource order, boolean sessionOrder) {
    this(level, order, sessionOrder, RegisterOrder.sound());
  }

  /** Whether any order satisfies the level. */
  public static Question of(IsolationLevel level) {
    return new Question(level, OrderSource.NONE, true);
  }

  /** Whether the order of the start and commit timestamps satisfies the level. */
  public static Question byTimestamps(IsolationLevel level) {
    return new Question(level, OrderSource.TIMESTAMPS, true);
  }

  /** Whether a published pattern is absent; the level is the weakest that forbids it. */
  public static Question ofPattern(String pattern, IsolationLevel level) {
    return new Question(level, OrderSource.NONE, true, RegisterOrder.sound(), Optional.of(pattern));
  }

  /** The same without session order. */
  public Question withoutSessionOrder() {
    return new Question(level, order, false, registers, pattern);
  }

  /** The same by other rules for registers. */
  public Question withRegisters(Set<RegisterOrder> rules) {
    return new Question(level, order, sessionOrder, rules, pattern);
  }

  /** Whether something is assumed about registers that the history cannot show. */
  public boolean assumesRegisterOrder() {
    return !RegisterOrder.sound().containsAll(registers);
  }

  /** The level's id or the pattern's, without what, and by which claim. */
  public String id() {
    return named(pattern.orElse(level.id()));
  }

  /** The same in a sentence. */
  public String words() {
    return named(pattern.isPresent() ? "absence of " + pattern.get() : level.words());
  }

  private String named(String what) {
    return what
        + (sessionOrder ? "" : " without session order")
        + (assumesRegisterOrder() ? " assuming " + assumption() : "")
        + (order.isClaim() ? " by " + order.id() : "");
  }

  private String assumption() {
    return registers.contains(RegisterOrder.REALTIME)
        ? "linearizable registers"
        : "sequential registers";
  }

  /** Whether a yes to this is a yes to the other; between answers about claims nothing follows. */
  public boolean implies(Question other) {
    return equals(other)
        || (pattern.isEmpty()
            && !order.isClaim()
            && !other.order.isClaim()
            && (sessionOrder || !other.sessionOrder)
            && assumesRegisterOrder() == other.assumesRegisterOrder()
            && level.implies(other.level));
  }
}
