package dev.isogauge.collect.rocksdb;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import dev.isogauge.collect.rocksdb.Library.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * Transactions that read from a snapshot, taken as they begin. A write is refused, at once or when
 * committing, if its key has been changed since. Sequence numbers of snapshot and last change are
 * start and commit.
 */
final class RocksDbConnection implements KeyValueConnection {
  private static final Set<String> CONFLICTS =
      Set.of("Busy", "TimedOut", "Aborted", "Expired", "TryAgain");

  private final RocksDb store;
  private final Library library;

  /** These are null while no transaction is under way. */
  private Object transaction;

  private Object snapshot;
  private Object reading;

  /** The transaction's mark in the log; none before its first write. */
  private long mark = BatchReader.NO_MARK;

  RocksDbConnection(RocksDb store) {
    this.store = store;
    this.library = store.library();
  }

  @Override
  public void begin() throws Failure {
    run(
        () -> {
          transaction = store.begin();
          snapshot = library.call(transaction, "getSnapshot");
          reading = library.create("ReadOptions");
          return library.call(reading, "setSnapshot", snapshot);
        });
  }

  @Override
  public Optional<String> value(String key) throws Failure {
    return Optional.ofNullable(
            (byte[]) run(() -> library.call(transaction, "get", reading, bytes(key))))
        .map(value -> new String(value, StandardCharsets.UTF_8));
  }

  @Override
  public void put(String key, String value) throws Failure {
    run(
        () -> {
          leaveMark();
          return library.call(transaction, "put", bytes(key), bytes(value));
        });
  }

  @Override
  public void remove(String key) throws Failure {
    run(
        () -> {
          leaveMark();
          return library.call(transaction, "delete", bytes(key));
        });
  }

  private void leaveMark() throws RefusedException {
    if (mark == BatchReader.NO_MARK) {
      mark = store.nextMark();
      library.call(transaction, "putLogData", BatchReader.remark(mark));
    }
  }

  @Override
  public Timestamps commit() throws Failure {
    try {
      long start = (long) library.call(snapshot, "getSequenceNumber");
      library.call(transaction, "commit");
      long commit = mark == BatchReader.NO_MARK ? start : store.log().commitOf(mark);
      end();
      return new Timestamps(start, commit);
    } catch (RefusedException e) {
      throw CONFLICTS.contains(e.code())
          ? new Failure.Aborted(e.getMessage(), e)
          : new Failure.CommitUnknown(e.getMessage(), e);
    }
  }

  @Override
  public void rollback() {
    try {
      if (transaction != null) {
        library.call(transaction, "rollback");
      }
    } catch (RefusedException e) {
      // Closing it rolls back, too.
    } finally {
      end();
    }
  }

  private void end() {
    close(reading);
    close(snapshot);
    close(transaction);
    reading = null;
    snapshot = null;
    transaction = null;
    mark = BatchReader.NO_MARK;
  }

  private void close(Object resource) {
    if (resource != null) {
      try {
        library.call(resource, "close");
      } catch (RefusedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    rollback();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @FunctionalInterface
  private interface Step {
    Object take() throws RefusedException;
  }

  private static Object run(Step step) throws Failure {
    try {
      return step.take();
    } catch (RefusedException e) {
      throw CONFLICTS.contains(e.code())
          ? new Failure.Aborted(e.getMessage(), e)
          : new Failure.Rejected(e.getMessage(), e);
    }
  }
}
