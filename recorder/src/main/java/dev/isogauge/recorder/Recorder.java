package dev.isogauge.recorder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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
 *   <li>When the answer has come, outcome and end are written over their places, which have room;
 *       in recordings of more than 64 kB some milliseconds later, for some transactions at once.
 *   <li>Any other transaction is written when it has ended, and those that have not when the
 *       recorder is closed, as indeterminate.
 *   <li>Lines are handed to the operating system one after the other; a crash of the machine may
 *       lose the last ones. If the process dies in the middle of a line, that line is cut off; its
 *       transaction's commit was not sent. Behind the last line may be blanks.
 * </ol>
 *
 * <p>Begin and end are nanoseconds of one clock that never goes back, counted from the recorder's
 * start; the first line has the time of that. Any number of threads may record at the same time,
 * and interrupting one does no harm. In memory are the transactions that have not ended.
 */
public final class Recorder implements AutoCloseable {
  /** For {@code ,"ended":"..."}. */
  private static final int ENDING_ROOM = 100;

  private static final int MOST_STATEMENTS = 10_000;

  private final RecordingFile file;
  private final RecorderOptions options;
  private final long origin = System.nanoTime();
  private final AtomicLongArray outcomes = new AtomicLongArray(RecordedOutcome.values().length);

  /** The last one of those that have not ended, linked to the others; by its own lock. */
  private TransactionRecorder running;

  private final Object runningLock = new Object();

  private final Queue<Runnable> closing = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> statements = new HashMap<>();
  private int lastStatement;

  /** Null while there are none. */
  private LateLines late;

  /** Where the first line has room to say that the recording ended early. */
  private long endingPlace;

  /** A line that is taken back when the recording is closed; its length is 0 if there is none. */
  private long provisional;

  private int provisionalLength;

  /** Why nothing more is recorded; null while all is well. */
  private volatile RecordingException failure;

  private volatile boolean isClosed;

  private Recorder(RecordingFile file, RecorderOptions options) {
    this.file = file;
    this.options = options;
  }

  /**
   * Begins a recording in a file, which is replaced if it is there: {@code
   * Recorder.create(Path.of("run.jsonl"))}. No key exists at first. If another recorder is writing
   * that file, in this process or another, this one takes a name of its own, {@code run-2.jsonl};
   * see {@link #file}.
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
      recorder = new Recorder(RecordingFile.open(file), options);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
    Map<String, Object> about = new TreeMap<>(options.about());
    about.put("origin", Instant.now().toString());
    about.put("clock", "nanoseconds since origin");
    JsonLine first = new JsonLine().initialValues(options.initialValue(), about);
    first.cut(first.length() - 2);
    recorder.endingPlace = first.length();
    first.pad(first.length() + ENDING_ROOM);
    recorder.append(first.endLine());
    return recorder;
  }

  /**
   * The file of the recording, which is another than was asked for if that was in use: {@code
   * System.out.println(recorder.file())}.
   */
  public Path file() {
    return file.path();
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
   * The number of a statement that is not understood, for {@link OperationLog#unknownRead(
   * UnknownScope, int)}; its text is recorded once: {@code recorder.unknownStatement("CALL pay(?)",
   * "what a procedure does is not known")}.
   */
  public synchronized int unknownStatement(String sql, String reason) {
    String both = sql + "\n" + reason;
    Integer known = statements.get(both);
    if (known != null) {
      return known;
    }
    if (statements.size() >= MOST_STATEMENTS) {
      // Those that come again get another number.
      statements.clear();
    }
    int number = ++lastStatement;
    statements.put(both, number);
    append(new JsonLine().statement(number, sql, reason));
    return number;
  }

  /**
   * Why the recording ended early, which its file says too: {@code
   * recorder.failure().ifPresent(...)}. Whatever is recorded after that throws it again.
   */
  public synchronized Optional<RecordingException> failure() {
    return Optional.ofNullable(failure);
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

  /**
   * Lets the file say that the recording ended early, until it is closed: for recordings whose last
   * transactions are not in the file yet: {@code recorder.endedEarlyUnlessClosed("killed")}.
   */
  public synchronized void endedEarlyUnlessClosed(String reason) {
    JsonLine line = new JsonLine().endedEarly(reason);
    provisional = append(line.bytes(), line.length());
    provisionalLength = line.length();
  }

  /**
   * Appends a line that was made elsewhere, such as a transaction of which the database told what
   * it wrote, or the order of a key's versions: {@code recorder.line(line)}.
   */
  public void line(JsonLine line) {
    append(line);
    if (hasListener()) {
      String text = line.toString();
      tell(text.substring(0, text.length() - 1));
    }
  }

  /**
   * Keeps a line, outside of memory, which is appended when the recording is closed, before what
   * {@link #atClose} adds: {@code recorder.lineAtEnd(order)}.
   *
   * @throws IOException if there is no room for it, beside the recording; nothing else is lost
   */
  public synchronized void lineAtEnd(JsonLine line) throws IOException {
    if (late == null) {
      late = LateLines.beside(file.path());
    }
    late.add(line.bytes(), line.length());
  }

  /**
   * Counts a transaction whose line was made elsewhere: {@code
   * recorder.count(RecordedOutcome.COMMITTED)}.
   */
  public void count(RecordedOutcome outcome) {
    outcomes.incrementAndGet(outcome.ordinal());
  }

  /** A moment by the recording's clock: {@code recorder.time(System.nanoTime())}. */
  public long time(long nanoTime) {
    return nanoTime - origin;
  }

  /**
   * Does something when the recording is closed, before its file is: {@code atClose(() -> ...)}.
   */
  public void atClose(Runnable work) {
    closing.add(work);
  }

  /** How many transactions have ended, and how: {@code recorder.counts().aborted()}. */
  public RecordingCounts counts() {
    return new RecordingCounts(
        outcomes.get(RecordedOutcome.COMMITTED.ordinal()),
        outcomes.get(RecordedOutcome.ABORTED.ordinal()),
        outcomes.get(RecordedOutcome.INDETERMINATE.ordinal()));
  }

  TransactionRecorder begin(String session, long nanoTime) {
    TransactionRecorder transaction = new TransactionRecorder(this, session, nanoTime - origin);
    synchronized (runningLock) {
      transaction.before = running;
      if (running != null) {
        running.after = transaction;
      }
      running = transaction;
    }
    return transaction;
  }

  long now() {
    return System.nanoTime() - origin;
  }

  boolean announcesCommits() {
    return options.announcesCommits();
  }

  void ended(TransactionRecorder transaction, RecordedOutcome outcome) {
    synchronized (runningLock) {
      if (transaction.before != null) {
        transaction.before.after = transaction.after;
      }
      if (transaction.after != null) {
        transaction.after.before = transaction.before;
      } else if (running == transaction) {
        running = transaction.before;
      }
      transaction.before = null;
      transaction.after = null;
    }
    outcomes.incrementAndGet(outcome.ordinal());
  }

  private List<TransactionRecorder> running() {
    List<TransactionRecorder> all = new ArrayList<>();
    synchronized (runningLock) {
      for (TransactionRecorder each = running; each != null; each = each.before) {
        all.add(each);
      }
    }
    return all;
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
  long append(byte[] line, int length) {
    try {
      requireRecording();
      return file.append(line, length);
    } catch (IOException e) {
      throw cutBack(e);
    }
  }

  /** The file ends with whole lines, and nothing follows them. */
  private RecordingException cutBack(IOException e) {
    try {
      file.cutBack();
    } catch (IOException again) {
      e.addSuppressed(again);
    }
    return ended(e);
  }

  /**
   * Ends the recording. Its first line has room to say so, since a full disk has none for another
   * line. What is missing from then on nothing in the file has seen: a transaction is there before
   * its commit is sent, hence before those that read from it.
   */
  private synchronized RecordingException ended(IOException e) {
    if (failure == null) {
      failure = cannotWrite(file.path(), e);
      JsonLine text = new JsonLine().beginObject().nil().name("ended").text(shortened(e));
      try {
        // Behind the "{null" that made the comma.
        file.overwrite(endingPlace, text.bytes(), 5, text.length() - 5);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
    }
    return failure;
  }

  private static String shortened(IOException e) {
    String text = String.valueOf(e.getMessage()).replaceAll("[^ -~]|[\"\\\\]", "?");
    return text.substring(0, Math.min(text.length(), ENDING_ROOM - 12));
  }

  private void requireRecording() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Writes over a part of a line. */
  void overwrite(long place, byte[] text, int offset, int length) {
    try {
      requireRecording();
      file.overwrite(place, text, offset, length);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** Writes over the last part of a line that does not change again. */
  void complete(long place, byte[] text, int offset, int length) {
    try {
      requireRecording();
      file.complete(place, text, offset, length);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** Makes a line empty, which means nothing. */
  void blank(long place, int length) {
    byte[] blanks = new byte[length - 1];
    Arrays.fill(blanks, (byte) ' ');
    overwrite(place, blanks, 0, blanks.length);
  }

  private static RecordingException cannotWrite(Path file, IOException e) {
    return new RecordingException("cannot write the recording " + file + ": " + e.getMessage(), e);
  }

  /** Whether {@link #close} was called: {@code if (!recorder.isClosed()) ...}. */
  public boolean isClosed() {
    return isClosed;
  }

  /** Records all transactions that have not ended as indeterminate, and closes the file. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      appendLate();
      for (Runnable work = closing.poll(); work != null; work = closing.poll()) {
        work.run();
      }
      running().forEach(TransactionRecorder::close);
      if (provisionalLength > 0) {
        blank(provisional, provisionalLength);
      }
    } finally {
      closeFile();
    }
  }

  private synchronized void appendLate() {
    if (late != null) {
      try {
        late.forEach(this::append);
      } catch (IOException e) {
        throw ended(e);
      }
    }
  }

  private synchronized void closeFile() {
    try {
      if (late != null) {
        late.close();
      }
      file.close();
    } catch (IOException e) {
      throw cannotWrite(file.path(), e);
    }
  }
}
