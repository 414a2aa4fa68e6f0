package dev.isogauge.online.host;

import dev.isogauge.history.FragmentMetadata;
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
 * Equal ones stay in their order. Each run comes with the least times of what is left of it, at
 * every so many transactions: so while they are merged it is known before which time nothing
 * happens any more.
 */
final class TransactionRuns {
  /** How many transactions are handed on together. */
  private static final int TOGETHER = 1000;

  /** How far apart the places of a run are whose least times are known. */
  private static final int APART = 1 << 12;

  private final Path directory;
  private final long memoryBytes;
  private final FastByteArrayOutputStream bytes = new FastByteArrayOutputStream();
  private final IntArrayList begins = new IntArrayList();
  private final LongArrayList numbers = new LongArrayList();
  private final LongArrayList times = new LongArrayList();
  private final List<Path> runs = new ArrayList<>();
  private final List<long[]> leastTimes = new ArrayList<>();

  /** Takes sorted transactions. */
  interface Taker {
    void take(RawBlock block) throws IOException, InterruptedException;

    /** None of those to come starts or commits before a time. */
    void nothingComesBefore(long time);
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
    times.add(leastTime(block.metadata(), run));
    TransactionCodec.write(block, run, bytes);
    if (bytes.length + 24L * begins.size() > memoryBytes) {
      flush();
    }
  }

  private static long leastTime(FragmentMetadata metadata, int run) {
    long start = metadata.start(run);
    long commit = metadata.commit(run);
    return Math.min(
        start == RawBlock.NO_TIME ? Long.MAX_VALUE : start,
        commit == RawBlock.NO_TIME ? Long.MAX_VALUE : commit);
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
    leastTimes.add(leastTimes(order));
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
    times.clear();
  }

  /** For every so many places of an order, the least time from there on. */
  private long[] leastTimes(int[] order) {
    long[] least = new long[order.length / APART + 1];
    long soFar = Long.MAX_VALUE;
    for (int i = order.length - 1; i >= 0; i--) {
      soFar = Math.min(soFar, times.getLong(order[i]));
      least[i / APART] = soFar;
    }
    return least;
  }

  /** Hands on all that was added, sorted; there is nothing left then. */
  void merge(Taker taker) throws IOException, InterruptedException {
    flush();
    List<Run> open = new ArrayList<>();
    try {
      PriorityQueue<Run> next = new PriorityQueue<>();
      for (Path file : runs) {
        Run run = new Run(file, open.size(), leastTimes.get(open.size()));
        open.add(run);
        if (run.next()) {
          next.add(run);
        }
      }
      RawBlock block = new RawBlock();
      while (!next.isEmpty()) {
        Run least = next.poll();
        TransactionCodec.read(least.from, block);
        if (least.next()) {
          next.add(least);
        }
        if (block.fragmentCount() == TOGETHER) {
          taker.take(block);
          block = new RawBlock();
          taker.nothingComesBefore(
              next.stream().mapToLong(Run::leastTime).min().orElse(Long.MAX_VALUE));
        }
      }
      taker.take(block);
    } finally {
      for (Run run : open) {
        run.from.close();
        Files.delete(run.file);
      }
      runs.clear();
      leastTimes.clear();
    }
  }

  /** A sorted part; those that came first count first where numbers are equal. */
  private static final class Run implements Comparable<Run> {
    private final Path file;
    private final int place;
    private final long[] leastTimes;
    private final ByteSource from;
    private int read;
    private long number;

    Run(Path file, int place, long[] leastTimes) throws IOException {
      this.file = file;
      this.place = place;
      this.leastTimes = leastTimes;
      this.from = new ByteSource(Files.newInputStream(file));
    }

    boolean next() throws IOException {
      if (!from.hasNext()) {
        return false;
      }
      number = from.longNumber();
      read++;
      return true;
    }

    /** The least time of the transaction at hand and those behind it, or less. */
    long leastTime() {
      return leastTimes[(read - 1) / APART];
    }

    @Override
    public int compareTo(Run other) {
      int order = Long.compare(number, other.number);
      return order != 0 ? order : Integer.compare(place, other.place);
    }
  }
}
