package dev.isogauge.app.serve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The batches that were acknowledged since the last checkpoints, in the order in which they are
 * judged: segments {@code journal-000001.log}, {@code journal-000002.log}, ..., each a {@link
 * RecordFile} of {@link Batch} payloads. For one thread.
 */
final class Journal implements Closeable {
  static final String MAGIC = "ISOGJRNL";

  private static final String PREFIX = "journal-";
  private static final String SUFFIX = ".log";

  private final Path directory;
  private final long segmentBytes;
  private final DurableMark mark;
  private RecordFile segment;
  private int number;
  private final AtomicLong earlierBytes = new AtomicLong();
  private long sequence;

  /** The first segment that is there; 0 if that is not known. */
  private int oldest;

  private ByteBuffer buffer = ByteBuffer.allocate(1 << 20);

  private Journal(Path directory, long segmentBytes, DurableMark mark) {
    this.directory = directory;
    this.segmentBytes = segmentBytes;
    this.mark = mark;
  }

  /** Takes the batches of a journal in order. */
  @FunctionalInterface
  interface Replay {
    void batch(Batch batch, JournalPosition end) throws IOException;
  }

  /**
   * Opens the journal of a directory, or begins it, after replaying its batches.
   *
   * @param from where to begin to replay; nothing before it is looked at
   * @throws DamagedFileException when what was acknowledged is not all there
   */
  static Journal open(
      Path directory,
      long segmentBytes,
      JournalPosition from,
      Replay replay,
      RecordFile.CutListener listener)
      throws IOException {
    DurableMark mark = DurableMark.open(directory.resolve("journal.mark"));
    Journal journal = new Journal(directory, segmentBytes, mark);
    try {
      journal.recover(from, replay, listener);
      return journal;
    } catch (IOException | RuntimeException | Error e) {
      journal.close();
      throw e;
    }
  }

  private void recover(JournalPosition from, Replay replay, RecordFile.CutListener listener)
      throws IOException {
    DurableMark.Position durable = mark.read();
    int first = Math.max(1, from.segment());
    int last = lastSegment(first, durable.number());
    sequence = from.sequence();
    for (int i = 1; i < first; i++) {
      earlierBytes.addAndGet(segment(i).toFile().length());
    }
    for (int i = first; i <= last; i++) {
      int which = i;
      Path path = segment(i);
      long begin = i == from.segment() ? from.offset() : 0;
      RecordFile.Visitor visitor = (payload, offset) -> replay(which, payload, offset, replay);
      if (i < last) {
        RecordFile.scan(path, MAGIC, i, begin, visitor);
        earlierBytes.addAndGet(Files.size(path));
      } else {
        long length = i == durable.number() ? durable.length() : begin;
        boolean isMarkLost = durable.number() == 0;
        segment =
            RecordFile.open(
                path,
                MAGIC,
                i,
                begin,
                // Without the mark anything but the header of a new file may be acknowledged.
                isMarkLost && path.toFile().length() > RecordFile.HEADER
                    ? path.toFile().length()
                    : length,
                visitor,
                listener);
        forceDirectory(directory);
        number = i;
        mark.write(number, segment.size());
        mark.force();
      }
    }
  }

  /** The last segment; from the first that is needed on none may be missing. */
  private int lastSegment(int first, int durableNumber) throws IOException {
    int last = Math.max(first, durableNumber);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(PREFIX) && name.endsWith(SUFFIX)) {
          String digits = name.substring(PREFIX.length(), name.length() - SUFFIX.length());
          last = Math.max(last, digits.matches("[0-9]{6}") ? Integer.parseInt(digits) : 0);
        }
      }
    }
    for (int i = first; i <= last; i++) {
      if (!Files.exists(segment(i)) && (last > 1 || durableNumber > 0)) {
        throw new DamagedFileException(segment(i), "this part of the journal is missing");
      }
    }
    return last;
  }

  private void replay(int which, byte[] payload, long offset, Replay replay) throws IOException {
    Path path = segment(which);
    Batch batch;
    try {
      batch = Batch.decode(payload);
    } catch (RuntimeException e) {
      throw new DamagedFileException(path, offset, "the record is not a batch: " + e.getMessage());
    }
    if (batch.sequence() != sequence + 1) {
      throw new DamagedFileException(
          path, offset, "found batch " + batch.sequence() + "; expected batch " + (sequence + 1));
    }
    sequence++;
    long end = offset + RecordFile.RECORD_HEADER + payload.length;
    replay.batch(batch, new JournalPosition(which, end, sequence));
  }

  private Path segment(int which) {
    return directory.resolve(String.format(Locale.ROOT, "%s%06d%s", PREFIX, which, SUFFIX));
  }

  /** The sequence number of the next batch. */
  long nextSequence() {
    return sequence + 1;
  }

  /** How many bytes the segments have. */
  long bytes() {
    return earlierBytes.get() + segment.size();
  }

  /**
   * Makes batches durable, all or none; returns where each ends.
   *
   * @throws JournalException when it cannot; nothing of them is kept
   */
  List<JournalPosition> append(List<Batch> batches) throws JournalException {
    if (segment.size() >= segmentBytes) {
      beginSegment();
    }
    long before = segment.size();
    List<JournalPosition> ends = new ArrayList<>();
    try {
      for (Batch batch : batches) {
        put(batch.encoded());
        long end = segment.size() + buffer.position();
        ends.add(new JournalPosition(number, end, batch.sequence()));
      }
      flush();
    } catch (IOException e) {
      throw failed(e, before);
    }
    try {
      segment.force();
      mark.write(number, segment.size());
    } catch (IOException e) {
      // After a failed sync what the disk holds is unknown, so there is no second try.
      throw new JournalException("cannot sync " + segment(number), e, false);
    }
    sequence += batches.size();
    return ends;
  }

  /** Removes the segments before one, or moves them. Safe to call while others append. */
  void removeBefore(int first, Optional<Path> archive) throws IOException {
    if (oldest == 0) {
      oldest = first;
      while (oldest > 1 && Files.exists(segment(oldest - 1))) {
        oldest--;
      }
    }
    for (; oldest < first; oldest++) {
      Path path = segment(oldest);
      long size = Files.size(path);
      if (archive.isPresent()) {
        Files.createDirectories(archive.get());
        move(path, archive.get().resolve(path.getFileName()));
      } else {
        Files.delete(path);
      }
      earlierBytes.addAndGet(-size);
    }
  }

  /** Whatever happens on the way, one of the two places has the whole file. */
  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Path copy = to.resolveSibling(to.getFileName() + ".tmp");
      Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
      try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(copy, to, StandardCopyOption.ATOMIC_MOVE);
      forceDirectory(to.toAbsolutePath().getParent());
      Files.delete(from);
    }
  }

  private void put(byte[] payload) throws IOException {
    int length = RecordFile.RECORD_HEADER + payload.length;
    if (length > buffer.remaining()) {
      flush();
    }
    if (length > buffer.capacity()) {
      ByteBuffer large = ByteBuffer.allocate(length);
      RecordFile.frame(payload, large);
      segment.append(large.flip());
    } else {
      RecordFile.frame(payload, buffer);
    }
  }

  private void flush() throws IOException {
    try {
      segment.append(buffer.flip());
    } finally {
      buffer.clear();
    }
  }

  private JournalException failed(IOException cause, long before) {
    buffer.clear();
    try {
      segment.cut(before);
      return new JournalException("cannot write " + segment(number), cause, true);
    } catch (IOException e) {
      return new JournalException("cannot write " + segment(number), cause, false);
    }
  }

  private void beginSegment() throws JournalException {
    Path path = segment(number + 1);
    RecordFile old = segment;
    try {
      RecordFile next =
          RecordFile.open(
              path, MAGIC, number + 1, 0, 0, (payload, offset) -> {}, (file, cut) -> {});
      forceDirectory(directory);
      mark.write(number + 1, next.size());
      earlierBytes.addAndGet(old.size());
      segment = next;
      number++;
      old.close();
    } catch (IOException e) {
      throw new JournalException("cannot begin " + path, e, segment == old && isGone(path));
    }
  }

  /** Only the last segment may be appended to, so one that could not be begun must go. */
  private static boolean isGone(Path path) {
    try {
      Files.deleteIfExists(path);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Makes the names of new files durable. */
  static void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void close() throws IOException {
    if (segment != null) {
      segment.close();
    }
    mark.close();
  }
}
