package dev.isogauge.collect.rocksdb.engine;

import java.util.HashMap;
import java.util.Map;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.TransactionLogIterator;

/**
 * Finds the sequence numbers of commits, which the commits themselves do not return: every
 * transaction that writes leaves its number in the log before its first change, and the log is read
 * as far as that. RocksDB may write the transactions of several threads as one batch.
 */
final class WriteAheadLog {
  private final RocksDB store;
  private final Map<Long, Long> commits = new HashMap<>();

  /** Null before the first commit. */
  private TransactionLogIterator iterator;

  /** The last sequence number that has been read. */
  private long last;

  WriteAheadLog(RocksDB store) {
    this.store = store;
  }

  /**
   * The sequence number of the last change of a transaction that has committed: from this number on
   * others see it. To be asked once.
   */
  synchronized long commitOf(long transaction) throws RocksDBException {
    while (!commits.containsKey(transaction)) {
      if (!advance()) {
        throw new IllegalStateException(
            "RocksDB's log ends at " + last + " without transaction " + transaction);
      }
      read(iterator.getBatch().writeBatch().data());
    }
    return commits.remove(transaction);
  }

  /** Moves to the next batch; false if there is none. */
  private boolean advance() throws RocksDBException {
    if (iterator != null) {
      iterator.next();
      if (iterator.isValid()) {
        return true;
      }
      // It does not go over to a log that was begun after it was opened.
      iterator.close();
    }
    iterator = store.getUpdatesSince(last + 1);
    return iterator.isValid();
  }

  private void read(byte[] batch) {
    BatchReader reader = new BatchReader(batch);
    while (reader.next()) {
      last = reader.sequence();
      commits.put(reader.mark(), last);
    }
    commits.remove(BatchReader.NO_MARK);
  }

  synchronized void close() {
    if (iterator != null) {
      iterator.close();
    }
  }
}
