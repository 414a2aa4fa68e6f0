package dev.isogauge.app.serve;

import dev.isogauge.online.host.DiskSpace;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * The events about violations, in {@code violations.log} and, with a horizon, further files: each a
 * {@link RecordFile} of {@link EventCodec} payloads. An event can be read once it is durable. Old
 * files are dropped as a whole, and deleted when no checkpoint goes back to them. One thread
 * appends, many read.
 */
final class ViolationLog implements Closeable {
  static final String MAGIC = "ISOGVIOL";

  private static final int KEPT_CHECKPOINTS = 2;

  private final Path directory;
  private final DurableMark mark;
  private final DiskSpace space;

  // Guarded by this: what readers may see, the oldest part first.
  private final List<ViolationLogPart> parts;
  private RecordFile file;
  private long visible;
  private boolean closed;

  /** Files that were dropped, and after how many checkpoints each is deleted. */
  private final List<Dropped> dropped = new ArrayList<>();

  private record Dropped(int part, int checkpoints) {}

  private ViolationLog(Path directory, DurableMark mark, DiskSpace space, Position from) {
    this.directory = directory;
    this.mark = mark;
    this.space = space;
    this.parts = new ArrayList<>(from.parts());
    this.visible = from.sequence();
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
   * @param offset the byte of the last file
   * @param parts the files up to there
   */
  record Position(long sequence, long offset, List<ViolationLogPart> parts) {
    static Position beginning() {
      return new Position(0, 0, List.of(new ViolationLogPart(1, 0)));
    }

    void save(DataOutput to) throws IOException {
      to.writeLong(sequence);
      to.writeLong(offset);
      to.writeInt(parts.size());
      for (ViolationLogPart part : parts) {
        part.save(to);
      }
    }

    static Position restore(DataInput from) throws IOException {
      long sequence = from.readLong();
      long offset = from.readLong();
      List<ViolationLogPart> parts = new ArrayList<>();
      for (int rest = from.readInt(); rest > 0; rest--) {
        parts.add(ViolationLogPart.restore(from));
      }
      return new Position(sequence, offset, parts);
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
    DurableMark mark = DurableMark.open(directory.resolve("violations.mark"));
    ViolationLog log = new ViolationLog(directory, mark, space, from);
    try {
      log.recover(from.offset(), visitor, listener);
      return log;
    } catch (IOException | RuntimeException | Error e) {
      mark.close();
      throw e;
    }
  }

  private synchronized void recover(long offset, Visitor visitor, RecordFile.CutListener listener)
      throws IOException {
    DurableMark.Position durable = mark.read();
    int first = lastPart().number();
    int last = Math.max(first, durable.number());
    while (Files.exists(path(last + 1))) {
      last++;
    }
    for (int i = parts.get(0).number() - 1; i > 0 && Files.exists(path(i)); i--) {
      dropped.add(new Dropped(i, KEPT_CHECKPOINTS));
    }
    for (int i = first; i <= last; i++) {
      Path path = path(i);
      if (i > first) {
        parts.add(new ViolationLogPart(i, visible));
      }
      RecordFile.Visitor events = (payload, at) -> recover(path, payload, at, visitor);
      long begin = i == first ? offset : 0;
      if (i < last) {
        RecordFile.scan(path, MAGIC, i, begin, events);
      } else {
        // Without the mark anything but the header of a new file may have been seen.
        long known =
            durable.number() == 0 && path.toFile().length() > RecordFile.HEADER
                ? path.toFile().length()
                : durable.number() == i ? durable.length() : 0;
        file = RecordFile.open(path, MAGIC, i, begin, known, events, listener);
        Journal.forceDirectory(directory);
        mark.write(i, file.size());
        mark.force();
      }
    }
  }

  private void recover(Path path, byte[] payload, long offset, Visitor visitor) throws IOException {
    ViolationEvent event = decode(path, payload, offset);
    if (event.sequence() != visible + 1) {
      throw new DamagedFileException(
          path, offset, "found event " + event.sequence() + "; expected event " + (visible + 1));
    }
    visible++;
    lastPart().remember(event.sequence(), offset);
    visitor.event(event);
  }

  private ViolationLogPart lastPart() {
    return parts.get(parts.size() - 1);
  }

  private Path path(int part) {
    return directory.resolve(
        part == 1 ? "violations.log" : String.format(Locale.ROOT, "violations-%06d.log", part));
  }

  private static ViolationEvent decode(Path path, byte[] payload, long offset) throws IOException {
    try {
      return EventCodec.decode(payload);
    } catch (IOException | RuntimeException e) {
      throw new DamagedFileException(path, offset, "the record is not an event: " + e.getMessage());
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
    mark.write(lastPart().number(), file.size());
    synchronized (this) {
      for (int i = 0; i < starts.length; i++) {
        lastPart().remember(events.get(i).sequence(), starts[i]);
      }
      visible += starts.length;
      notifyAll();
    }
  }

  /** Where the log ends; for the thread that appends. */
  synchronized Position position() {
    return new Position(visible, file.size(), parts.stream().map(ViolationLogPart::copy).toList());
  }

  /** The sequence number of the last event. */
  synchronized long last() {
    return visible;
  }

  /** How many events at the beginning are not kept any more. */
  synchronized long droppedEvents() {
    return parts.get(0).before();
  }

  /** Begins a new file, if there is an event in the last one; for the thread that appends. */
  void roll() throws IOException {
    ViolationLogPart old = lastPart();
    if (old.before() == visible) {
      return;
    }
    int number = old.number() + 1;
    RecordFile[] next = new RecordFile[1];
    space.write(
        () ->
            next[0] =
                RecordFile.open(
                    path(number), MAGIC, number, 0, 0, (payload, at) -> {}, (cut, bytes) -> {}));
    Journal.forceDirectory(directory);
    mark.write(number, next[0].size());
    RecordFile last;
    synchronized (this) {
      last = file;
      file = next[0];
      parts.add(new ViolationLogPart(number, visible));
    }
    last.close();
  }

  /** Drops the files all of whose events come up to a number; for the thread that appends. */
  synchronized void drop(long sequence) {
    while (parts.size() > 1 && parts.get(1).before() <= sequence) {
      dropped.add(new Dropped(parts.remove(0).number(), KEPT_CHECKPOINTS));
    }
  }

  /** A checkpoint was made: those that were made before a file was dropped go back to it. */
  synchronized void checkpointed() throws IOException {
    dropped.replaceAll(each -> new Dropped(each.part(), each.checkpoints() - 1));
    for (Dropped each : List.copyOf(dropped)) {
      if (each.checkpoints() <= 0) {
        Files.deleteIfExists(path(each.part()));
        dropped.remove(each);
      }
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
    long shown = sequence;
    long rest = limit;
    while (rest > 0) {
      ViolationLogPart part;
      long end;
      long begin;
      synchronized (this) {
        if (shown >= visible) {
          return shown;
        }
        int index = parts.size() - 1;
        while (index > 0 && parts.get(index).before() > shown) {
          index--;
        }
        part = parts.get(index);
        begin = Math.max(shown, part.before());
        end = index + 1 < parts.size() ? parts.get(index + 1).before() : visible;
      }
      long last = end - begin > rest ? begin + rest : end;
      shown = show(part, begin, last, visitor, enough);
      if (shown < last) {
        return shown;
      }
      rest -= last - begin;
    }
    return shown;
  }

  /** Shows the events of a file after one and up to another one; returns the last one shown. */
  private long show(
      ViolationLogPart part, long after, long last, Visitor visitor, BooleanSupplier enough)
      throws IOException {
    // A file that was dropped meanwhile may be deleted.
    try (FileChannel channel = FileChannel.open(path(part.number()), StandardOpenOption.READ)) {
      long offset;
      synchronized (this) {
        offset = part.offset(after);
      }
      RecordReader reader = new RecordReader(path(part.number()), channel, offset);
      for (long shown = after; shown < last; ) {
        ViolationEvent event = next(reader);
        if (event.sequence() > after) {
          visitor.event(event);
          shown = event.sequence();
          if (enough.getAsBoolean()) {
            return shown;
          }
        }
      }
    } catch (NoSuchFileException e) {
      if (part.number() >= lastPart().number()) {
        throw e;
      }
    }
    return last;
  }

  /** Shows all events that are kept now. */
  void forEach(Visitor visitor) throws IOException {
    after(0, last(), visitor);
  }

  /** The next event, which was seen before. */
  private ViolationEvent next(RecordReader reader) throws IOException {
    if (!reader.next()) {
      throw new DamagedFileException(directory, "an event at byte " + reader.end() + " is broken");
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
