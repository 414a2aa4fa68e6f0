package dev.isogauge.predict;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Goes through all interleavings of a scene's members, each state of the store once, by the number
 * of preemptions: how often another member goes on before one has ended. So the first run with an
 * outcome is one of those with the fewest. Interleavings that differ only in the order of steps
 * that do not notice each other meet in the same states, which is what partial-order reductions are
 * about.
 */
final class Exploration {
  private final Scene scene;
  private final int bound;
  private boolean isCut;
  private int states;

  /**
   * Exploration of a scene.
   *
   * @param bound how many states are visited at most
   */
  Exploration(Scene scene, int bound) {
    this.scene = scene;
    this.bound = bound;
  }

  /** A state, and how it was reached. */
  private record Node(StoreState state, int last, Node before) {
    /** States that differ only in who ran last go on alike, but for what counts as a preemption. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Node node && last == node.last && state.equals(node.state);
    }

    @Override
    public int hashCode() {
      return 31 * state.hashCode() + last;
    }

    IntArrayList choices() {
      IntArrayList choices = new IntArrayList();
      for (Node node = this; node.before != null; node = node.before) {
        choices.add(0, node.last);
      }
      return choices;
    }
  }

  /** Gives every distinct end to the visitor, who may stop by returning false. */
  void run(Predicate<Interleaving> visitor) {
    Set<Node> visited = new HashSet<>();
    Set<StoreState> ends = new HashSet<>();
    ArrayDeque<Node> now = new ArrayDeque<>();
    List<Node> later = new ArrayList<>();
    now.add(new Node(new StoreState(scene), -1, null));
    while (!now.isEmpty()) {
      Node node = now.poll();
      if (!visited.add(node)) {
        continue;
      }
      if (++states > bound) {
        isCut = true;
        return;
      }
      if (node.state().isDone()) {
        if (ends.add(node.state())
            && !visitor.test(new Interleaving(scene, node.state(), node.choices()))) {
          return;
        }
      }
      for (int m = 0; m < scene.size(); m++) {
        if (node.state().canStep(m)) {
          StoreState next = node.state().copy();
          next.step(m);
          Node reached = new Node(next, m, node);
          boolean isPreemption =
              node.last() >= 0 && node.last() != m && !node.state().hasEnded(node.last());
          if (isPreemption) {
            later.add(reached);
          } else {
            now.add(reached);
          }
        }
      }
      if (now.isEmpty()) {
        now.addAll(later);
        later.clear();
      }
    }
  }

  /** Whether not all was visited. */
  boolean isCut() {
    return isCut;
  }

  int states() {
    return states;
  }
}
