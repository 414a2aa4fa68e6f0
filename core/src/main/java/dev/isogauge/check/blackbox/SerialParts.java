package dev.isogauge.check.blackbox;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sets of keys that only the writers of one of them write, the largest of those that have a read
 * with several possible sources. O(versions × keys that a transaction writes).
 */
final class SerialParts {
  private SerialParts() {}

  static List<IntOpenHashSet> of(Polygraph graph) {
    int count = graph.history.keyCount();
    boolean[] isOpen = new boolean[count];
    for (int o = 0; o < graph.count(); o++) {
      isOpen[graph.key(o)] |= graph.candidateCount(o) != 1;
    }
    List<IntOpenHashSet> within = new ArrayList<>();
    IntStream.range(0, count).forEach(key -> within.add(new IntOpenHashSet()));
    for (int key = 0; key < count; key++) {
      if (graph.firstVersion(key) < graph.endVersion(key)) {
        int writer = graph.writer(graph.firstVersion(key));
        for (int i = graph.firstWritten(writer); i < graph.endWritten(writer); i++) {
          if (isWithin(graph, key, graph.writtenKey(i))) {
            within.get(graph.writtenKey(i)).add(key);
          }
        }
      }
    }
    // What is within a set that is within another is in that one, too.
    List<IntOpenHashSet> largest = new ArrayList<>();
    IntOpenHashSet done = new IntOpenHashSet();
    IntStream.range(0, count)
        .boxed()
        .sorted(Comparator.comparingInt(key -> -within.get(key).size()))
        .forEach(
            key -> {
              IntOpenHashSet keys = within.get(key);
              if (!done.contains((int) key) && keys.intStream().anyMatch(each -> isOpen[each])) {
                done.addAll(keys);
                largest.add(keys);
              }
            });
    return largest;
  }

  /** Whether all that write a key write the other. */
  private static boolean isWithin(Polygraph graph, int key, int other) {
    for (int v = graph.firstVersion(key); v < graph.endVersion(key); v++) {
      if (graph.versionOf(graph.writer(v), other) < 0) {
        return false;
      }
    }
    return true;
  }
}
