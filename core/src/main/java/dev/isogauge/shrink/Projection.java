package dev.isogauge.shrink;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;

/**
 * Makes histories of parts of a history, so that whatever a part violates the whole violates, too.
 *
 * <ol>
 *   <li>A read stays only while every write that it may have seen stays: without its writer its
 *       value would come out of thin air, and with fewer possible writers it would claim more than
 *       was recorded.
 *   <li>An append that is left out is left out of every list that was read, too, as if it had never
 *       happened; what is left of a list keeps its order.
 *   <li>A transaction that has lost all its operations goes with them.
 *   <li>The history is made of the rest, and every read in it is compared with the original: one
 *       that would now have seen another write, or have another fault or none, goes as well.
 * </ol>
 *
 * <p>Any run that explains the whole explains such a part once the rest is taken out of it, for
 * what is taken out nobody in the part has seen. (Timestamps are only compared between a
 * transaction and its predecessor in the session. Where transactions of one session overlap,
 * leaving out the predecessor compares with an earlier one that it followed as well.) O(operations
 * of the part) a round; rounds beyond the first are rare.
 */
final class Projection {
  /**
   * A part as a history of its own.
   *
   * @param part what is left after reads had to go; operations have the same order in both
   */
  record Projected(Part part, History history) {}

  /** The levels at which a read cannot see what real time hides from it. */
  private static final Set<IsolationLevel> REAL_TIME =
      EnumSet.of(IsolationLevel.STRICT_SERIALIZABILITY, IsolationLevel.LINEARIZABILITY);

  private final History whole;
  private final Sources sources;
  private final PartCopy copy;

  /**
   * Parts of a history.
   *
   * @param level what it is to be checked at
   */
  Projection(History whole, IsolationLevel level) {
    this.whole = whole;
    this.sources = new Sources(whole, REAL_TIME.contains(level));
    this.copy = new PartCopy(whole, sources);
  }

  Sources sources() {
    return sources;
  }

  Projected of(Part part) {
    // Steps 1 to 3.
    Part kept = without(part, unsupported(part));
    while (true) {
      History history = copy.of(kept);
      // Step 4.
      BitSet changed = changed(kept, history);
      if (changed.isEmpty()) {
        return new Projected(kept, history);
      }
      kept = without(kept, changed);
    }
  }

  private Part without(Part part, BitSet operations) {
    return operations.isEmpty() ? part : part.withoutOperations(whole, operations);
  }

  private BitSet unsupported(Part part) {
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
  private BitSet changed(Part part, History history) {
    BitSet changed = new BitSet();
    int[] original = part.operations().stream().toArray();
    for (int i = 0; i < original.length; i++) {
      if (!whole.isWrite(original[i]) && !isSame(original[i], i, history, original)) {
        changed.set(original[i]);
      }
    }
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
