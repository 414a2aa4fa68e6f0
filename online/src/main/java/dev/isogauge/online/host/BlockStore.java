package dev.isogauge.online.host;

import dev.isogauge.online.host.BlockLog.Address;
import dev.isogauge.online.kernel.Blocks;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * State on disk: maps of blocks, which share a log. A checkpoint is what {@link #save} returned,
 * and the files that it names, which stay until newer checkpoints take over. Used by one thread.
 */
final class BlockStore implements AutoCloseable {
  private final StateFiles files;
  private final BlockLog log;
  private final BlockIndex[] indexes;

  /**
   * A store without blocks.
   *
   * @param name what its files begin with
   * @param maps their names
   */
  BlockStore(
      Path directory,
      String name,
      List<String> maps,
      AtomicLong written,
      AtomicLong kept,
      DiskSpace space) {
    files = new StateFiles(directory, written, kept, space);
    indexes = new BlockIndex[maps.size()];
    for (int map = 0; map < indexes.length; map++) {
      indexes[map] = new BlockIndex(files, name + "-" + maps.get(map));
    }
    log = new BlockLog(files, name, new Moves());
  }

  /** One of the maps, by its place in the names. */
  Blocks map(int map) {
    return new StoredBlocks(map);
  }

  /** Makes all blocks durable; returns where they are. */
  byte[] save() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      DataOutputStream to = new DataOutputStream(bytes);
      log.save(to);
      for (BlockIndex index : indexes) {
        index.save(to);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Keeps the files of an older checkpoint until newer ones take over. */
  void keep(BlockStore older) {
    files.keep(older.pinned());
  }

  /** Goes on from what was saved. */
  void restore(byte[] saved) throws IOException {
    DataInputStream from = new DataInputStream(new ByteArrayInputStream(saved));
    log.restore(from);
    for (BlockIndex index : indexes) {
      index.restore(from);
    }
  }

  /** What was saved last, or restored, is a complete checkpoint; older ones are given up. */
  void checkpointed(int keep) {
    try {
      files.checkpointed(keep);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Set<Path> pinned() {
    return files.pinned();
  }

  @Override
  public void close() {
    log.close();
    files.close();
  }

  private final class Moves implements BlockLog.Index {
    @Override
    public boolean isAt(int map, Blocks.Key key, Address address) {
      try {
        return indexes[map].find(key).filter(address::equals).isPresent();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void moved(int map, Blocks.Key key, Address to) {
      try {
        indexes[map].put(key, to);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final class StoredBlocks implements Blocks {
    private final int map;
    private final BlockIndex index;

    /** The timeline whose turn is next, if it has blocks. */
    private long turn = Long.MIN_VALUE;

    StoredBlocks(int map) {
      this.map = map;
      this.index = indexes[map];
    }

    @Override
    public void put(Key key, byte[] block) {
      try {
        // In this order, since appending may move the old block.
        Address address = log.append(map, key, block);
        Optional<Address> old = index.find(key);
        index.put(key, address);
        old.ifPresent(log::discard);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Optional<byte[]> block(Key key) {
      try {
        return index.isEmpty()
            ? Optional.empty()
            : index.find(key).map(address -> log.read(map, key, address));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void remove(Key key) {
      try {
        Optional<Address> old = index.find(key);
        if (old.isPresent()) {
          log.discard(old.get());
          index.remove(key);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Optional<Key> floor(Key point) {
      try {
        return index.isEmpty() ? Optional.empty() : index.floor(point);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Optional<Key> lower(Key point) {
      try {
        return index.isEmpty() ? Optional.empty() : index.lower(point);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public long[] timelinesInTurn(int most) {
      LongArrayList found = new LongArrayList();
      try {
        do {
          Optional<Key> next = index.next(Key.before(turn));
          next.ifPresent(key -> found.add(key.timeline()));
          // Behind the last one it begins again.
          turn = next.isPresent() ? next.get().timeline() + 1 : Long.MIN_VALUE;
        } while (turn != Long.MIN_VALUE && found.size() < most);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return found.toLongArray();
    }

    @Override
    public Optional<Key> higher(Key point) {
      try {
        return index.isEmpty() ? Optional.empty() : index.higher(point);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
