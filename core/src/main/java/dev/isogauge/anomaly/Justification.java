package dev.isogauge.anomaly;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.Optional;

/**
 * Why one transaction comes before another: how they are related, and the operations that show it.
 *
 * @param operation the read that shows it; where none does the later write, or the earlier one if
 *     the order among later ones is open; {@code History.NONE} where whole transactions are related
 * @param predicate the predicate read that shows it; {@code History.NONE} where none does
 * @param matches whether what was written matches the predicate
 * @param edges what it rests on in turn. Where the level forces the order, edges from the earlier
 *     transaction to the reader, to which it is therefore visible. Where a read was overwritten, an
 *     edge from the writer of what was read to the later transaction; none where that transaction
 *     read the version itself, where it is the initial one, and where the order of versions is
 *     given or assumed
 * @param level the level that forces the order
 */
public record Justification(
    Relation relation,
    int operation,
    int predicate,
    boolean matches,
    List<Edge> edges,
    Optional<IsolationLevel> level) {
  public Justification {
    edges = List.copyOf(edges);
  }

  private static Justification of(Relation relation, int operation, List<Edge> edges) {
    return new Justification(relation, operation, History.NONE, false, edges, Optional.empty());
  }

  /** The initial transaction precedes every other. */
  public static Justification initialFirst() {
    return of(Relation.INITIAL_FIRST, History.NONE, List.of());
  }

  /** The two are in this order in one session. */
  public static Justification sessionOrder() {
    return of(Relation.SESSION_ORDER, History.NONE, List.of());
  }

  /** The earlier one had ended, on the clients' clock, before the later one began. */
  public static Justification realTime() {
    return of(Relation.REAL_TIME, History.NONE, List.of());
  }

  /** The earlier transaction is in the later one's snapshot. */
  public static Justification inSnapshot() {
    return of(Relation.START, History.NONE, List.of());
  }

  /** The later transaction reads what the earlier wrote. */
  public static Justification readsFrom(int read) {
    return of(Relation.READS_FROM, read, List.of());
  }

  /** The later transaction overwrites what the earlier one wrote. */
  public static Justification overwrites(int write) {
    return of(Relation.OVERWRITES, write, List.of());
  }

  /** The later transaction overwrites what the earlier one read. */
  public static Justification readOverwritten(int read) {
    return of(Relation.READ_OVERWRITTEN, read, List.of());
  }

  /** The same, with why the version that was read is the earlier one. */
  public static Justification readOverwritten(int read, Optional<Edge> order) {
    return of(Relation.READ_OVERWRITTEN, read, order.stream().toList());
  }

  /**
   * A write changed what a predicate matches, before the predicate was read, or after.
   *
   * @param relation which of the two
   */
  public static Justification predicate(
      Relation relation, int predicate, int write, boolean matches) {
    return new Justification(relation, write, predicate, matches, List.of(), Optional.empty());
  }

  /**
   * The level forces the order: the read is one of a key from the later transaction, although the
   * earlier one, which also writes that key, is visible to the reader.
   */
  public static Justification forced(IsolationLevel level, int read, List<Edge> visible) {
    return new Justification(
        Relation.COMMIT_ORDER, read, History.NONE, false, visible, Optional.of(level));
  }
}
