package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.reproduce.RecordedSteps.RecordedStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Orders in which the steps of recorded transactions may have been run: first some that are likely
 * to show an anomaly, then others at random.
 */
final class Interleavings {
  private static final long SEED = 1;

  private final RecordedSteps recorded;

  /** By step: the steps that come before it. */
  private final List<Set<Integer>> before = new ArrayList<>();

  private Interleavings(RecordedSteps recorded, List<int[]> pairs) {
    this.recorded = recorded;
    recorded.steps().forEach(step -> before.add(new LinkedHashSet<>()));
    pairs.forEach(pair -> before.get(pair[1]).add(pair[0]));
  }

  /**
   * Different orders, as lists of steps; none if what was seen fits no order of steps.
   *
   * @param most how many at most
   */
  static List<List<Integer>> of(RecordedSteps recorded, int most) {
    List<List<Integer>> found =
        new Interleavings(recorded, recorded.comesBefore(true)).orders(most);
    return found.isEmpty()
        ? new Interleavings(recorded, recorded.comesBefore(false)).orders(most)
        : found;
  }

  private List<List<Integer>> orders(int most) {
    Set<List<Integer>> orders = new LinkedHashSet<>();
    Random random = new Random(SEED);
    List<Comparator<Integer>> likely =
        List.of(
            // Everything is read before anything is written, and written before it is committed.
            Comparator.comparingInt(this::rank),
            // Transactions take turns.
            Comparator.comparingInt(this::place),
            // One after the other as far as possible.
            Comparator.comparingInt(step -> recorded.steps().get(step).transaction()));
    for (Comparator<Integer> order : likely) {
      List<Integer> found = order(order.thenComparing(Comparator.naturalOrder()));
      if (found.size() < recorded.steps().size()) {
        return List.of();
      }
      orders.add(found);
    }
    for (int i = 0; i < 2 * most && orders.size() < most; i++) {
      double[] weights = random.doubles(recorded.steps().size()).toArray();
      orders.add(order(Comparator.comparingDouble(step -> weights[step])));
    }
    return List.copyOf(orders).subList(0, Math.min(most, orders.size()));
  }

  private int rank(int step) {
    RecordedStep each = recorded.steps().get(step);
    if (each.action().isEnd()) {
      return 2;
    }
    return each.action().value().isPresent() ? 1 : 0;
  }

  /** Its place among the steps of its transaction. */
  private int place(int step) {
    int first = step;
    while (first > 0
        && recorded.steps().get(first - 1).transaction()
            == recorded.steps().get(step).transaction()) {
      first--;
    }
    return step - first;
  }

  /** Always the least of the steps that can be run; shorter if none can. */
  private List<Integer> order(Comparator<Integer> least) {
    List<Integer> order = new ArrayList<>();
    Set<Integer> left = new LinkedHashSet<>();
    for (int step = 0; step < recorded.steps().size(); step++) {
      left.add(step);
    }
    while (!left.isEmpty()) {
      int next =
          left.stream()
              .filter(step -> before.get(step).stream().noneMatch(left::contains))
              .min(least)
              .orElse(-1);
      if (next < 0) {
        return order;
      }
      left.remove(next);
      order.add(next);
    }
    return order;
  }
}
