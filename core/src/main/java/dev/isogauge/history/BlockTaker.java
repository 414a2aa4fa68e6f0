package dev.isogauge.history;

/** Takes the blocks of an input that is not kept, in its order. */
@FunctionalInterface
public interface BlockTaker {
  /** Takes the next block. */
  void take(RawBlock block);

  /** Takes what the input says is the value of keys before their first write. */
  default void initialValue(long atom) {}

  /** Hears that the input gives initial values of single keys, or orders of versions. */
  default void directive() {}

  /**
   * Whether it wants the table of atoms for itself. The reader, which is ahead, then passes on all
   * that it has read before it calls {@link #alone}.
   */
  default boolean wantsAtoms() {
    return false;
  }

  /**
   * Until this returns nobody else uses atoms, and the blocks to come use none made before. Nobody
   * who stays after a {@link #directive} may forget atoms here.
   */
  default void alone() {}
}
