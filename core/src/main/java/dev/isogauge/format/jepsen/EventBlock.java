package dev.isogauge.format.jepsen;

import dev.isogauge.format.spi.InputException;
import dev.isogauge.format.toolkit.ParseFault;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * The events of one part of a Jepsen history, in input order, and the transactions that they make.
 *
 * <p>A part cannot know what stands in the parts around it, so it keeps transactions that may prove
 * superfluous apart: in {@link #leading} those of failed or unknown completions whose invocation
 * may stand in an earlier part, in {@link #trailing} those of invocations whose completion may
 * stand in a later one; these two are its edges. Each process has at most one of either, before or
 * after all its other transactions.
 */
final class EventBlock {
  /** A time or index that is not given. */
  static final long MISSING = RawBlock.NO_TIME;

  private static final OperationType[] EVENTS = OperationType.values();

  final RawBlock transactions;
  final RawBlock leading = new RawBlock(0);
  final RawBlock trailing = new RawBlock(0);

  private byte[] events = new byte[64];
  private final LongArrayList processes = new LongArrayList();
  private final LongArrayList times = new LongArrayList();
  private final LongArrayList indices = new LongArrayList();
  private final IntArrayList positions = new IntArrayList();
  private final IntArrayList lines = new IntArrayList();

  /** By event: a fragment of {@link #transactions}, History.NONE, or below that one of an edge. */
  private final IntArrayList fragments = new IntArrayList();

  private final Int2ObjectOpenHashMap<ParseFault> faults = new Int2ObjectOpenHashMap<>();

  private long firstLine = 1;
  private long firstColumn = 1;
  private int operations;
  private int skipped;

  EventBlock(int expectedOperations) {
    transactions = new RawBlock(expectedOperations);
  }

  /**
   * Adds an event.
   *
   * @param process its atom, or {@link dev.isogauge.history.Atoms#NO_NAME}
   * @param line where it stands, from 0 within the block
   * @return its number
   */
  int add(OperationType event, long process, long time, long index, int line) {
    int number = fragments.size();
    if (number == events.length) {
      events = Arrays.copyOf(events, 2 * number);
    }
    events[number] = (byte) event.ordinal();
    processes.add(process);
    times.add(time);
    indices.add(index);
    positions.add(operations++);
    lines.add(line);
    fragments.add(History.NONE);
    return number;
  }

  /** Counts an event that is not one of a client. */
  void skip() {
    operations++;
    skipped++;
  }

  /** Gives the event the latest fragment of {@link #transactions}. */
  void takesTransaction(int event) {
    fragments.set(event, transactions.fragmentCount() - 1);
  }

  /** Gives the event the latest fragment of {@link #leading} or {@link #trailing}. */
  void takesEdge(int event, RawBlock edge) {
    fragments.set(event, History.NONE - edge.fragmentCount());
  }

  /** Keeps a fault in the leading or trailing transaction of an event, should that be needed. */
  void edgeHasFault(int event, ParseFault fault) {
    faults.put(event, fault);
  }

  /** Refuses a leading or trailing transaction that has a fault. */
  void requireEdge(int event, String input) throws InputException {
    ParseFault fault = faults.get(event);
    if (fault != null) {
      throw fault.in(input, firstLine, firstColumn);
    }
  }

  /** Sets where the part begins in the input: line and column, both from 1. */
  void beginsAt(long line, long column) {
    firstLine = line;
    firstColumn = column;
    transactions.firstLine(line);
    leading.firstLine(line);
    trailing.firstLine(line);
  }

  long firstLine() {
    return firstLine;
  }

  int count() {
    return fragments.size();
  }

  /** How many events there are, with those that were skipped. */
  int operations() {
    return operations;
  }

  int skipped() {
    return skipped;
  }

  OperationType event(int event) {
    return EVENTS[events[event]];
  }

  long process(int event) {
    return processes.getLong(event);
  }

  long time(int event) {
    return times.getLong(event);
  }

  long index(int event) {
    return indices.getLong(event);
  }

  /** The event's place among all events of the part. */
  int position(int event) {
    return positions.getInt(event);
  }

  /** The event's line in the whole input, from 1. */
  long line(int event) {
    return firstLine + lines.getInt(event);
  }

  int lineInBlock(int event) {
    return lines.getInt(event);
  }

  boolean hasTransaction(int event) {
    return fragments.getInt(event) > History.NONE;
  }

  boolean hasEdge(int event) {
    return fragments.getInt(event) < History.NONE;
  }

  /** The event's fragment, in {@link #transactions} or in the edge. */
  int fragment(int event) {
    int fragment = fragments.getInt(event);
    return fragment > History.NONE ? fragment : History.NONE - fragment - 1;
  }
}
