package dev.isogauge.online.kernel;

import dev.isogauge.anomaly.TimestampFinding;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads that must be judged again: ranges of readers of segments, in order. */
final class AffectedReads {
  interface Action {
    void accept(KeySegment segment, int reader);
  }

  private final List<KeySegment> segments = new ArrayList<>(2);

  /** Two ints a range: first reader, and the one behind the last. */
  private final IntArrayList bounds = new IntArrayList(4);

  /** What was reported of these reads, in the same order. */
  private final ArrayDeque<TimestampFinding> reported = new ArrayDeque<>();

  void clear() {
    reported.clear();
    segments.clear();
    bounds.clear();
  }

  void add(KeySegment segment, int from, int to) {
    segments.add(segment);
    bounds.add(from);
    bounds.add(to);
  }

  void remember(TimestampFinding finding) {
    reported.add(finding);
  }

  TimestampFinding remembered() {
    return reported.remove();
  }

  void forEachSegment(Consumer<KeySegment> action) {
    segments.forEach(action);
  }

  void forEach(Action action) {
    for (int i = 0; i < segments.size(); i++) {
      for (int reader = bounds.getInt(2 * i); reader < bounds.getInt(2 * i + 1); reader++) {
        action.accept(segments.get(i), reader);
      }
    }
  }
}
