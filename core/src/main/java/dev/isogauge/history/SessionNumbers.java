package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * Puts the transactions of a session into the order of their sequence numbers, where they are
 * given. Equal numbers are ordered by commit, start and name, so that the order of the input does
 * not matter.
 */
record SessionNumbers(Atoms atoms, RawTransactions transactions) {
  /** Gives each transaction its place and fills the column of numbers. */
  void order(HistoryColumns columns, int[] renumbered) {
    int count = columns.firstTransaction[columns.firstTransaction.length - 1];
    int[] original = new int[count];
    for (int t = 0; t < renumbered.length; t++) {
      if (renumbered[t] >= 0) {
        original[renumbered[t]] = t;
      }
    }
    columns.numbers = new long[count];
    for (int s = 0; s + 1 < columns.firstTransaction.length; s++) {
      int begin = columns.firstTransaction[s];
      int end = columns.firstTransaction[s + 1];
      if (isNumbered(original, begin, end)) {
        IntArrays.mergeSort(original, begin, end, this::compare);
      }
    }
    for (int place = 0; place < count; place++) {
      renumbered[original[place]] = place;
      columns.numbers[place] = number(original[place]);
    }
  }

  private boolean isNumbered(int[] original, int begin, int end) {
    boolean numbered = begin < end && number(original[begin]) != RawBlock.NO_NUMBER;
    for (int i = begin; i < end; i++) {
      int t = original[i];
      if (numbered != (number(t) != RawBlock.NO_NUMBER)) {
        throw new HistoryException(
            block(t).line(transactions.firstFragment(t)),
            String.format(
                "session %s has transactions with and without a sequence number; expected it on"
                    + " all of a session or on none",
                atoms.token(block(t).session(transactions.firstFragment(t)))));
      }
    }
    return numbered;
  }

  private int compare(int left, int right) {
    int byNumber = Long.compare(number(left), number(right));
    if (byNumber != 0) {
      return byNumber;
    }
    int order = Arrays.compare(times(left), times(right));
    return order != 0 ? order : atoms.compare(name(left), name(right));
  }

  private long[] times(int t) {
    FragmentMetadata metadata = block(t).metadata();
    int fragment = transactions.firstFragment(t);
    return new long[] {
      metadata.commit(fragment),
      metadata.commitLogical(fragment),
      metadata.start(fragment),
      metadata.startLogical(fragment)
    };
  }

  private RawBlock block(int t) {
    return transactions.firstBlock(t);
  }

  private long number(int t) {
    return block(t).metadata().number(transactions.firstFragment(t));
  }

  private long name(int t) {
    return block(t).name(transactions.firstFragment(t));
  }
}
