package dev.isogauge.anomaly;

import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.Optional;

/** Why one transaction comes before another. */
public sealed interface Justification {

  /** The initial transaction precedes every other. */
  record InitialFirst() implements Justification {}

  /** The two are in this order in one session. */
  record SessionOrder() implements Justification {}

  /**
   * The later transaction reads what the earlier wrote.
   *
   * @param read the reading operation
   */
  record ReadsFrom(int read) implements Justification {}

  /**
   * The level forces the order: {@code reader} reads a key from the later transaction although the
   * earlier one, which also writes that key, is visible to it.
   *
   * @param level the level whose rule applies
   * @param read the operation of the reader that reads the key from the later transaction
   * @param visible why the earlier transaction is visible to the reader: edges from it to the
   *     reader
   */
  record Forced(IsolationLevel level, int reader, int read, List<Edge> visible)
      implements Justification {
    public Forced {
      visible = List.copyOf(visible);
    }
  }

  /** The earlier one had ended, on the clients' clock, before the later one began. */
  record RealTime() implements Justification {}

  /**
   * The later transaction overwrites what the earlier one wrote.
   *
   * @param write the later write; the earlier one where the order among later ones is open
   */
  record Overwrites(int write) implements Justification {}

  /**
   * The later transaction overwrites what the earlier one read.
   *
   * @param read the reading operation
   * @param order why the version that was read is the earlier one: an edge from its writer to the
   *     later transaction. Empty where that transaction read the version itself, where it is the
   *     initial one, and where the order of versions is given or assumed
   */
  record ReadOverwritten(int read, Optional<Edge> order) implements Justification {
    public ReadOverwritten(int read) {
      this(read, Optional.empty());
    }
  }

  /**
   * A predicate read of the later transaction depends on a write of the earlier one, which changed
   * what the predicate matches.
   *
   * @param predicate the predicate read
   * @param matches whether what was written matches
   */
  record PredicateSaw(int predicate, int write, boolean matches) implements Justification {}

  /**
   * The later transaction changed what a predicate read of the earlier one matches.
   *
   * @param predicate the predicate read
   * @param write the later transaction's write
   * @param matches whether what was written matches
   */
  record PredicateOverwritten(int predicate, int write, boolean matches) implements Justification {}

  /** The earlier transaction is in the later one's snapshot. */
  record InSnapshot() implements Justification {}
}
