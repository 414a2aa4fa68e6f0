package dev.isogauge.shrink;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;

/**
 * Shrinks a violating history to one that still violates and from which no single transaction or
 * operation can be left out, for a bug report that shows nothing else.
 *
 * <p>What is left is a part of what was recorded: names, values and times stay, and every read sees
 * the write that it saw ({@link Projection}). It violates the level by a finding of the same kind;
 * an undecided part does not count as violating.
 */
public final class Shrinker {
  /** Receives the size of each smaller history that still violates. */
  @FunctionalInterface
  public interface Listener {
    /** Says how much of the history is left. */
    void shrunkTo(int transactions, int operations);
  }

  private final Question question;
  private final Limits limits;
  private final Set<AnomalyKind> wanted;
  private final Listener listener;

  /**
   * A shrinker. The timeout of the limits is for all of the shrinking, the first check included.
   */
  public Shrinker(Question question, Limits limits) {
    this(question, limits, Set.of(), (transactions, operations) -> {});
  }

  private Shrinker(Question question, Limits limits, Set<AnomalyKind> wanted, Listener listener) {
    this.question = question;
    this.limits = limits;
    this.wanted = Set.copyOf(wanted);
    this.listener = listener;
  }

  /**
   * Keeps a finding of one of these kinds; by default of the first kind that the whole history has.
   */
  public Shrinker keeping(Set<AnomalyKind> kinds) {
    return new Shrinker(question, limits, kinds, listener);
  }

  /** The same shrinker, with a listener to its progress. */
  public Shrinker withListener(Listener newListener) {
    return new Shrinker(question, limits, wanted, newListener);
  }

  /** A minimal part of the history that violates the level in the same way. */
  public ShrinkResult shrink(History history) {
    TimedCheck check = new TimedCheck(question, limits);
    Verdict verdict = check.of(history);
    if (!(verdict instanceof Verdict.Violated violated)) {
      return new ShrinkResult.NotViolated(verdict);
    }
    Set<AnomalyKind> kinds = kinds(violated);
    if (!wanted.isEmpty() && kinds.isEmpty()) {
      return new ShrinkResult.NoSuchAnomaly(violated);
    }
    // What unknown operations could explain proves nothing.
    return new Reduction(history.knownPart(), violated, kinds, check, listener).run();
  }

  private Set<AnomalyKind> kinds(Verdict.Violated violated) {
    Set<AnomalyKind> found = EnumSet.noneOf(AnomalyKind.class);
    found.addAll(violated.counts().keySet());
    if (wanted.isEmpty()) {
      return found.stream().min(Comparator.naturalOrder()).map(Set::of).orElse(Set.of());
    }
    found.retainAll(wanted);
    return found;
  }
}
