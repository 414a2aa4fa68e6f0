package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Where the steps of a block stand that are not operations: predicate reads and unknown operations,
 * in one sequence, in input order. What they are has arrays of its own for each kind.
 */
final class RawSteps {
  private final IntArrayList fragments = new IntArrayList();
  private final IntArrayList nextOperations = new IntArrayList();

  /** The number of a predicate read of the block; {@code -1 - number} of an unknown operation. */
  private final IntArrayList numbers = new IntArrayList();

  /** A step before an operation, which may come later. */
  void add(int fragment, int operation, int number) {
    fragments.add(fragment);
    nextOperations.add(operation);
    numbers.add(number);
  }

  BitSet fragmentsWithUnknown() {
    BitSet found = new BitSet();
    for (int i = 0; i < numbers.size(); i++) {
      if (numbers.getInt(i) < 0) {
        found.set(fragments.getInt(i));
      }
    }
    return found;
  }

  /** A step of a history, and its number among those of its kind in its block. */
  record Step(
      int block,
      int fragment,
      boolean isPredicate,
      int number,
      int transaction,
      int nextOperation) {}

  /**
   * Final numbers of what a block numbers by itself.
   *
   * @param transactionOfFragment by block and fragment: the number that {@code renumbered} renews
   * @param targets by block and fragment: where its operations go
   * @param keyIds by block and local key: the key
   */
  record Numbers(
      List<RawBlock> blocks,
      int[][] transactionOfFragment,
      int[] renumbered,
      int[][] targets,
      int[][] keyIds) {
    int target(int block, int fragment, int operation) {
      return targets[block][fragment] + operation - blocks.get(block).fragmentBegin(fragment);
    }

    int key(int block, int localKey) {
      return keyIds[block][localKey];
    }

    /** The steps of all blocks in the order of the history. */
    List<Step> steps() {
      List<Step> all = new ArrayList<>();
      for (int b = 0; b < blocks.size(); b++) {
        RawSteps raw = blocks.get(b).steps();
        for (int i = 0; i < raw.numbers.size(); i++) {
          int fragment = raw.fragments.getInt(i);
          int number = raw.numbers.getInt(i);
          all.add(
              new Step(
                  b,
                  fragment,
                  number >= 0,
                  number >= 0 ? number : -1 - number,
                  renumbered[transactionOfFragment[b][fragment]],
                  target(b, fragment, raw.nextOperations.getInt(i))));
        }
      }
      all.sort(Comparator.comparingInt(Step::transaction).thenComparingInt(Step::nextOperation));
      return all;
    }
  }
}
