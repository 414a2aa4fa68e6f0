package dev.isogauge.collect.rocksdb.engine;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;
import org.rocksdb.Transaction;

/**
 * Transactions that read from a snapshot, taken as they begin. A write is refused, at once or when
 * committing, if its key has been changed since. Sequence numbers of snapshot and last change are
 * start and commit.
 */
final class RocksDbConnection implements KeyValueConnection {
  private static final Set<Status.Code> CONFLICTS =
      EnumSet.of(
          Status.Code.Busy,
          Status.Code.TimedOut,
          Status.Code.Aborted,
          Status.Code.Expired,
          Status.Code.TryAgain);

  private final RocksDbStore store;

  /** These are null while no transaction is under way. */
  private Transaction transaction;

  private Snapshot snapshot;
  private ReadOptions reading;

  /** The transaction's mark in the log; none before its first write. */
  private long mark = BatchReader.NO_MARK;

  RocksDbConnection(RocksDbStore store) {
    this.store = store;
  }

  @Override
  public void begin() {
    transaction = store.begin();
    snapshot = transaction.getSnapshot();
    reading = new ReadOptions().setSnapshot(snapshot);
  }

  @Override
  public Optional<String> value(String key) throws Failure {
    try {
      return Optional.ofNullable(transaction.get(reading, bytes(key)))
          .map(value -> new String(value, StandardCharsets.UTF_8));
    } catch (RocksDBException e) {
      throw refused(e);
    }
  }

  @Override
  public void put(String key, String value) throws Failure {
    leaveMark();
    try {
      transaction.put(bytes(key), bytes(value));
    } catch (RocksDBException e) {
      throw refused(e);
    }
  }

  @Override
  public void remove(String key) throws Failure {
    leaveMark();
    try {
      transaction.delete(bytes(key));
    } catch (RocksDBException e) {
      throw refused(e);
    }
  }

  private void leaveMark() {
    if (mark == BatchReader.NO_MARK) {
      mark = store.nextMark();
      transaction.putLogData(BatchReader.remark(mark));
    }
  }

  @Override
  public Optional<Timestamps> commit() throws Failure {
    try {
      long start = snapshot.getSequenceNumber();
      transaction.commit();
      long commit = mark == BatchReader.NO_MARK ? start : store.log().commitOf(mark);
      end();
      return Optional.of(new Timestamps(start, commit));
    } catch (RocksDBException e) {
      throw isConflict(e)
          ? new Failure.Aborted(message(e), e)
          : new Failure.CommitUnknown(message(e), e);
    }
  }

  @Override
  public void rollback() {
    try {
      if (transaction != null) {
        transaction.rollback();
      }
    } catch (RocksDBException e) {
      // Closing it rolls back, too.
    } finally {
      end();
    }
  }

  private void end() {
    if (transaction != null) {
      reading.close();
      snapshot.close();
      transaction.close();
    }
    reading = null;
    snapshot = null;
    transaction = null;
    mark = BatchReader.NO_MARK;
  }

  @Override
  public void close() {
    rollback();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Failure refused(RocksDBException e) {
    return isConflict(e) ? new Failure.Aborted(message(e), e) : new Failure.Rejected(message(e), e);
  }

  private static Status.Code code(RocksDBException e) {
    return e.getStatus() == null ? Status.Code.Undefined : e.getStatus().getCode();
  }

  private static boolean isConflict(RocksDBException e) {
    return CONFLICTS.contains(code(e));
  }

  private static String message(RocksDBException e) {
    return code(e) + ": " + e.getMessage();
  }
}
