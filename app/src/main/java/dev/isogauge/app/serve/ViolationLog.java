package dev.isogauge.app.serve;

import dev.isogauge.online.host.DiskSpace;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All events about violations, in the file {@code violations.log}, a {@link RecordFile} of {@link
 * EventCodec} payloads. An event can be read once it is durable. One thread appends, many read.
 */
final class ViolationLog implements Closeable {
  static final String MAGIC = "ISOGVIOL";

  /**
   * The offset of every event at such a distance is kept; those between are found by reading on.
   */
  private static final int SPACING = 64;

  private final DurableMark mark;
  private final RecordFile file;
  private final DiskSpace space;

  // Guarded by this: what readers may see.
  private final List<Long> offsets;
  private long visible;
  private boolean closed;

  private ViolationLog(
      DurableMark mark, RecordFile file, List<Long> offsets, long visible, DiskSpace space) {
    this.mark = mark;
    this.file = file;
    this.offsets = offsets;
    this.visible = visible;
    this.space = space;
  }

  /** Takes the events of a log in order. */
  @FunctionalInterface
  interface Visitor {
    void event(ViolationEvent event) throws IOException;
  }

  /**
   * A place in the log, between two events.
   *
   * @param sequence of the last event before it
   * @param offset the byte of the file
   * @param offsets those that are kept of the events before it
   */
  record Position(long sequence, long offset, List<Long> offsets) {
    static final Position BEGINNING = new Position(0, 0, List.of());

    void save(DataOutput to) throws IOException {
      to.writeLong(sequence);
      to.writeLong(offset);
      to.writeInt(offsets.size());
      for (long each : offsets) {
        to.writeLong(each);
      }
    }

    static Position restore(DataInput from) throws IOException {
      long sequence = from.readLong();
      long offset = from.readLong();
      List<Long> offsets = new ArrayList<>();
      for (int rest = from.readInt(); rest > 0; rest--) {
        offsets.add(from.readLong());
      }
      return new Position(sequence, offset, offsets);
    }
  }

  /**
   * Opens the log of a directory, or begins it, after showing its events.
   *
   * @param from where to begin to show them; nothing before it is looked at
   */
  static ViolationLog open(
      Path directory,
      Position from,
      DiskSpace space,
      Visitor visitor,
      RecordFile.CutListener listener)
      throws IOException {
    Path path = directory.resolve("violations.log");
    DurableMark mark = DurableMark.open(directory.resolve("violations.mark"));
    List<Long> offsets = new ArrayList<>(from.offsets());
    long[] count = {from.sequence()};
    try {
      DurableMark.Position durable = mark.read();
      RecordFile file =
          RecordFile.open(
              path,
              MAGIC,
              1,
              from.offset(),
              // Without the mark anything but the header of a new file may have been seen.
              durable.number() == 0 && path.toFile().length() > RecordFile.HEADER
                  ? path.toFile().length()
                  : durable.length(),
              (payload, offset) -> {
                ViolationEvent event = decode(path, payload, offset);
                if (event.sequence() != ++count[0]) {
                  throw new DamagedFileException(
                      path,
                      offset,
                      "found event " + event.sequence() + "; expected event " + count[0]);
                }
                remember(offsets, event.sequence(), offset);
                visitor.event(event);
              },
              listener);
      Journal.forceDirectory(directory);
      mark.write(1, file.size());
      mark.force();
      return new ViolationLog(mark, file, offsets, count[0], space);
    } catch (IOException | RuntimeException | Error e) {
      mark.close();
      throw e;
    }
  }

  private static ViolationEvent decode(Path path, byte[] payload, long offset) throws IOException {
    try {
      return EventCodec.decode(payload);
    } catch (IOException | RuntimeException e) {
      throw new DamagedFileException(path, offset, "the record is not an event: " + e.getMessage());
    }
  }

  private static void remember(List<Long> offsets, long sequence, long offset) {
    if ((sequence - 1) % SPACING == 0) {
      offsets.add(offset);
    }
  }

  /** Makes events durable, then visible. They continue the sequence. */
  void append(List<ViolationEvent> events) throws IOException {
    List<byte[]> payloads = events.stream().map(EventCodec::encode).toList();
    int length = payloads.stream().mapToInt(p -> RecordFile.RECORD_HEADER + p.length).sum();
    ByteBuffer buffer = ByteBuffer.allocate(length);
    long[] starts = new long[events.size()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = file.size() + buffer.position();
      RecordFile.frame(payloads.get(i), buffer);
    }
    buffer.flip();
    long before = file.size();
    space.write(
        () -> {
          file.cut(before);
          file.append(buffer.duplicate());
        });
    file.force();
    mark.write(1, file.size());
    synchronized (this) {
      for (int i = 0; i < starts.length; i++) {
        remember(offsets, events.get(i).sequence(), starts[i]);
      }
      visible += starts.length;
      notifyAll();
    }
  }

  /** Where the log ends; for the thread that appends. */
  synchronized Position position() {
    return new Position(visible, file.size(), List.copyOf(offsets));
  }

  /** The sequence number of the last event. */
  synchronized long last() {
    return visible;
  }

  /**
   * Shows the events after a sequence number, up to a limit, one after the other: they may be
   * large.
   *
   * @return the sequence number of the last one shown, or the one given
   */
  long after(long sequence, int limit, Visitor visitor) throws IOException {
    long offset;
    long last;
    synchronized (this) {
      if (sequence >= visible) {
        return sequence;
      }
      last = Math.min(visible, sequence + limit);
      offset = offsets.get((int) (Math.max(0, sequence) / SPACING));
    }
    RecordReader reader = file.reader(offset);
    long shown = sequence;
    while (shown < last) {
      ViolationEvent event = next(reader);
      if (event.sequence() > sequence) {
        visitor.event(event);
        shown = event.sequence();
      }
    }
    return shown;
  }

  /** Shows all events there are now. */
  void forEach(Visitor visitor) throws IOException {
    long last = last();
    RecordReader reader = file.reader(RecordFile.HEADER);
    for (long i = 0; i < last; i++) {
      visitor.event(next(reader));
    }
  }

  /** The next event, which was seen before. */
  private ViolationEvent next(RecordReader reader) throws IOException {
    if (!reader.next()) {
      throw new DamagedFileException(file.path(), reader.end(), "an event is broken");
    }
    return EventCodec.decode(reader.payload());
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

  @Override
  public void close() throws IOException {
    end();
    file.close();
    mark.close();
  }
}
