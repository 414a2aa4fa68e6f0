package dev.isogauge.app.serve;

import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.host.RecordStore.Changes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The events about violations, by number. An event can be read once it is durable. Old events are
 * dropped, and deleted when no checkpoint goes back to them. One thread appends, many read.
 */
final class ViolationLog {
  private final Records records;
  private final DiskSpace space;

  // Guarded by this.
  private long visible;
  private long dropped;
  private boolean closed;

  /** What was dropped when the last checkpoint was saved; the one before it may be gone back to. */
  private long savedDropped;

  /** Takes the events of a log in order. */
  @FunctionalInterface
  interface Visitor {
    void event(ViolationEvent event) throws IOException;
  }

  /**
   * A place in the log, between two events.
   *
   * @param sequence of the last event before it
   * @param dropped how many events at the beginning are not kept
   */
  record Position(long sequence, long dropped) {
    static final Position BEGINNING = new Position(0, 0);

    void save(DataOutput to) throws IOException {
      to.writeLong(sequence);
      to.writeLong(dropped);
    }

    static Position restore(DataInput from) throws IOException {
      return new Position(from.readLong(), from.readLong());
    }
  }

  /**
   * A log that goes on; shows its events.
   *
   * @param from where to begin to show them; nothing before it is read
   */
  ViolationLog(Records records, Position from, DiskSpace space, Visitor visitor)
      throws IOException {
    this.records = records;
    this.space = space;
    this.dropped = from.dropped();
    this.visible = Math.max(from.sequence(), records.last(Records.EVENTS));
    after(from.sequence(), Long.MAX_VALUE, visitor);
  }

  /** Makes events durable, then visible. They continue the sequence. */
  void append(List<ViolationEvent> events) throws IOException {
    Changes changes = new Changes();
    for (ViolationEvent event : events) {
      changes.put(Records.EVENTS, Records.key(event.sequence()), EventCodec.encode(event));
    }
    long last = events.get(events.size() - 1).sequence();
    space.write(() -> records.write(Records.EVENTS, last, changes));
    synchronized (this) {
      visible = last;
      notifyAll();
    }
  }

  /** Where the log ends, which a checkpoint is about to say; for the thread that appends. */
  synchronized Position position() {
    return new Position(visible, dropped);
  }

  /** The sequence number of the last event. */
  synchronized long last() {
    return visible;
  }

  /** How many events at the beginning are not kept any more. */
  synchronized long droppedEvents() {
    return dropped;
  }

  /** Drops the events up to a number; for the thread that appends. */
  synchronized void drop(long sequence) {
    dropped = sequence;
  }

  /** A checkpoint was made: only the one before goes back to what was dropped before that. */
  void checkpointed() throws IOException {
    Changes changes = new Changes();
    boolean isNothing;
    synchronized (this) {
      // The last event stays, which must be there.
      changes.removeRange(
          Records.EVENTS, Records.key(0), Records.key(Math.min(savedDropped + 1, visible)));
      isNothing = savedDropped == 0;
      savedDropped = dropped;
    }
    if (!isNothing) {
      records.store().write(changes);
    }
  }

  /**
   * Shows the events after a sequence number that are kept, up to a limit, one after the other:
   * they may be large.
   *
   * @return the sequence number of the last one shown, or the one given
   */
  long after(long sequence, long limit, Visitor visitor) throws IOException {
    return after(sequence, limit, visitor, () -> false);
  }

  /** The same, until there is enough; asked after each event. */
  long after(long sequence, long limit, Visitor visitor, BooleanSupplier enough)
      throws IOException {
    long begin;
    long end;
    synchronized (this) {
      begin = Math.max(sequence, dropped);
      end = visible - begin > limit ? begin + limit : visible;
    }
    if (begin >= end) {
      return sequence;
    }
    long[] shown = {begin};
    records.after(
        Records.EVENTS,
        begin,
        (number, value) -> {
          visitor.event(EventCodec.decode(value));
          shown[0] = number;
          return number < end && !enough.getAsBoolean();
        });
    return shown[0];
  }

  /** Shows all events that are kept now. */
  void forEach(Visitor visitor) throws IOException {
    after(0, last(), visitor);
  }

  /** Waits until there is an event after that one; false when time has passed or all is over. */
  synchronized boolean await(long sequence, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    while (visible <= sequence && !closed) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return visible > sequence;
  }

  /** Whether no events will come any more. */
  synchronized boolean isClosed() {
    return closed;
  }

  /** Ends the waiting of readers; what is there can still be read. */
  synchronized void end() {
    closed = true;
    notifyAll();
  }
}
