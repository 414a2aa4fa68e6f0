package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.Blocks;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * Blocks of one shard in a column family. The key of a block:
 *
 * <pre>
 * shard     2 bytes
 * timeline  0 and an integer of 8 bytes; or 1, the length in 4 bytes, and the characters of the
 *           token of a symbol, whose atom lasts only as long as it is in memory; or 2, the length,
 *           and as many bytes, if all characters are of one
 * place     255 for the header; else 0 and three integers of 8 bytes
 * </pre>
 *
 * Integers are big-endian with the sign inverted, so that bytes are ordered as they are. Native
 * code gets buffers outside the heap only: it does not survive a heap that is full. For one thread.
 */
final class StoredBlocks implements Blocks {
  private static final int PLACE = 1 + 3 * Long.BYTES;

  /** So many entries are appended at a time. */
  private static final int AT_ONCE = 1000;

  private static final byte HEADER = (byte) 255;

  private final StateStore store;
  private final int kind;
  private final int shard;
  private final Atoms atoms;
  private ByteBuffer key = ByteBuffer.allocateDirect(64);
  private ByteBuffer found = ByteBuffer.allocateDirect(64);
  private ByteBuffer value = ByteBuffer.allocateDirect(1 << 12);

  /** What was appended and not written yet. */
  private Optional<WriteBatch> pending = Optional.empty();

  private long pendingBytes;

  /** Whose it is: reads of other timelines need not wait until it is written. */
  private final LongOpenHashSet pendingTimelines = new LongOpenHashSet();

  /** Where the timeline begins whose turn is next; empty for the first. */
  private byte[] turn = {};

  StoredBlocks(StateStore store, int kind, int shard, Atoms atoms) {
    this.store = store;
    this.kind = kind;
    this.shard = shard;
    this.atoms = atoms;
  }

  @Override
  public void put(Key at, byte[] block) {
    flush(at);
    write(at);
    reserveValue(block.length);
    value.put(block).flip();
    int bytes = key.remaining() + block.length;
    store.write(
        unlogged -> store.db().put(store.family(kind), unlogged, key.rewind(), value.rewind()),
        bytes);
  }

  @Override
  public boolean canAppend() {
    return true;
  }

  @Override
  public void append(Key at, byte[] more) {
    write(at);
    byte[] name = new byte[key.remaining()];
    key.get(name);
    WriteBatch batch = pending.orElseGet(WriteBatch::new);
    pending = Optional.of(batch);
    try {
      batch.merge(store.family(kind), name, more);
    } catch (RocksDBException e) {
      throw new UncheckedIOException(Rocks.failure(e));
    }
    pendingBytes += name.length + more.length;
    pendingTimelines.add(at.timeline());
    if (batch.count() >= AT_ONCE) {
      flush();
    }
  }

  @Override
  public void flush() {
    if (pending.isPresent()) {
      try (WriteBatch batch = pending.get()) {
        store.write(unlogged -> store.db().write(unlogged, batch), pendingBytes);
      }
      pending = Optional.empty();
      pendingBytes = 0;
      pendingTimelines.clear();
    }
  }

  /** Writes what was appended if something of the same timeline is. */
  private void flush(Key at) {
    if (pendingTimelines.contains(at.timeline())) {
      flush();
    }
  }

  @Override
  public Optional<byte[]> block(Key at) {
    if (store.isUnused()) {
      return Optional.empty();
    }
    flush(at);
    write(at);
    try {
      value.clear();
      int size = store.db().get(store.family(kind), store.reads(), key, value);
      if (size == RocksDB.NOT_FOUND) {
        return Optional.empty();
      }
      if (size > value.capacity()) {
        reserveValue(size);
        store.db().get(store.family(kind), store.reads(), key.rewind(), value);
      }
      byte[] block = new byte[size];
      value.get(0, block);
      return Optional.of(block);
    } catch (RocksDBException e) {
      throw new UncheckedIOException(Rocks.failure(e));
    }
  }

  @Override
  public void remove(Key at) {
    flush(at);
    write(at);
    store.write(
        unlogged -> store.db().delete(store.family(kind), unlogged, key.rewind()), key.remaining());
  }

  @Override
  public Optional<Key> floor(Key point) {
    return near(point, Direction.FLOOR);
  }

  @Override
  public Optional<Key> lower(Key point) {
    return near(point, Direction.LOWER);
  }

  @Override
  public Optional<Key> higher(Key point) {
    return near(point, Direction.HIGHER);
  }

  private enum Direction {
    FLOOR,
    LOWER,
    HIGHER
  }

  private Optional<Key> near(Key point, Direction direction) {
    if (store.isUnused()) {
      return Optional.empty();
    }
    flush(point);
    write(point);
    try (RocksIterator at = store.db().newIterator(store.family(kind), store.reads())) {
      if (direction == Direction.HIGHER) {
        at.seek(key.rewind());
      } else {
        at.seekForPrev(key.rewind());
      }
      key.rewind();
      if (direction != Direction.FLOOR && at.isValid() && read(at).equals(key)) {
        if (direction == Direction.HIGHER) {
          at.next();
        } else {
          at.prev();
        }
      }
      at.status();
      return at.isValid() ? place(read(at), point.timeline()) : Optional.empty();
    } catch (RocksDBException e) {
      throw new UncheckedIOException(Rocks.failure(e));
    }
  }

  /** The key of what an iterator found. */
  private ByteBuffer read(RocksIterator at) {
    found.clear();
    int size = at.key(found);
    if (size > found.capacity()) {
      found = ByteBuffer.allocateDirect(2 * size);
      at.key(found);
    }
    return found.rewind().limit(size);
  }

  /** Where a block belongs, if it is one of the timeline whose point {@link #key} is. */
  private Optional<Key> place(ByteBuffer block, long timeline) {
    int prefix = key.limit() - PLACE;
    if (block.limit() != key.limit() || !block.slice(0, prefix).equals(key.slice(0, prefix))) {
      return Optional.empty();
    }
    return Optional.of(
        new Key(
            timeline,
            number(block, prefix + 1),
            number(block, prefix + 9),
            number(block, prefix + 17)));
  }

  private static long number(ByteBuffer from, int at) {
    return from.getLong(at) ^ Long.MIN_VALUE;
  }

  @Override
  public long[] timelinesInTurn(int most) {
    LongArrayList timelines = new LongArrayList();
    if (store.isUnused()) {
      return timelines.toLongArray();
    }
    flush();
    try (RocksIterator at = store.db().newIterator(store.family(kind), store.reads())) {
      do {
        reserveKey(turn.length);
        key.clear().putShort((short) shard).put(turn).flip();
        at.seek(key);
        at.status();
        ByteBuffer next = at.isValid() ? read(at) : null;
        if (next == null || next.getShort() != (short) shard) {
          // Behind the last one it begins again.
          turn = new byte[0];
        } else {
          timelines.add(timeline(next));
          int end = next.position();
          // Behind the header.
          turn = new byte[end];
          next.get(Short.BYTES, turn, 0, end - Short.BYTES);
          turn[end - 2] = HEADER;
          turn[end - 1] = HEADER;
        }
      } while (turn.length > 0 && timelines.size() < most);
    } catch (RocksDBException e) {
      throw new UncheckedIOException(Rocks.failure(e));
    }
    return timelines.toLongArray();
  }

  private long timeline(ByteBuffer from) {
    byte form = from.get();
    if (form == 0) {
      return from.getLong() ^ Long.MIN_VALUE;
    }
    char[] token = new char[from.getInt()];
    for (int i = 0; i < token.length; i++) {
      token[i] = form == 1 ? from.getChar() : (char) (from.get() & 0xff);
    }
    return atoms.ofToken(new String(token));
  }

  /** Makes {@link #key} that of a block. */
  private void write(Key at) {
    if (Atoms.isLocal(at.timeline())) {
      String token = atoms.token(at.timeline());
      int length = token.length();
      reserveKey(Character.BYTES * length);
      key.clear().putShort((short) shard);
      if (token.chars().allMatch(c -> c <= 0xff)) {
        key.put((byte) 2).putInt(length).put(token.getBytes(StandardCharsets.ISO_8859_1));
      } else {
        key.put((byte) 1).putInt(length);
        for (int i = 0; i < length; i++) {
          key.putChar(token.charAt(i));
        }
      }
    } else {
      key.clear().putShort((short) shard).put((byte) 0).putLong(at.timeline() ^ Long.MIN_VALUE);
    }
    if (at.isHeader()) {
      key.put(HEADER);
    } else {
      key.put((byte) 0)
          .putLong(at.low() ^ Long.MIN_VALUE)
          .putLong(at.lowLogical() ^ Long.MIN_VALUE)
          .putLong(at.tieBreak() ^ Long.MIN_VALUE);
    }
    key.flip();
  }

  private void reserveKey(int more) {
    if (key.capacity() < more + 64) {
      key = ByteBuffer.allocateDirect(2 * (more + 64));
    }
  }

  private void reserveValue(int size) {
    if (value.capacity() < size) {
      value = ByteBuffer.allocateDirect(2 * size);
    }
    value.clear();
  }
}
