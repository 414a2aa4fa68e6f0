package dev.isogauge.online.spill;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts records that do not fit into memory, by a time and a rank at that time: parts that fit are
 * sorted and written ({@code (time rank content)*}), and these runs are merged. Equal ones stay in
 * their order.
 */
final class SortedRuns {
  private static final int BUFFER_BYTES = 1 << 16;

  /** What a record takes in memory beside its content. */
  private static final int RECORD_BYTES = 28;

  /** Arrays double their length when they grow. */
  private static final long MOST_BYTES = 1 << 29;

  private final Path directory;
  private final long memoryBytes;
  private final NumberBuffer contents = new NumberBuffer();
  private final IntArrayList begins = new IntArrayList();
  private final LongArrayList times = new LongArrayList();
  private final LongArrayList ranks = new LongArrayList();
  private final List<Path> runs = new ArrayList<>();

  /** Takes sorted records; reads the content of each to its end. */
  @FunctionalInterface
  interface Taker {
    void take(long time, long rank, ByteSource content) throws IOException, InterruptedException;
  }

  SortedRuns(Path directory, long memoryBytes) {
    this.directory = directory;
    this.memoryBytes = Math.min(memoryBytes, MOST_BYTES);
  }

  boolean isEmpty() {
    return begins.isEmpty() && runs.isEmpty();
  }

  /** Begins a record; what is added to the buffer until the next one is its content. */
  NumberBuffer record(long time, long rank) throws IOException {
    if (contents.length() + (long) RECORD_BYTES * begins.size() > memoryBytes) {
      flush();
    }
    begins.add(contents.length());
    times.add(time);
    ranks.add(rank);
    return contents;
  }

  private void flush() throws IOException {
    if (begins.isEmpty()) {
      return;
    }
    int[] order = order();
    begins.add(contents.length());
    Path file = directory.resolve("run" + runs.size());
    runs.add(file);
    NumberBuffer head = new NumberBuffer();
    try (OutputStream to = Files.newOutputStream(file)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      int filled = 0;
      for (int i : order) {
        head.clear();
        head.number(times.getLong(i));
        head.number(ranks.getLong(i));
        int length = begins.getInt(i + 1) - begins.getInt(i);
        if (filled + head.length() + length > buffer.length) {
          to.write(buffer, 0, filled);
          filled = 0;
        }
        if (head.length() + length > buffer.length) {
          to.write(head.bytes(), 0, head.length());
          to.write(contents.bytes(), begins.getInt(i), length);
          continue;
        }
        System.arraycopy(head.bytes(), 0, buffer, filled, head.length());
        System.arraycopy(
            contents.bytes(), begins.getInt(i), buffer, filled + head.length(), length);
        filled += head.length() + length;
      }
      to.write(buffer, 0, filled);
    }
    contents.clear();
    begins.clear();
    times.clear();
    ranks.clear();
  }

  private int[] order() {
    int[] order = new int[begins.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    long[] time = times.elements();
    long[] rank = ranks.elements();
    IntArrays.mergeSort(
        order,
        (left, right) -> {
          int byTime = Long.compare(time[left], time[right]);
          return byTime != 0 ? byTime : Long.compare(rank[left], rank[right]);
        });
    return order;
  }

  /** Hands on all that was added, sorted; there is nothing left then. */
  void merge(Taker taker) throws IOException, InterruptedException {
    flush();
    List<Run> open = new ArrayList<>();
    try {
      PriorityQueue<Run> next = new PriorityQueue<>();
      for (Path file : runs) {
        Run run = new Run(file, open.size());
        open.add(run);
        if (run.next()) {
          next.add(run);
        }
      }
      while (!next.isEmpty()) {
        Run least = next.poll();
        // Records of one run often follow one another.
        boolean more = true;
        while (more && (next.isEmpty() || least.compareTo(next.element()) <= 0)) {
          taker.take(least.time, least.rank, least.content);
          more = least.next();
        }
        if (more) {
          next.add(least);
        }
      }
    } finally {
      for (Run run : open) {
        run.content.close();
        Files.delete(run.file);
      }
      runs.clear();
    }
  }

  /** A sorted part; those that came first count first where records are equal. */
  private static final class Run implements Comparable<Run> {
    private final Path file;
    private final int index;
    private final ByteSource content;
    private long time;
    private long rank;

    Run(Path file, int index) throws IOException {
      this.file = file;
      this.index = index;
      this.content = new ByteSource(Files.newInputStream(file));
    }

    boolean next() throws IOException {
      if (!content.hasNext()) {
        return false;
      }
      time = content.number();
      rank = content.number();
      return true;
    }

    @Override
    public int compareTo(Run other) {
      int order = Long.compare(time, other.time);
      if (order == 0) {
        order = Long.compare(rank, other.rank);
      }
      return order != 0 ? order : Integer.compare(index, other.index);
    }
  }
}
