package dev.isogauge.online.host;

import dev.isogauge.online.host.BlockLog.Address;
import dev.isogauge.online.kernel.Blocks;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the blocks of one map are: a log-structured merge tree. New entries are in memory; when
 * they are many they become a sorted {@link IndexRun} on disk. Runs are merged so that each is more
 * than twice as large as the next newer one: there are O(log n) of them, and an entry is written
 * O(log n) times. What is newer hides what is older. Used by one thread.
 */
final class BlockIndex {
  private static final int ENTRIES_IN_MEMORY = 8192;

  private final StateFiles files;
  private final String name;
  private final TreeMap<Blocks.Key, Address> fresh = new TreeMap<>();

  /** The oldest first. */
  private final List<IndexRun> runs = new ArrayList<>();

  private int nextRun;

  BlockIndex(StateFiles files, String name) {
    this.files = files;
    this.name = name;
  }

  boolean isEmpty() {
    return fresh.isEmpty() && runs.isEmpty();
  }

  Optional<Address> find(Blocks.Key key) throws IOException {
    Address address = fresh.get(key);
    for (int i = runs.size() - 1; i >= 0 && address == null; i--) {
      IndexRun run = runs.get(i);
      if (run.mayHave(key.timeline()) && run.floor(key) && run.foundKey().equals(key)) {
        address = run.foundAddress();
      }
    }
    return Optional.ofNullable(address).filter(found -> found.length() > 0);
  }

  void put(Blocks.Key key, Address address) throws IOException {
    fresh.put(key, address);
    if (fresh.size() >= ENTRIES_IN_MEMORY) {
      flush();
    }
  }

  void remove(Blocks.Key key) throws IOException {
    put(key, IndexRun.GONE);
  }

  /** The first key of any timeline after a point. */
  Optional<Blocks.Key> next(Blocks.Key point) throws IOException {
    Blocks.Key from = point;
    while (true) {
      Map.Entry<Blocks.Key, Address> best = fresh.higherEntry(from);
      for (int i = runs.size() - 1; i >= 0; i--) {
        IndexRun run = runs.get(i);
        if (run.higher(from)
            && (best == null || isNearer(run.foundKey(), best.getKey(), Direction.HIGHER))) {
          best = Map.entry(run.foundKey(), run.foundAddress());
        }
      }
      if (best == null || best.getValue().length() > 0) {
        return Optional.ofNullable(best).map(Map.Entry::getKey);
      }
      from = best.getKey();
    }
  }

  private enum Direction {
    FLOOR,
    LOWER,
    HIGHER
  }

  Optional<Blocks.Key> floor(Blocks.Key point) throws IOException {
    return search(point, Direction.FLOOR);
  }

  Optional<Blocks.Key> lower(Blocks.Key point) throws IOException {
    return search(point, Direction.LOWER);
  }

  Optional<Blocks.Key> higher(Blocks.Key point) throws IOException {
    return search(point, Direction.HIGHER);
  }

  /**
   * The nearest key of the timeline that has a block: entries of blocks that are gone are passed.
   */
  private Optional<Blocks.Key> search(Blocks.Key point, Direction direction) throws IOException {
    Blocks.Key from = point;
    Direction way = direction;
    while (true) {
      Map.Entry<Blocks.Key, Address> best = inMemory(from, way);
      if (best != null && best.getKey().timeline() != point.timeline()) {
        best = null;
      }
      for (int i = runs.size() - 1; i >= 0; i--) {
        IndexRun run = runs.get(i);
        if (run.mayHave(point.timeline())
            && find(run, from, way)
            && run.foundKey().timeline() == point.timeline()
            && (best == null || isNearer(run.foundKey(), best.getKey(), way))) {
          best = Map.entry(run.foundKey(), run.foundAddress());
        }
      }
      if (best == null) {
        return Optional.empty();
      }
      if (best.getValue().length() > 0) {
        return Optional.of(best.getKey());
      }
      from = best.getKey();
      way = way == Direction.HIGHER ? Direction.HIGHER : Direction.LOWER;
    }
  }

  /** Of equal keys the one that was found first, in what is newer, counts. */
  private static boolean isNearer(Blocks.Key key, Blocks.Key than, Direction way) {
    int order = key.compareTo(than);
    return way == Direction.HIGHER ? order < 0 : order > 0;
  }

  private Map.Entry<Blocks.Key, Address> inMemory(Blocks.Key from, Direction way) {
    return switch (way) {
      case FLOOR -> fresh.floorEntry(from);
      case LOWER -> fresh.lowerEntry(from);
      case HIGHER -> fresh.higherEntry(from);
    };
  }

  private static boolean find(IndexRun run, Blocks.Key from, Direction way) throws IOException {
    return switch (way) {
      case FLOOR -> run.floor(from);
      case LOWER -> run.lower(from);
      case HIGHER -> run.higher(from);
    };
  }

  /** Makes a run of what is in memory. */
  private void flush() throws IOException {
    if (fresh.isEmpty()) {
      return;
    }
    IndexRun.Writer writer = new IndexRun.Writer(files, nextName(), fresh.size());
    for (Map.Entry<Blocks.Key, Address> entry : fresh.entrySet()) {
      writer.add(entry.getKey(), entry.getValue());
    }
    runs.add(writer.end());
    fresh.clear();
    while (runs.size() > 1
        && runs.get(runs.size() - 2).count() <= 2L * runs.get(runs.size() - 1).count()) {
      merge();
    }
  }

  private String nextName() {
    return name + "-" + nextRun++ + ".index";
  }

  /** Makes one of the two newest runs. */
  private void merge() throws IOException {
    IndexRun newer = runs.remove(runs.size() - 1);
    IndexRun older = runs.remove(runs.size() - 1);
    boolean isOldest = runs.isEmpty();
    int most = Math.addExact(newer.count(), older.count());
    IndexRun.Writer writer = new IndexRun.Writer(files, nextName(), most);
    int i = 0;
    int j = 0;
    while (i < older.count() || j < newer.count()) {
      if (i < older.count()) {
        older.at(i);
      }
      if (j < newer.count()) {
        newer.at(j);
      }
      int order =
          i == older.count()
              ? 1
              : j == newer.count() ? -1 : older.foundKey().compareTo(newer.foundKey());
      IndexRun from = order < 0 ? older : newer;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
      if (!isOldest || from.foundAddress().length() > 0) {
        writer.add(from.foundKey(), from.foundAddress());
      }
    }
    IndexRun merged = writer.end();
    if (merged.count() > 0) {
      runs.add(merged);
    } else {
      files.delete(merged.file);
    }
    files.delete(older.file);
    files.delete(newer.file);
  }

  /** Makes everything durable, and writes where it is. */
  void save(DataOutput to) throws IOException {
    flush();
    to.writeInt(nextRun);
    to.writeInt(runs.size());
    for (IndexRun run : runs) {
      run.file.force();
      files.pin(run.file);
      to.writeUTF(run.file.path().getFileName().toString());
      to.writeInt(run.count());
    }
  }

  void restore(DataInput from) throws IOException {
    nextRun = from.readInt();
    for (int rest = from.readInt(); rest > 0; rest--) {
      StateFile file = files.open(from.readUTF());
      files.pin(file);
      runs.add(IndexRun.open(file, from.readInt()));
    }
  }
}
