package dev.isogauge.recorder;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Records the transactions of an application as JSON Lines, while they happen.
 *
 * <pre>{@code
 * try (Recorder recorder = Recorder.create(Path.of("run.jsonl"))) {
 *   try (TransactionRecorder transaction = recorder.session("worker-1").begin()) {
 *     transaction.read("x", 1);
 *     transaction.write("x", 2);
 *     transaction.committed();
 *   }
 * }
 * }</pre>
 *
 * <p>What has been recorded is in the file at any moment, whatever becomes of this process:
 *
 * <ol>
 *   <li>A transaction that wrote is in the file <em>before</em> its commit is sent, as
 *       indeterminate, which is what it is if the process dies then.
 *   <li>When the answer has come, outcome and end are written over their places, which have room.
 *   <li>Any other transaction is written when it has ended, and those that have not when the
 *       recorder is closed, as indeterminate.
 *   <li>Lines are handed to the operating system one at a time and whole; a crash of the machine
 *       may lose the last ones. If the process dies in the middle of a line, that line is cut off;
 *       its transaction's commit was not sent.
 * </ol>
 *
 * <p>Begin and end are nanoseconds of one clock that never goes back, counted from the recorder's
 * start; the first line has the time of that. Any number of threads may record at the same time,
 * and interrupting one does no harm. In memory are the transactions that have not ended.
 */
public final class Recorder implements AutoCloseable {
  private final Path path;
  private final RandomAccessFile file;
  private final RecorderOptions options;
  private final long origin = System.nanoTime();
  private final AtomicLongArray outcomes = new AtomicLongArray(RecordedOutcome.values().length);
  private final Set<TransactionRecorder> running = ConcurrentHashMap.newKeySet();

  /** Where the next line begins; no other process writes to the file. */
  private long end;

  private Recorder(Path path, RandomAccessFile file, RecorderOptions options) {
    this.path = path;
    this.file = file;
    this.options = options;
  }

  /**
   * Begins a recording in a file, which is replaced if it is there: {@code
   * Recorder.create(Path.of("run.jsonl"))}. No key exists at first.
   */
  public static Recorder create(Path file) {
    return create(file, RecorderOptions.DEFAULTS);
  }

  /**
   * Begins a recording with options: {@code Recorder.create(path,
   * RecorderOptions.DEFAULTS.startingAt(0))}.
   *
   * @throws RecordingException if the file cannot be written
   */
  public static Recorder create(Path file, RecorderOptions options) {
    Recorder recorder;
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      new FileOutputStream(file.toFile()).close();
      // Not a channel: interrupting a thread that writes to one closes it for all.
      recorder = new Recorder(file, new RandomAccessFile(file.toFile(), "rw"), options);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
    Map<String, Object> about = new TreeMap<>(options.about());
    about.put("origin", Instant.now().toString());
    about.put("clock", "nanoseconds since origin");
    recorder.append(new JsonLine().initialValues(options.initialValue(), about));
    return recorder;
  }

  /** The file of the recording: {@code System.out.println(recorder.file())}. */
  public Path file() {
    return path;
  }

  /** A session by its name, new or not: {@code recorder.session("worker-1").begin()}. */
  public SessionRecorder session(String name) {
    return new SessionRecorder(this, name);
  }

  /** What one key holds before the first transaction: {@code recorder.initialValue("x", 5)}. */
  public void initialValue(Object key, Object value) {
    append(new JsonLine().initialValue(key, value));
  }

  /**
   * That something went wrong on purpose for a time, which reports show beside the transactions:
   * {@code recorder.fault("kill", "node-2", killed, OptionalLong.of(restarted))}.
   *
   * @param begin when it began, by {@link System#nanoTime}
   * @param end when it was over, likewise; empty if it never was
   */
  public void fault(String kind, String server, long begin, OptionalLong end) {
    JsonLine line = new JsonLine();
    append(
        end.isEmpty()
            ? line.fault(kind, server, begin - origin)
            : line.fault(kind, server, begin - origin, end.getAsLong() - origin));
  }

  /** How many transactions have ended, and how: {@code recorder.counts().aborted()}. */
  public RecordingCounts counts() {
    return new RecordingCounts(
        outcomes.get(RecordedOutcome.COMMITTED.ordinal()),
        outcomes.get(RecordedOutcome.ABORTED.ordinal()),
        outcomes.get(RecordedOutcome.INDETERMINATE.ordinal()));
  }

  TransactionRecorder begin(String session) {
    TransactionRecorder transaction = new TransactionRecorder(this, session, now());
    running.add(transaction);
    return transaction;
  }

  long now() {
    return System.nanoTime() - origin;
  }

  boolean announcesCommits() {
    return options.announcesCommits();
  }

  void ended(TransactionRecorder transaction, RecordedOutcome outcome) {
    running.remove(transaction);
    outcomes.incrementAndGet(outcome.ordinal());
  }

  boolean hasListener() {
    return options.listener().isPresent();
  }

  void tell(String line) {
    options.listener().orElseThrow().accept(line);
  }

  private void append(JsonLine line) {
    append(line.bytes(), line.length());
  }

  /** Appends a line and returns where it begins. */
  synchronized long append(byte[] line, int length) {
    long place = end;
    try {
      write(place, line, 0, length);
    } catch (IOException e) {
      throw cutBack(place, e);
    }
    end += length;
    return place;
  }

  /** Another session's line may still find room, and must not follow a part of this one. */
  private RecordingException cutBack(long place, IOException e) {
    try {
      file.setLength(place);
    } catch (IOException again) {
      e.addSuppressed(again);
    }
    return cannotWrite(path, e);
  }

  /** Writes over a part of a line. */
  synchronized void overwrite(long place, byte[] text, int offset, int length) {
    try {
      write(place, text, offset, length);
    } catch (IOException e) {
      throw cannotWrite(path, e);
    }
  }

  /** Makes a line empty, which means nothing. */
  void blank(long place, int length) {
    byte[] blanks = new byte[length - 1];
    Arrays.fill(blanks, (byte) ' ');
    overwrite(place, blanks, 0, blanks.length);
  }

  private void write(long place, byte[] text, int offset, int length) throws IOException {
    file.seek(place);
    file.write(text, offset, length);
  }

  private static RecordingException cannotWrite(Path file, IOException e) {
    return new RecordingException("cannot write the recording " + file + ": " + e.getMessage(), e);
  }

  /** Records all transactions that have not ended as indeterminate, and closes the file. */
  @Override
  public void close() {
    try {
      running.forEach(TransactionRecorder::close);
    } finally {
      closeFile();
    }
  }

  private synchronized void closeFile() {
    try {
      file.close();
    } catch (IOException e) {
      throw cannotWrite(path, e);
    }
  }
}
