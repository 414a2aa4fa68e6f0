package dev.isogauge.level;

/**
 * What a check asks: whether some order of versions satisfies the level, or whether the order that
 * the database claims does. Different questions: a history can satisfy a level although its
 * timestamps contradict it.
 *
 * @param level the level
 * @param claim the order that is taken at its word
 */
public record Question(IsolationLevel level, Claim claim) {

  /** An order of versions that is taken at its word. */
  public enum Claim {
    /** None: any order will do. */
    NOTHING,
    /** The order of start and commit timestamps. */
    TIMESTAMPS
  }

  /** Whether any order satisfies the level. */
  public static Question of(IsolationLevel level) {
    return new Question(level, Claim.NOTHING);
  }

  public static Question byTimestamps(IsolationLevel level) {
    return new Question(level, Claim.TIMESTAMPS);
  }

  /** The level's id, and by which claim. */
  public String id() {
    return claim == Claim.TIMESTAMPS ? level.id() + " by timestamps" : level.id();
  }

  /** Whether a yes to this is a yes to the other; between answers about claims nothing follows. */
  public boolean implies(Question other) {
    return equals(other)
        || (claim == Claim.NOTHING && other.claim == Claim.NOTHING && level.implies(other.level));
  }
}
