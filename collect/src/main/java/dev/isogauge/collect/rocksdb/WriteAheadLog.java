package dev.isogauge.collect.rocksdb;

import dev.isogauge.collect.rocksdb.Library.RefusedException;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells the sequence numbers of commits, which the commits themselves do not: every transaction
 * that writes leaves its number in the log before its first change, and the log is read as far as
 * that. RocksDB may write the transactions of several threads as one batch.
 */
final class WriteAheadLog {
  private final Library library;
  private final Object store;
  private final Map<Long, Long> commits = new HashMap<>();

  /** Null before the first commit. */
  private Object iterator;

  /** The last sequence number that has been read. */
  private long last;

  WriteAheadLog(Library library, Object store) {
    this.library = library;
    this.store = store;
  }

  /**
   * The sequence number of the last change of a transaction that has committed: from this number on
   * others see it. To be asked once.
   */
  synchronized long commitOf(long transaction) throws RefusedException {
    while (!commits.containsKey(transaction)) {
      if (!advance()) {
        throw new IllegalStateException(
            "RocksDB's log ends at " + last + " without transaction " + transaction);
      }
      read((byte[]) library.call(batch(), "data"));
    }
    return commits.remove(transaction);
  }

  private Object batch() throws RefusedException {
    return library.call(library.call(iterator, "getBatch"), "writeBatch");
  }

  /** Moves to the next batch; false if there is none. */
  private boolean advance() throws RefusedException {
    if (iterator != null) {
      library.call(iterator, "next");
      if ((boolean) library.call(iterator, "isValid")) {
        return true;
      }
      // It does not go over to a log that was begun after it was opened.
      library.call(iterator, "close");
    }
    iterator = library.call(store, "getUpdatesSince", last + 1);
    return (boolean) library.call(iterator, "isValid");
  }

  private void read(byte[] batch) {
    BatchReader reader = new BatchReader(batch);
    while (reader.next()) {
      last = reader.sequence();
      commits.put(reader.mark(), last);
    }
    commits.remove(BatchReader.NO_MARK);
  }

  synchronized void close() throws RefusedException {
    if (iterator != null) {
      library.call(iterator, "close");
    }
  }
}
