package dev.isogauge.check.blackbox;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/** The writers of each key that are in every run, in runs that follow one line each. */
final class WriterLines {
  private final int[] firstRun;
  private final int[] begins;
  private final int[] runLines;
  private final int[] slots;

  /** By index of a slot: the position of its writer's start on the line. */
  private final int[] positions;

  /** By index of a slot: its writer's start. */
  private final int[] starts;

  /** By run: what {@link #firstBehind} answered last. */
  private final int[] lastAnswer;

  WriterLines(Polygraph graph, Lines lines) {
    int keys = graph.keyFirstSlot.length - 1;
    firstRun = new int[keys + 1];
    slots = new int[graph.slotCount()];
    positions = new int[graph.slotCount()];
    starts = new int[graph.slotCount()];
    IntArrayList beginList = new IntArrayList();
    IntArrayList lineList = new IntArrayList();
    int size = 0;
    for (int key = 0; key < keys; key++) {
      firstRun[key] = beginList.size();
      int end = fill(graph, lines, key, size);
      for (int i = size; i < end; i++) {
        int line = lines.of(graph.start(graph.slotWriter[slots[i]]));
        if (i == size || line != lineList.getInt(lineList.size() - 1)) {
          beginList.add(i);
          lineList.add(line);
        }
      }
      size = end;
    }
    firstRun[keys] = beginList.size();
    beginList.add(size);
    begins = beginList.toIntArray();
    runLines = lineList.toIntArray();
    lastAnswer = Arrays.copyOf(begins, runLines.length);
  }

  /** Puts the key's slots behind the others, by line and position; returns where they end. */
  private int fill(Polygraph graph, Lines lines, int key, int begin) {
    int first = graph.keyFirstSlot[key];
    int end = begin;
    for (int slot = first; slot < graph.keyFirstSlot[key + 1]; slot++) {
      if (!graph.optional[graph.slotWriter[slot]]) {
        slots[end++] = slot;
      }
    }
    IntArrays.quickSort(
        slots,
        begin,
        end,
        (a, b) ->
            compare(lines, graph.start(graph.slotWriter[a]), graph.start(graph.slotWriter[b])));
    for (int i = begin; i < end; i++) {
      starts[i] = graph.start(graph.slotWriter[slots[i]]);
      positions[i] = lines.position(starts[i]);
    }
    return end;
  }

  private static int compare(Lines lines, int left, int right) {
    int byLine = Integer.compare(lines.of(left), lines.of(right));
    return byLine != 0 ? byLine : Integer.compare(lines.position(left), lines.position(right));
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
    return begins[run];
  }

  int end(int run) {
    return begins[run + 1];
  }

  int slot(int index) {
    return slots[index];
  }

  int start(int index) {
    return starts[index];
  }

  /** The position of a slot's writer on its line: that of its start. */
  int position(int index) {
    return positions[index];
  }

  int line(int run) {
    return runLines[run];
  }

  /**
   * The first of some runs of which more may reach a node than somebody looked at, and more than
   * reach each of some other nodes; the end if there is none.
   */
  int nextNews(Reachability reach, int first, int end, int node, int[] others, int count) {
    int run = reach.nextNews(runLines, first, end, node, others, count);
    // Without lines there is news of nodes; most runs then have one.
    while (!reach.isByLines()
        && run < end
        && begins[run] + 1 == begins[run + 1]
        && !reach.hasNewsFrom(starts[begins[run]])) {
      run++;
    }
    return run;
  }

  /**
   * The index of the run's first slot behind a position on its line; the run's end if none is.
   * Asked in the order of a sweep, the answer is near the last one.
   */
  int firstBehind(int run, int position) {
    int low = begin(run);
    int high = end(run);
    int near = lastAnswer[run];
    int step = 1;
    if (near < high && positions[near] <= position) {
      int probe = near;
      while (probe < high && positions[probe] <= position) {
        low = probe + 1;
        probe += step;
        step *= 2;
      }
      high = Math.min(high, probe);
    } else {
      high = near;
      int probe = near - 1;
      while (probe >= low && positions[probe] > position) {
        high = probe;
        probe -= step;
        step *= 2;
      }
      low = Math.max(low, probe + 1);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (positions[middle] <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    lastAnswer[run] = low;
    return low;
  }

  int first(int run) {
    return slots[begin(run)];
  }
}
