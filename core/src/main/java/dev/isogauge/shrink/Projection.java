package dev.isogauge.shrink;

import dev.isogauge.history.History;
import dev.isogauge.history.HistoryCopy;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Makes histories of parts of a history, so that whatever a part violates the whole violates, too.
 *
 * <ol>
 *   <li>A read stays only while every write that it may have seen stays: without its writer its
 *       value would come out of thin air, and with fewer possible writers it would claim more than
 *       was recorded. A predicate read stays only with what {@link PredicateSources} says, and what
 *       a transaction wrote before it deleted the key only with the delete: without it, others
 *       would have to see it.
 *   <li>An append that is left out is left out of every list that was read, too, as if it had never
 *       happened; what is left of a list keeps its order. A key that is left out is left out of
 *       every result and version set, likewise ({@link HistoryCopy}).
 *   <li>A transaction that has lost all its operations and predicate reads goes with them.
 *   <li>The history is made of the rest, and every read in it is compared with the original: one
 *       that would now have seen another write, or have another fault or none, goes as well. So
 *       does a predicate read if a write that it needs no longer counts, or now does.
 * </ol>
 *
 * <p>Any run that explains the whole explains such a part once the rest is taken out of it, for
 * nothing in the part has seen what is taken out. (Timestamps are only compared between a
 * transaction and its predecessor in the session. Where transactions of one session overlap,
 * leaving out the predecessor compares with an earlier one that it followed as well.) O(operations
 * of the part) a round, and O(writes of the relation) a predicate read; rounds beyond the first are
 * rare.
 */
final class Projection {
  /**
   * A part as a history of its own.
   *
   * @param part what is left after reads had to go; operations have the same order in both
   */
  record Projected(HistoryPart part, History history) {}

  /** The levels at which a read cannot see what real time hides from it. */
  private static final Set<IsolationLevel> REAL_TIME =
      EnumSet.of(
          IsolationLevel.STRONG_SNAPSHOT_ISOLATION,
          IsolationLevel.KEY_STRICT_SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY,
          IsolationLevel.LINEARIZABILITY);

  private final History whole;
  private final SeenWrites sources;
  private final PredicateSources predicateSources;
  private final HistoryCopy copy;

  /** By write: the last operation of its transaction on the key, if that deletes it. */
  private final Int2IntOpenHashMap deletedBy = new Int2IntOpenHashMap();

  /**
   * Parts of a history.
   *
   * @param question what is to be asked of them
   */
  Projection(History whole, Question question) {
    this.whole = whole;
    this.sources = new SeenWrites(whole, REAL_TIME.contains(question.level()));
    this.predicateSources = new PredicateSources(whole, question.order() == OrderSource.REPLAY);
    this.copy = new HistoryCopy(whole);
    for (int i = 0; i < whole.operationCount(); i++) {
      if (whole.isDelete(i) && whole.isFinalWrite(i)) {
        addDeleted(i);
      }
    }
  }

  private void addDeleted(int delete) {
    for (int i = whole.firstOperation(whole.transactionOf(delete)); i < delete; i++) {
      if (whole.isWrite(i) && whole.keyOf(i) == whole.keyOf(delete)) {
        deletedBy.put(i, delete);
      }
    }
  }

  /** Every write that the reads of a transaction may have seen, and that its predicates need. */
  void forEachSource(int transaction, IntConsumer write) {
    for (int i = whole.firstOperation(transaction); i < whole.endOperation(transaction); i++) {
      if (!whole.isWrite(i)) {
        sources.forEach(i, write);
      }
    }
    PredicateReads predicates = whole.predicateReads();
    for (int p = predicates.first(transaction); p < predicates.end(transaction); p++) {
      predicateSources.forEach(p, write);
    }
  }

  /** Every write that a read may have seen. */
  void forEachWrite(int read, IntConsumer write) {
    sources.forEach(read, write);
  }

  Projected of(HistoryPart part) {
    // Steps 1 to 3.
    HistoryPart kept = supported(part);
    while (true) {
      History history = copy.of(choice(kept));
      // Step 4.
      BitSet changedReads = changed(kept, history);
      BitSet changedPredicates = changedPredicates(kept, history);
      if (changedReads.isEmpty() && changedPredicates.isEmpty()) {
        return new Projected(kept, history);
      }
      kept = supported(kept.without(whole, changedReads, changedPredicates));
    }
  }

  private HistoryCopy.Choice choice(HistoryPart part) {
    return new HistoryCopy.Choice() {
      @Override
      public boolean transaction(int transaction) {
        return part.transactions().get(transaction);
      }

      @Override
      public int nextTransaction(int from) {
        return part.transactions().nextSetBit(from);
      }

      @Override
      public boolean operation(int operation) {
        return part.operations().get(operation);
      }

      @Override
      public boolean predicateRead(int predicate) {
        return part.predicates().get(predicate);
      }

      @Override
      public boolean element(int listRead, int index) {
        return sources.isElementKept(listRead, index, part.operations());
      }
    };
  }

  /** The part without the writes, the reads, and then the predicate reads, that cannot stay. */
  private HistoryPart supported(HistoryPart part) {
    BitSet writes = undeleted(part);
    HistoryPart covered = writes.isEmpty() ? part : part.without(whole, writes, new BitSet());
    BitSet reads = unsupported(covered);
    HistoryPart kept = reads.isEmpty() ? covered : covered.without(whole, reads, new BitSet());
    if (kept.predicates().isEmpty()) {
      return kept;
    }
    BitSet keys = new BitSet();
    kept.operations().stream().map(whole::keyOf).forEach(keys::set);
    BitSet predicates = new BitSet();
    kept.predicates().stream()
        .filter(p -> !predicateSources.isKept(p, kept.operations(), keys))
        .forEach(predicates::set);
    return predicates.isEmpty() ? kept : kept.without(whole, new BitSet(), predicates);
  }

  /** The writes whose transaction deletes what they wrote, by a delete that is left out. */
  private BitSet undeleted(HistoryPart part) {
    BitSet kept = part.operations();
    BitSet undeleted = new BitSet();
    if (!deletedBy.isEmpty()) {
      kept.stream()
          .filter(i -> deletedBy.containsKey(i) && !kept.get(deletedBy.get(i)))
          .forEach(undeleted::set);
    }
    return undeleted;
  }

  private BitSet unsupported(HistoryPart part) {
    BitSet kept = part.operations();
    BitSet unsupported = new BitSet();
    for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
      if (!whole.isWrite(i) && !sources.isKept(i, kept)) {
        unsupported.set(i);
      }
    }
    return unsupported;
  }

  /** The reads, by their numbers in the whole, that are not what they were. */
  private BitSet changed(HistoryPart part, History history) {
    BitSet changed = new BitSet();
    int[] original = part.operations().stream().toArray();
    for (int i = 0; i < original.length; i++) {
      if (!whole.isWrite(original[i]) && !isSame(original[i], i, history, original)) {
        changed.set(original[i]);
      }
    }
    return changed;
  }

  /** The predicate reads that need a write which counts in one of the histories only. */
  private BitSet changedPredicates(HistoryPart part, History history) {
    BitSet changed = new BitSet();
    if (part.predicates().isEmpty()) {
      return changed;
    }
    int[] original = part.transactions().stream().toArray();
    BitSet countsOtherwise = new BitSet();
    for (int t = 0; t < original.length; t++) {
      countsOtherwise.set(original[t], history.counts(t) != whole.counts(original[t]));
    }
    part.predicates().stream()
        .forEach(
            p ->
                predicateSources.forEach(
                    p,
                    write -> {
                      if (countsOtherwise.get(whole.transactionOf(write))) {
                        changed.set(p);
                      }
                    }));
    return changed;
  }

  private boolean isSame(int read, int now, History history, int[] original) {
    if (whole.isListRead(read) || whole.isUnknownRead(read)) {
      return whole.isListRead(read) == history.isListRead(now);
    }
    if (history.isListRead(now)) {
      return false;
    }
    ReadStatus status = whole.readStatus(read);
    if (status == ReadStatus.SEVERAL) {
      // Writes that it cannot have seen may have gone.
      return !history.readStatus(now).isFault();
    }
    int write = history.readFrom(now);
    return status == history.readStatus(now)
        && whole.readFrom(read) == (write >= 0 ? original[write] : write);
  }
}
