package dev.isogauge.collect.record;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many transactions of a run had a concurrent, conflicting partner, second by second.
 *
 * @param transactions all that ended in each second and did something
 * @param contended those of them that had such a partner
 */
public record Contention(long[] transactions, long[] contended) {
  /** Of a run that has not begun. */
  public static final Contention NONE = new Contention(new long[0], new long[0]);

  /** A second with fewer transactions shows no share worth speaking of. */
  private static final int FEW = 20;

  /** A share that falls below this part of its beginning has fallen. */
  private static final double FALLEN = 0.2;

  public Contention {
    transactions = transactions.clone();
    contended = contended.clone();
  }

  /** Transactions with a partner. */
  public long count() {
    return Arrays.stream(contended).sum();
  }

  /** Their share of all. */
  public double share() {
    long all = Arrays.stream(transactions).sum();
    return all == 0 ? 0 : (double) count() / all;
  }

  /** The share in each full second, rounded to a hundredth; the last second is not full. */
  public List<Double> bySecond() {
    return IntStream.range(0, Math.max(0, transactions.length - 1))
        .mapToObj(second -> Math.round(100 * share(second)) / 100.0)
        .toList();
  }

  /** Whether some later second had less than a fifth of the first one's share. */
  public boolean hasFallen() {
    int first = 0;
    while (first < transactions.length && transactions[first] < FEW) {
      first++;
    }
    double beginning = first < transactions.length ? share(first) : 0;
    return IntStream.range(first, Math.max(first, transactions.length - 1))
        .filter(second -> transactions[second] >= FEW)
        .anyMatch(second -> share(second) < FALLEN * beginning);
  }

  private double share(int second) {
    return transactions[second] == 0 ? 0 : (double) contended[second] / transactions[second];
  }
}
