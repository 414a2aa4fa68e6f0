package dev.isogauge.online.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * Finds names that two transactions have, where there are too many for memory. A name and its line
 * are a key ({@code name line (i64)}), so that equal names are neighbours. For one thread.
 */
final class NameStore implements AutoCloseable {
  private static final byte[] NOTHING = {};

  private final StateStore store;
  private final Atoms atoms;

  NameStore(Path directory, long memoryBytes, Atoms atoms) throws IOException {
    this.atoms = atoms;
    store =
        new StateStore(
            directory,
            List.of("names"),
            memoryBytes,
            DiskSpace.impatient(directory),
            OptionalLong.empty());
  }

  void add(RawBlock block) {
    // Before there is a batch, its library is loaded.
    RocksDB db = store.db();
    try (WriteBatch batch = new WriteBatch()) {
      for (int i = 0; i < block.fragmentCount(); i++) {
        if (block.name(i) != Atoms.NO_NAME) {
          byte[] name = atoms.token(block.name(i)).getBytes(UTF_8);
          byte[] key =
              ByteBuffer.allocate(name.length + Long.BYTES)
                  .put(name)
                  .putLong(block.line(i))
                  .array();
          batch.put(store.family(0), key, NOTHING);
        }
      }
      if (batch.count() > 0) {
        store.write(unlogged -> db.write(unlogged, batch), batch.getDataSize());
      }
    } catch (RocksDBException e) {
      throw new UncheckedIOException(StateStore.failure(e));
    }
  }

  /** The first second use of a name, if there is any. */
  Optional<HistoryChecker.Twice> twice() {
    Optional<HistoryChecker.Twice> first = Optional.empty();
    byte[] before = NOTHING;
    boolean isSecond = false;
    try (RocksIterator at = store.db().newIterator(store.family(0), store.reads())) {
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
      throw new UncheckedIOException(StateStore.failure(e));
    }
    return first;
  }

  @Override
  public void close() {
    store.remove();
  }
}
