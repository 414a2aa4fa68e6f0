package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

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

  /** Steps of a history in its order. */
  static final class Steps {
    private final int[] blocks;
    private final int[] fragments;

    /** The number of a predicate read of its block; {@code -1 - number} of an unknown operation. */
    private final int[] numbers;

    private final int[] transactions;
    private final int[] nextOperations;

    private Steps(int count) {
      blocks = new int[count];
      fragments = new int[count];
      numbers = new int[count];
      transactions = new int[count];
      nextOperations = new int[count];
    }

    int count() {
      return blocks.length;
    }

    int block(int step) {
      return blocks[step];
    }

    int fragment(int step) {
      return fragments[step];
    }

    boolean isPredicate(int step) {
      return numbers[step] >= 0;
    }

    /** Its number among those of its kind in its block. */
    int number(int step) {
      return isPredicate(step) ? numbers[step] : -1 - numbers[step];
    }

    int transaction(int step) {
      return transactions[step];
    }

    int nextOperation(int step) {
      return nextOperations[step];
    }

    /** Those of one kind, ascending. */
    int[] ofKind(boolean predicates) {
      return IntStream.range(0, count()).filter(step -> isPredicate(step) == predicates).toArray();
    }

    /** The same steps in another order. */
    private Steps inOrder(int[] order) {
      Steps ordered = new Steps(order.length);
      for (int i = 0; i < order.length; i++) {
        ordered.blocks[i] = blocks[order[i]];
        ordered.fragments[i] = fragments[order[i]];
        ordered.numbers[i] = numbers[order[i]];
        ordered.transactions[i] = transactions[order[i]];
        ordered.nextOperations[i] = nextOperations[order[i]];
      }
      return ordered;
    }
  }

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
    Steps steps() {
      Steps all = new Steps(blocks.stream().mapToInt(block -> block.steps().numbers.size()).sum());
      int next = 0;
      for (int b = 0; b < blocks.size(); b++) {
        RawSteps raw = blocks.get(b).steps();
        for (int i = 0; i < raw.numbers.size(); i++) {
          int fragment = raw.fragments.getInt(i);
          all.blocks[next] = b;
          all.fragments[next] = fragment;
          all.numbers[next] = raw.numbers.getInt(i);
          all.transactions[next] = renumbered[transactionOfFragment[b][fragment]];
          all.nextOperations[next++] = target(b, fragment, raw.nextOperations.getInt(i));
        }
      }
      int[] order = IntStream.range(0, all.count()).toArray();
      IntArrays.mergeSort(
          order,
          (first, second) ->
              all.transactions[first] != all.transactions[second]
                  ? Integer.compare(all.transactions[first], all.transactions[second])
                  : Integer.compare(all.nextOperations[first], all.nextOperations[second]));
      return all.inOrder(order);
    }
  }
}
