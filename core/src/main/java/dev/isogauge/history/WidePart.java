package dev.isogauge.history;

import java.util.BitSet;
import java.util.Optional;

/**
 * A history in which every predicate read with a version set reads all objects of its relation, one
 * by one, as that set has them. Whatever level this satisfies, the history satisfies, whatever the
 * conditions are: a transaction that is right about every object is right about those that match.
 * The reverse does not hold, since it depends on objects that do not matter to it.
 */
final class WidePart implements HistoryCopy.Choice {
  /** More reads than this take longer to judge than an answer that may be none is worth. */
  private static final long MOST_READS = 20_000_000;

  private final PredicateReads predicates;

  private WidePart(PredicateReads predicates) {
    this.predicates = predicates;
  }

  /**
   * None if a predicate read has no version set or one that leaves open which delete it saw, if its
   * result is recorded, which may be wrong, or if there would be too many reads.
   */
  static Optional<History> of(History history) {
    PredicateReads predicates = history.predicateReads();
    if (predicates.count() == 0) {
      return Optional.empty();
    }
    BitSet deleted = new BitSet();
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isWrite(i) && history.isDelete(i)) {
        deleted.set(history.keyOf(i));
      }
    }
    for (int p = 0; p < predicates.count(); p++) {
      boolean isSilent = !predicates.hasRows(p) && !predicates.hasValue(p);
      boolean counts = history.counts(predicates.transactionOf(p)) && predicates.saysSomething(p);
      if (counts && !(isSilent && listsAll(predicates, p, deleted, history))) {
        return Optional.empty();
      }
    }
    boolean isSmall = (long) predicates.count() * history.keyCount() <= MOST_READS;
    return isSmall
        ? Optional.of(new HistoryCopy(history).of(new WidePart(predicates)))
        : Optional.empty();
  }

  private static boolean listsAll(
      PredicateReads predicates, int p, BitSet deleted, History history) {
    if (!predicates.hasVersionSet(p)) {
      return false;
    }
    if (predicates.listsAllBorn(p, history)) {
      return true;
    }
    BitSet unlisted = (BitSet) deleted.clone();
    for (int i = 0; i < predicates.memberCount(p); i++) {
      unlisted.clear(predicates.memberKey(p, i));
    }
    return unlisted.stream()
        .noneMatch(key -> HistoryCopy.isIn(history, predicates.relation(p), key));
  }

  @Override
  public boolean keepsNumbers() {
    return true;
  }

  @Override
  public boolean asReads(int predicate) {
    return predicates.hasVersionSet(predicate);
  }
}
