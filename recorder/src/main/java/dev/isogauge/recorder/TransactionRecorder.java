package dev.isogauge.recorder;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One transaction of a recording: what it did, in program order, then how it ended, once. Closed
 * without an outcome it is indeterminate.
 *
 * <pre>{@code
 * try (TransactionRecorder transaction = recorder.session("worker-1").begin()) {
 *   transaction.read("x", balance);
 *   transaction.write("x", balance - 10);
 *   connection.commit();
 *   transaction.committed();
 * }
 * }</pre>
 *
 * <p>A statement that failed in a transaction that goes on did not happen, so do not record it.
 * After an error of the commit call {@link #aborted} only if the database said that it rolled back.
 *
 * <p>Several threads may use it.
 */
public final class TransactionRecorder implements OperationLog, AutoCloseable {
  /**
   * What follows the operations, with the longest numbers: <code>],"rt":[,],"outcome":
   * "indeterminate"}</code>, two numbers and the line end.
   */
  private static final int TAIL = 38 + 2 * 20;

  /** The longest {@code ,"ts":[1,2]}. */
  private static final int TIMESTAMPS = 9 + 2 * 20;

  /** Room for further operations behind the first one that is stored. */
  private static final int ROOM = 96;

  private final Recorder recorder;
  private final long begin;

  /** The line up to its last operation; whatever follows is made anew each time. */
  private final JsonLine line = new JsonLine();

  private final JsonLine failed = new JsonLine(0);
  private Map<String, Object> ownFields = Map.of();
  private final JsonLine fields = new JsonLine(0);
  private final int firstOperation;
  private boolean announcesCommit;
  private boolean changes;
  private boolean expectsTimestamps;
  private boolean ended;

  /** Its neighbours in the recorder's list of those that are running. */
  TransactionRecorder before;

  TransactionRecorder after;

  /** The place of the line in the file, and its length; 0 while it is not there. */
  private long place;

  private int placeLength;

  /** How much of the line is in the file as it is. */
  private int stored;

  TransactionRecorder(Recorder recorder, String session, long begin) {
    this.recorder = recorder;
    this.begin = begin;
    this.announcesCommit = recorder.announcesCommits();
    line.beginTransaction(session).beginOperations();
    firstOperation = line.length();
  }

  /** An operation, encoded as a whole or not at all; reads and writes do so without a closure. */
  private interface Encoding {
    void encode();
  }

  private void add(boolean isChange, Encoding operation) {
    int before = line.length();
    try {
      operation.encode();
    } catch (RuntimeException e) {
      line.cut(before);
      throw e;
    }
    grown(isChange);
  }

  @Override
  public synchronized void read(Object key, Object value) {
    int before = line.length();
    try {
      line.read(key, value);
    } catch (RuntimeException e) {
      line.cut(before);
      throw e;
    }
    grown(false);
  }

  @Override
  public synchronized void readFrom(Object key, Object value, Object transaction) {
    add(false, () -> line.readFrom(key, value, transaction));
  }

  @Override
  public synchronized void readInitial(Object key, Object value) {
    add(false, () -> line.readInitial(key, value));
  }

  @Override
  public synchronized void readUnknown(Object key) {
    add(false, () -> line.readUnknown(key));
  }

  @Override
  public synchronized void readList(Object key, List<?> elements) {
    add(false, () -> line.readList(key, elements));
  }

  @Override
  public synchronized void write(Object key, Object value) {
    int before = line.length();
    try {
      line.write(key, value);
    } catch (RuntimeException e) {
      line.cut(before);
      throw e;
    }
    grown(true);
  }

  @Override
  public synchronized void append(Object key, Object element) {
    add(true, () -> line.append(key, element));
  }

  @Override
  public synchronized void delete(Object key) {
    add(true, () -> line.delete(key));
  }

  @Override
  public synchronized void search(
      String relation, String condition, Collection<? extends Map.Entry<?, ?>> rows) {
    add(false, () -> line.search(relation, condition, rows));
  }

  @Override
  public synchronized void aggregate(String relation, String aggregate, Object value) {
    add(false, () -> line.aggregate(relation, aggregate, value));
  }

  @Override
  public synchronized void unknownRead(UnknownScope scope) {
    add(false, () -> line.unknownRead(scope));
  }

  @Override
  public synchronized void unknownWrite(UnknownScope scope) {
    add(true, () -> line.unknownWrite(scope));
  }

  @Override
  public synchronized void unknownRead(UnknownScope scope, int statement) {
    add(false, () -> line.unknownRead(scope, statement));
  }

  @Override
  public synchronized void unknownWrite(UnknownScope scope, int statement) {
    add(true, () -> line.unknownWrite(scope, statement));
  }

  /**
   * Forgets the operations so far, for a statement that commits by itself and turned out otherwise
   * than was recorded before it was sent: {@code txn.forget(); txn.read("x", null);}.
   */
  public synchronized void forget() {
    requireRunning();
    line.cut(firstOperation);
    stored = Math.min(stored, firstOperation);
  }

  /**
   * Takes operations that failed. The database says that they did not happen: they are recorded
   * only if the transaction is aborted, where it is an anomaly if others saw them: {@code
   * transaction.failed().write("x", 2)}. Only for the thread that runs the transaction.
   */
  public OperationLog failed() {
    return failed;
  }

  /**
   * A field of your own, which checking ignores, or one of docs/formats.md such as {@code xid};
   * before the commit is sent: {@code transaction.field("user", "ann")}. The last value counts.
   */
  public synchronized void field(String name, Object value) {
    requireRunning();
    if (ownFields.isEmpty()) {
      ownFields = new LinkedHashMap<>();
    }
    ownFields.put(name, value);
    fields.cut(0);
    ownFields.forEach((each, content) -> fields.name(each).value(content));
    grown(false);
  }

  /** Says that {@link #timestamps} will follow the commit: {@code txn.expectTimestamps()}. */
  public synchronized void expectTimestamps() {
    requireRunning();
    expectsTimestamps = true;
    grown(false);
  }

  /**
   * The transaction's timestamps by the database's clock; after {@link #expectTimestamps}, which
   * keeps room for them: {@code transaction.timestamps(120, 145)}.
   */
  public synchronized void timestamps(long start, long commit) {
    requireRunning();
    if (!expectsTimestamps) {
      throw new IllegalStateException("call expectTimestamps() before the commit");
    }
    fields.timestamps(start, commit);
    expectsTimestamps = false;
  }

  /**
   * Promises to call {@link #committing} before the commit is sent, so that nothing need go to the
   * file earlier: {@code session.begin().announcingCommit()}. {@link
   * RecorderOptions#announcingCommits} promises it for all transactions.
   */
  public synchronized TransactionRecorder announcingCommit() {
    announcesCommit = true;
    return this;
  }

  /**
   * Says that the commit is about to be sent, where that was promised: {@code
   * transaction.committing(); connection.commit();}.
   */
  public synchronized void committing() {
    requireRunning();
    if (changes) {
      store(RecordedOutcome.INDETERMINATE, 0, 0);
    }
  }

  /** The database said that it committed: {@code connection.commit(); txn.committed();}. */
  public void committed() {
    ended(RecordedOutcome.COMMITTED);
  }

  /** The database said that it rolled back: {@code connection.rollback(); txn.aborted();}. */
  public void aborted() {
    ended(RecordedOutcome.ABORTED);
  }

  /**
   * Says how it ended, now: {@code transaction.ended(RecordedOutcome.INDETERMINATE)}.
   *
   * @throws IllegalStateException if it has ended before
   */
  public synchronized void ended(RecordedOutcome outcome) {
    requireRunning();
    ended = true;
    try {
      if (outcome == RecordedOutcome.ABORTED) {
        line.add(failed);
      }
      store(outcome, recorder.now(), 0);
    } finally {
      recorder.ended(this, outcome);
    }
  }

  /** Whether it has ended: {@code if (!transaction.hasEnded()) ...}. */
  public synchronized boolean hasEnded() {
    return ended;
  }

  /** Ends it as indeterminate unless it has ended: by try-with-resources, from any thread. */
  @Override
  public synchronized void close() {
    if (!ended) {
      ended(RecordedOutcome.INDETERMINATE);
    }
  }

  private void requireRunning() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended before");
    }
  }

  /** After the line has grown: what others may see soon goes to the file. */
  private void grown(boolean isChange) {
    requireRunning();
    changes |= isChange;
    boolean isStored = placeLength > 0;
    if (isStored ? isChange || needed() > placeLength : isChange && !announcesCommit) {
      // Lines that outgrew their place get twice the room.
      store(RecordedOutcome.INDETERMINATE, 0, isStored ? line.length() : ROOM);
    }
  }

  /** The length that the line may have when the transaction has ended. */
  private int needed() {
    return line.length() + fields.length() + 1 + TAIL + (expectsTimestamps ? TIMESTAMPS : 0);
  }

  /**
   * Writes the line as it is now. One that outgrew its place is blanked there before it is written
   * elsewhere: a transaction that dies in between has not sent its commit. After that was sent the
   * line fits, since every operation that did not fit moved it.
   */
  private void store(RecordedOutcome outcome, long end, int room) {
    boolean fits = needed() <= placeLength || (ended && outcome != RecordedOutcome.ABORTED);
    int operations = line.length();
    int wanted = ended ? 0 : needed() + room;
    line.endOperations();
    line.add(fields);
    if (outcome == RecordedOutcome.INDETERMINATE) {
      line.beginTime(begin);
    } else {
      line.times(begin, end);
    }
    line.outcome(outcome);
    String finalForm = ended && recorder.hasListener() ? line + "}" : "";
    try {
      if (placeLength > 0 && fits) {
        line.pad(placeLength - 2);
        line.endLine();
        if (ended) {
          recorder.complete(place + stored, line.bytes(), stored, line.length() - stored);
        } else {
          recorder.overwrite(place + stored, line.bytes(), stored, line.length() - stored);
        }
      } else {
        if (placeLength > 0) {
          recorder.blank(place, placeLength);
          placeLength = 0;
        }
        line.pad(wanted - 2);
        line.endLine();
        place = recorder.append(line.bytes(), line.length());
        // Only now: a line that found no room must not be written over.
        placeLength = line.length();
      }
      stored = operations;
    } finally {
      line.cut(operations);
    }
    if (!finalForm.isEmpty()) {
      recorder.tell(finalForm);
    }
  }
}
