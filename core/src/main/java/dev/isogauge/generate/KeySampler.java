package dev.isogauge.generate;

/**
 * Draws keys by their weights in constant time (Walker's alias method): every key is a column of
 * equal height, filled up by at most one other key, its alias. A draw picks a column and then one
 * of the two. O(keys) to build.
 */
public final class KeySampler {
  /** How much of the column belongs to the key itself. */
  private final double[] own;

  private final int[] alias;

  public KeySampler(KeyDistribution distribution, int keys) {
    own = new double[keys];
    alias = new int[keys];
    double sum = 0;
    for (int key = 0; key < keys; key++) {
      own[key] = distribution.weight(key, keys);
      sum += own[key];
    }
    // Keys whose weight is below the column's height from the left, the others from the right.
    int[] waiting = new int[keys];
    int low = 0;
    int high = keys;
    for (int key = 0; key < keys; key++) {
      own[key] *= keys / sum;
      alias[key] = key;
      if (own[key] < 1) {
        waiting[low++] = key;
      } else {
        waiting[--high] = key;
      }
    }
    while (low > 0 && high < keys) {
      int filled = waiting[--low];
      int donor = waiting[high];
      alias[filled] = donor;
      own[donor] -= 1 - own[filled];
      if (own[donor] < 1) {
        high++;
        waiting[low++] = donor;
      }
    }
    // What remains differs from a full column by rounding only.
    while (low > 0) {
      own[waiting[--low]] = 1;
    }
  }

  public int draw(SplitMix random) {
    int column = random.below(own.length);
    return random.fraction() < own[column] ? column : alias[column];
  }
}
