package dev.isogauge.check.blackbox;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** The writers of each key that are in every run, in runs that follow one line each. */
final class WriterLines {
  private final int[] firstRun;
  private final IntArrayList begins = new IntArrayList();
  private final int[] slots;

  /** By index of a slot: the position of its writer's start on the line. */
  private final int[] positions;

  private final IntArrayList runLines = new IntArrayList();

  WriterLines(Polygraph graph, Lines lines) {
    int keys = graph.keyFirstSlot.length - 1;
    firstRun = new int[keys + 1];
    slots = new int[graph.slotCount()];
    positions = new int[graph.slotCount()];
    int size = 0;
    for (int key = 0; key < keys; key++) {
      firstRun[key] = begins.size();
      int begin = graph.keyFirstSlot[key];
      int end = graph.keyFirstSlot[key + 1];
      size = fill(graph, lines, begin, end, size);
    }
    firstRun[keys] = begins.size();
    begins.add(size);
  }

  private static long place(Lines lines, int node) {
    return (long) lines.of(node) << 32 | lines.position(node);
  }

  private int fill(Polygraph graph, Lines lines, int begin, int end, int size) {
    Integer[] order = new Integer[end - begin];
    int count = 0;
    for (int slot = begin; slot < end; slot++) {
      if (!graph.optional[graph.slotWriter[slot]]) {
        order[count++] = slot;
      }
    }
    Arrays.sort(
        order,
        0,
        count,
        (a, b) ->
            Long.compare(
                place(lines, graph.start(graph.slotWriter[a])),
                place(lines, graph.start(graph.slotWriter[b]))));
    int line = -1;
    int at = size;
    for (int i = 0; i < count; i++) {
      int next = lines.of(graph.start(graph.slotWriter[order[i]]));
      if (next != line) {
        begins.add(at);
        runLines.add(next);
        line = next;
      }
      positions[at] = lines.position(graph.start(graph.slotWriter[order[i]]));
      slots[at++] = order[i];
    }
    return at;
  }

  /** The key's first run; its last is before {@link #endRun}. */
  int firstRun(int key) {
    return firstRun[key];
  }

  int endRun(int key) {
    return firstRun[key + 1];
  }

  /** Where a run begins; its slots follow one another up to {@link #end}. */
  int begin(int run) {
    return begins.getInt(run);
  }

  int end(int run) {
    return begins.getInt(run + 1);
  }

  int slot(int index) {
    return slots[index];
  }

  int line(int run) {
    return runLines.getInt(run);
  }

  /** The index of the run's first slot behind a position on its line; the run's end if none is. */
  int firstBehind(int run, int position) {
    int low = begin(run);
    int high = end(run);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (positions[middle] <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  int first(int run) {
    return slots[begin(run)];
  }
}
