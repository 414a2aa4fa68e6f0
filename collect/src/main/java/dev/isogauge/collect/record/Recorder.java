package dev.isogauge.collect.record;

import dev.isogauge.history.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/**
 * Writes a history as JSON Lines while it happens. What has been observed is in the file at any
 * moment, whatever becomes of this process:
 *
 * <ol>
 *   <li>A transaction that wrote is in the file <em>before</em> its commit is sent, as
 *       indeterminate, which is what it is if the process dies then.
 *   <li>When the answer has come, outcome and end are written over their places, which have room.
 *   <li>Any other transaction is written when it has ended.
 *   <li>Lines are handed to the operating system one at a time and whole. If the process dies in
 *       the middle of that, the last line is cut off; its transaction's commit was not sent.
 * </ol>
 *
 * <p>Begin and end are nanoseconds of one clock that never goes back, counted from the recorder's
 * start; the first line has the time of that. Sessions may record at the same time, each from one
 * thread at a time.
 */
public final class Recorder implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final long origin = System.nanoTime();
  private final AtomicLongArray outcomes = new AtomicLongArray(Outcome.values().length);

  private Consumer<String> listener = line -> {};

  /** Where the next line begins; no other process writes to the file. */
  private long end;

  private Recorder(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Begins a recording in a new file. No item exists at first.
   *
   * @param about whatever a reader may want to know, such as database, level and seed: numbers
   *     (Long) and texts
   */
  public static Recorder create(Path file, Map<String, ?> about) {
    Recorder recorder;
    try {
      if (file.toAbsolutePath().getParent() != null) {
        Files.createDirectories(file.toAbsolutePath().getParent());
      }
      recorder =
          new Recorder(
              file,
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
    Map<String, Object> recorded = new TreeMap<>(about);
    recorded.put("origin", Instant.now().toString());
    recorded.put("clock", "nanoseconds since origin");
    recorder.append(LineEncoder.header(OptionalLong.empty(), recorded) + "\n");
    return recorder;
  }

  /**
   * Passes every line on as well, in its final form, when its transaction has ended. The thread
   * that ended the transaction does so, hence lines of a session come in order. To be called before
   * the first transaction.
   */
  public void tell(Consumer<String> lines) {
    listener = lines;
  }

  /** The file of the recording. */
  public Path file() {
    return file;
  }

  /** Begins a transaction of a session, now. A repeated one is another transaction. */
  public TransactionLog begin(String session) {
    return new TransactionLog(this, session, now());
  }

  /** How many transactions ended so. */
  public long count(Outcome outcome) {
    return outcomes.get(outcome.ordinal());
  }

  long now() {
    return System.nanoTime() - origin;
  }

  void ended(Outcome outcome, String line) {
    listener.accept(line);
    outcomes.incrementAndGet(outcome.ordinal());
  }

  /** Appends a line and returns where it begins. */
  long append(String line) {
    // All sessions take this lock, so work that needs no lock comes before it.
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    synchronized (this) {
      long position = end;
      try {
        write(bytes, position);
      } catch (IOException e) {
        throw cutBack(position, e);
      }
      end += bytes.length;
      return position;
    }
  }

  /** Another session's line may still find room, and must not follow a part of this one. */
  private RecordingException cutBack(long position, IOException e) {
    try {
      channel.truncate(position);
    } catch (IOException again) {
      e.addSuppressed(again);
    }
    return cannotWrite(file, e);
  }

  /** Writes over a part of a line. */
  void overwrite(long position, String text) {
    try {
      write(text.getBytes(StandardCharsets.UTF_8), position);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  private void write(byte[] bytes, long position) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      channel.write(rest, position + rest.position());
    }
  }

  private static RecordingException cannotWrite(Path file, IOException e) {
    return new RecordingException("cannot write the recording " + file + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }
}
