package dev.isogauge.online.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * What of a history is to be sorted and does not fit into memory: names, to find those that two
 * transactions have ({@code name line (i64)}), and transactions that do not come in the order of
 * their commits ({@code place (i64) sequence (i64) -> transaction}). For one thread.
 */
final class HistoryStore implements AutoCloseable {
  private static final int NAMES = 0;
  private static final int TRANSACTIONS = 1;
  private static final byte[] NOTHING = {};

  /** So many transactions are written at a time. */
  private static final int AT_ONCE = 1000;

  private final StateStore store;
  private final Atoms atoms;
  private long sequence;

  /** Takes sorted transactions. */
  @FunctionalInterface
  interface Taker {
    void take(byte[] transaction) throws IOException;
  }

  /** Puts something of a transaction into a batch. */
  @FunctionalInterface
  private interface Adder {
    void add(int fragment, WriteBatch batch) throws RocksDBException, IOException;
  }

  HistoryStore(Path directory, long memoryBytes, Atoms atoms) throws IOException {
    this.atoms = atoms;
    store =
        new StateStore(
            directory,
            List.of("names", "transactions"),
            memoryBytes,
            DiskSpace.impatient(directory),
            OptionalLong.empty());
  }

  void addNames(RawBlock block) throws IOException {
    add(
        block,
        (fragment, batch) -> {
          if (block.name(fragment) != Atoms.NO_NAME) {
            byte[] name = atoms.token(block.name(fragment)).getBytes(UTF_8);
            ByteBuffer key = ByteBuffer.allocate(name.length + Long.BYTES);
            key.put(name).putLong(block.line(fragment));
            batch.put(store.family(NAMES), key.array(), NOTHING);
          }
        });
  }

  /**
   * Adds whole transactions.
   *
   * @param places of each fragment, among all; equal ones stay in their order
   */
  void addTransactions(RawBlock block, long[] places) throws IOException {
    add(
        block,
        (fragment, batch) -> {
          ByteBuffer key = ByteBuffer.allocate(2 * Long.BYTES);
          key.putLong(places[fragment] ^ Long.MIN_VALUE).putLong(sequence++);
          batch.put(
              store.family(TRANSACTIONS),
              key.array(),
              TransactionCodec.bytes(block, fragment, atoms));
        });
  }

  private void add(RawBlock block, Adder adder) throws IOException {
    // Before there is a batch, its library is loaded.
    RocksDB db = store.db();
    for (int fragment = 0; fragment < block.fragmentCount(); ) {
      try (WriteBatch batch = new WriteBatch()) {
        int end = Math.min(block.fragmentCount(), fragment + AT_ONCE);
        for (; fragment < end; fragment++) {
          adder.add(fragment, batch);
        }
        store.write(unlogged -> db.write(unlogged, batch), batch.getDataSize());
      } catch (RocksDBException e) {
        throw Rocks.failure(e);
      }
    }
  }

  /** Passes on all transactions that were added, sorted. */
  void takeSorted(Taker taker) throws IOException {
    try (RocksIterator at = store.db().newIterator(store.family(TRANSACTIONS), store.reads())) {
      for (at.seekToFirst(); at.isValid(); at.next()) {
        taker.take(at.value());
      }
      at.status();
    } catch (RocksDBException e) {
      throw Rocks.failure(e);
    }
  }

  /** The first second use of a name, if there is any. */
  Optional<HistoryChecker.Twice> twice() throws IOException {
    Optional<HistoryChecker.Twice> first = Optional.empty();
    byte[] before = NOTHING;
    boolean isSecond = false;
    try (RocksIterator at = store.db().newIterator(store.family(NAMES), store.reads())) {
      for (at.seekToFirst(); at.isValid(); at.next()) {
        byte[] key = at.key();
        int end = key.length - Long.BYTES;
        boolean isSame = key.length == before.length && Arrays.equals(key, 0, end, before, 0, end);
        if (isSame && !isSecond) {
          long line = ByteBuffer.wrap(key).getLong(end);
          if (first.isEmpty() || line < first.get().line()) {
            first = Optional.of(new HistoryChecker.Twice(new String(key, 0, end, UTF_8), line));
          }
        }
        isSecond = isSame;
        before = key;
      }
      at.status();
    } catch (RocksDBException e) {
      throw Rocks.failure(e);
    }
    return first;
  }

  @Override
  public void close() {
    store.remove();
  }
}
