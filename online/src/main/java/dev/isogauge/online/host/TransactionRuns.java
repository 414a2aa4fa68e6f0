package dev.isogauge.online.host;

import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.io.FastByteArrayOutputStream;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts transactions that do not fit into memory, by a number that the caller gives each: parts
 * that fit are sorted and written ({@code (number (i64) transaction)*}), and these runs are merged.
 * Equal ones stay in their order.
 */
final class TransactionRuns {
  /** How many transactions are handed on together. */
  private static final int TOGETHER = 1000;

  private final Path directory;
  private final long memoryBytes;
  private final FastByteArrayOutputStream bytes = new FastByteArrayOutputStream();
  private final IntArrayList begins = new IntArrayList();
  private final LongArrayList numbers = new LongArrayList();
  private final List<Path> runs = new ArrayList<>();

  /** Takes sorted transactions. */
  @FunctionalInterface
  interface Taker {
    void take(RawBlock block) throws IOException, InterruptedException;
  }

  TransactionRuns(Path directory, long memoryBytes) {
    this.directory = directory;
    this.memoryBytes = Math.min(memoryBytes, 1 << 29);
  }

  boolean isEmpty() {
    return begins.isEmpty() && runs.isEmpty();
  }

  void add(RawBlock block, int run, long number) throws IOException {
    begins.add(bytes.length);
    numbers.add(number);
    TransactionCodec.write(block, run, bytes);
    if (bytes.length + 16L * begins.size() > memoryBytes) {
      flush();
    }
  }

  private void flush() throws IOException {
    if (begins.isEmpty()) {
      return;
    }
    int[] order = new int[begins.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    IntArrays.mergeSort(
        order, (left, right) -> Long.compare(numbers.getLong(left), numbers.getLong(right)));
    begins.add(bytes.length);
    Path file = directory.resolve("run" + runs.size());
    runs.add(file);
    try (DataOutputStream to =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
      for (int i : order) {
        to.writeLong(numbers.getLong(i));
        to.write(bytes.array, begins.getInt(i), begins.getInt(i + 1) - begins.getInt(i));
      }
    }
    bytes.reset();
    begins.clear();
    numbers.clear();
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
      RawBlock block = new RawBlock();
      while (!next.isEmpty()) {
        Run least = next.poll();
        TransactionCodec.read(least.from, block);
        if (block.fragmentCount() == TOGETHER) {
          taker.take(block);
          block = new RawBlock();
        }
        if (least.next()) {
          next.add(least);
        }
      }
      taker.take(block);
    } finally {
      for (Run run : open) {
        run.from.close();
        Files.delete(run.file);
      }
      runs.clear();
    }
  }

  /** A sorted part; those that came first count first where numbers are equal. */
  private static final class Run implements Comparable<Run> {
    private final Path file;
    private final int place;
    private final ByteSource from;
    private long number;

    Run(Path file, int place) throws IOException {
      this.file = file;
      this.place = place;
      this.from = new ByteSource(Files.newInputStream(file));
    }

    boolean next() throws IOException {
      if (!from.hasNext()) {
        return false;
      }
      number = from.longNumber();
      return true;
    }

    @Override
    public int compareTo(Run other) {
      int order = Long.compare(number, other.number);
      return order != 0 ? order : Integer.compare(place, other.place);
    }
  }
}
