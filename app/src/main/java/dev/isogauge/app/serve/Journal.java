package dev.isogauge.app.serve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * All batches that were ever acknowledged, in the order in which they are judged: segments {@code
 * journal-000001.log}, {@code journal-000002.log}, ..., each a {@link RecordFile} of {@link Batch}
 * payloads. For one thread.
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
  private long earlierBytes;
  private long sequence;
  private ByteBuffer buffer = ByteBuffer.allocate(1 << 20);

  private Journal(Path directory, long segmentBytes, DurableMark mark) {
    this.directory = directory;
    this.segmentBytes = segmentBytes;
    this.mark = mark;
  }

  /** Takes the batches of a journal in order. */
  @FunctionalInterface
  interface Replay {
    void batch(Batch batch) throws IOException;
  }

  /**
   * Opens the journal of a directory, or begins it, after replaying its batches.
   *
   * @throws DamagedFileException when what was acknowledged is not all there
   */
  static Journal open(
      Path directory, long segmentBytes, Replay replay, RecordFile.CutListener listener)
      throws IOException {
    DurableMark mark = DurableMark.open(directory.resolve("journal.mark"));
    Journal journal = new Journal(directory, segmentBytes, mark);
    try {
      journal.recover(replay, listener);
      return journal;
    } catch (IOException | RuntimeException | Error e) {
      journal.close();
      throw e;
    }
  }

  private void recover(Replay replay, RecordFile.CutListener listener) throws IOException {
    DurableMark.Position durable = mark.read();
    int segments = countSegments(durable.number());
    for (int i = 1; i <= segments; i++) {
      Path path = segment(i);
      RecordFile.Visitor visitor = (payload, offset) -> replay(path, payload, offset, replay);
      if (i < segments) {
        RecordFile.scan(path, MAGIC, i, visitor);
        earlierBytes += Files.size(path);
      } else {
        long length = i == durable.number() ? durable.length() : 0;
        segment = RecordFile.open(path, MAGIC, i, length, visitor, listener);
        forceDirectory(directory);
        number = i;
        mark.write(number, segment.size());
      }
    }
  }

  /** How many segments there are, at least 1; none may be missing. */
  private int countSegments(int durableNumber) throws IOException {
    int last = Math.max(1, durableNumber);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(PREFIX) && name.endsWith(SUFFIX)) {
          String digits = name.substring(PREFIX.length(), name.length() - SUFFIX.length());
          last = Math.max(last, digits.matches("[0-9]{6}") ? Integer.parseInt(digits) : 0);
        }
      }
    }
    for (int i = 1; i <= last; i++) {
      if (!Files.exists(segment(i)) && (last > 1 || durableNumber > 0)) {
        throw new DamagedFileException(segment(i), "this part of the journal is missing");
      }
    }
    return last;
  }

  private void replay(Path path, byte[] payload, long offset, Replay replay) throws IOException {
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
    replay.batch(batch);
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
    return earlierBytes + segment.size();
  }

  /**
   * Makes batches durable, all or none.
   *
   * @throws JournalException when it cannot; nothing of them is kept
   */
  void append(List<Batch> batches) throws JournalException {
    if (segment.size() >= segmentBytes) {
      beginSegment();
    }
    long before = segment.size();
    try {
      for (Batch batch : batches) {
        put(batch.encoded());
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
          RecordFile.open(path, MAGIC, number + 1, 0, (payload, offset) -> {}, (file, cut) -> {});
      forceDirectory(directory);
      mark.write(number + 1, next.size());
      earlierBytes += old.size();
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
