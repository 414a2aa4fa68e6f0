package dev.isogauge.anomaly;

import dev.isogauge.level.IsolationLevel;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Which levels an anomaly of some kind violates. */
final class Breaks {
  /** None: it is a note. */
  static final Breaks NOTHING = only();

  /** None of itself: it contradicts the order that the database claims. */
  static final Breaks A_CLAIM = only();

  /** Each anomaly names its own. */
  static final Breaks ITS_OWN = only();

  /** Those that require reads to be faultless, with or without an order of versions. */
  static final Breaks CLEAN_READS =
      withGuarantees(IsolationLevel.READ_COMMITTED, IsolationLevel.PL_2);

  /** Those that require some order of what sessions did and saw. */
  static final Breaks CAUSALITY = withGuarantees(IsolationLevel.READ_COMMITTED);

  private final Set<IsolationLevel> levels;

  private Breaks(Set<IsolationLevel> levels) {
    this.levels = Collections.unmodifiableSet(levels);
  }

  /** The weakest levels, and all that imply one of them. */
  static Breaks allFrom(IsolationLevel... weakest) {
    return new Breaks(IsolationLevel.allThatImply(weakest));
  }

  static Breaks only(IsolationLevel... levels) {
    Set<IsolationLevel> all = EnumSet.noneOf(IsolationLevel.class);
    all.addAll(Set.of(levels));
    return new Breaks(all);
  }

  private static Breaks withGuarantees(IsolationLevel... weakest) {
    Set<IsolationLevel> levels = IsolationLevel.allThatImply(weakest);
    levels.addAll(IsolationLevel.sessionGuarantees());
    return new Breaks(levels);
  }

  Set<IsolationLevel> levels() {
    return levels;
  }
}
