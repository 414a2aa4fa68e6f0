package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.Blocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Blocks of timelines in Flink's keyed state. A timeline has one value, {@link StoredTimeline},
 * with its header, a directory of its blocks, and the block itself where it has only one; other
 * blocks are in a map, by numbers of the directory. Values of timelines that are in use are in
 * memory, and reach state with {@link #write}: a directory grows with its timeline, so it is not to
 * be read and written for each block that comes or goes.
 */
final class StateBlocks {
  private final ValueState<byte[]> timelines;
  private final MapState<Integer, byte[]> blocks;
  private final Consumer<String> setKey;
  private final Atoms atoms;
  private final Map<String, StoredTimeline> inUse = new HashMap<>();

  /** Roughly what {@link #inUse} takes. */
  private long inUseBytes;

  /**
   * Over the state of an operator.
   *
   * @param setKey chooses whose state is meant
   * @param atoms those of timelines
   */
  StateBlocks(KeyedStateStore store, Consumer<String> setKey, Atoms atoms) {
    this.timelines =
        store.getState(
            new ValueStateDescriptor<>(
                "timelines", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    this.blocks =
        store.getMapState(
            new MapStateDescriptor<>(
                "blocks", Types.INT, PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    this.setKey = setKey;
    this.atoms = atoms;
  }

  Blocks keys() {
    return new View(true, false);
  }

  Blocks sessions() {
    return new View(false, false);
  }

  Blocks conflicts() {
    return new View(true, true);
  }

  /** Puts what changed into state. */
  void write() {
    inUse.forEach(
        (name, timeline) -> {
          if (timeline.hasChanged) {
            setKey.accept(name);
            try {
              timelines.update(timeline.encode());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            timeline.hasChanged = false;
          }
        });
  }

  /** Puts what changed into state and forgets it, if there is more than a number of bytes. */
  void writeBeyond(long bytes) {
    if (inUseBytes > bytes) {
      write();
      inUse.clear();
      inUseBytes = 0;
    }
  }

  private StoredTimeline load(String name) {
    setKey.accept(name);
    try {
      byte[] stored = timelines.value();
      StoredTimeline timeline =
          stored == null ? new StoredTimeline() : StoredTimeline.decode(stored);
      inUseBytes += timeline.bytes();
      return timeline;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** State of Flink may fail with any exception. */
  private static IllegalStateException failed(Exception e) {
    return new IllegalStateException("state cannot be used: " + e.getMessage(), e);
  }

  private final class View implements Blocks {
    private final boolean areKeys;
    private final boolean areConflicts;

    View(boolean areKeys, boolean areConflicts) {
      this.areKeys = areKeys;
      this.areConflicts = areConflicts;
    }

    private String name(long timeline) {
      return TimelinePart.timeline(areKeys, atoms.token(timeline));
    }

    private StoredTimeline of(Key key) {
      return inUse.computeIfAbsent(name(key.timeline()), StateBlocks.this::load);
    }

    private NavigableMap<Place, Integer> directory(Key key) {
      StoredTimeline timeline = of(key);
      return areConflicts ? timeline.conflicts : timeline.segments;
    }

    @Override
    public void put(Key key, byte[] block) {
      StoredTimeline timeline = of(key);
      timeline.hasChanged = true;
      if (key.isHeader()) {
        inUseBytes += block.length - timeline.header.orElse(StoredTimeline.NOTHING).length;
        timeline.header = Optional.of(block);
        return;
      }
      NavigableMap<Place, Integer> directory = directory(key);
      Place place = Place.of(key);
      Integer known = directory.get(place);
      boolean isOnly = directory.isEmpty() || (known != null && directory.size() == 1);
      if (known == null) {
        known = isOnly && !areConflicts ? StoredTimeline.INLINE : timeline.next++;
        directory.put(place, known);
        inUseBytes += StoredTimeline.ENTRY_BYTES;
      }
      if (known == StoredTimeline.INLINE) {
        inUseBytes += block.length - timeline.inline.length;
        timeline.inline = block;
        return;
      }
      setKey.accept(name(key.timeline()));
      try {
        blocks.put(known, block);
      } catch (Exception e) {
        throw failed(e);
      }
    }

    @Override
    public Optional<byte[]> block(Key key) {
      StoredTimeline timeline = of(key);
      if (key.isHeader()) {
        return timeline.header;
      }
      Integer known = directory(key).get(Place.of(key));
      if (known == null) {
        return Optional.empty();
      }
      if (known == StoredTimeline.INLINE) {
        return Optional.of(timeline.inline);
      }
      setKey.accept(name(key.timeline()));
      try {
        return Optional.of(blocks.get(known));
      } catch (Exception e) {
        throw failed(e);
      }
    }

    @Override
    public void remove(Key key) {
      Integer known = directory(key).remove(Place.of(key));
      if (known == null) {
        return;
      }
      of(key).hasChanged = true;
      inUseBytes -= StoredTimeline.ENTRY_BYTES;
      if (known == StoredTimeline.INLINE) {
        inUseBytes -= of(key).inline.length;
        of(key).inline = StoredTimeline.NOTHING;
        return;
      }
      setKey.accept(name(key.timeline()));
      try {
        blocks.remove(known);
      } catch (Exception e) {
        throw failed(e);
      }
    }

    @Override
    public Optional<Key> floor(Key point) {
      return found(point, directory(point).floorKey(Place.of(point)));
    }

    @Override
    public Optional<Key> lower(Key point) {
      return found(point, directory(point).lowerKey(Place.of(point)));
    }

    @Override
    public Optional<Key> higher(Key point) {
      return found(point, directory(point).higherKey(Place.of(point)));
    }

    private static Optional<Key> found(Key point, Place place) {
      return Optional.ofNullable(place).map(at -> at.in(point.timeline()));
    }
  }

  /** A key of a block without its timeline, whose atom differs from process to process. */
  private record Place(long low, long lowLogical, long tieBreak) implements Comparable<Place> {
    static Place of(Blocks.Key key) {
      return new Place(key.low(), key.lowLogical(), key.tieBreak());
    }

    Blocks.Key in(long timeline) {
      return new Blocks.Key(timeline, low, lowLogical, tieBreak);
    }

    @Override
    public int compareTo(Place other) {
      return in(0).compareTo(other.in(0));
    }
  }

  /** What state holds of a timeline beside blocks in the map. */
  private static final class StoredTimeline {
    /** Number of the block that is part of the value. */
    static final int INLINE = 0;

    static final byte[] NOTHING = {};

    /** Roughly what an entry of a directory takes in memory. */
    static final int ENTRY_BYTES = 96;

    /** Roughly what a timeline takes without header, inline block and entries. */
    private static final int OWN_BYTES = 300;

    /** Also that of blocks and headers. */
    private static final int VERSION = 3;

    boolean hasChanged;
    Optional<byte[]> header = Optional.empty();
    byte[] inline = NOTHING;
    int next = INLINE + 1;
    final NavigableMap<Place, Integer> segments = new TreeMap<>();
    final NavigableMap<Place, Integer> conflicts = new TreeMap<>();

    long bytes() {
      return OWN_BYTES
          + header.orElse(NOTHING).length
          + inline.length
          + ENTRY_BYTES * ((long) segments.size() + conflicts.size());
    }

    byte[] encode() throws IOException {
      DataOutputSerializer to = new DataOutputSerializer(64 + inline.length);
      to.writeByte(VERSION);
      to.writeBoolean(header.isPresent());
      ValueSerializer.writeBytes(header.orElse(NOTHING), to);
      ValueSerializer.writeBytes(inline, to);
      to.writeInt(next);
      encode(segments, to);
      encode(conflicts, to);
      return to.getCopyOfBuffer();
    }

    private static void encode(NavigableMap<Place, Integer> directory, DataOutputSerializer to)
        throws IOException {
      to.writeInt(directory.size());
      for (Map.Entry<Place, Integer> entry : directory.entrySet()) {
        to.writeLong(entry.getKey().low());
        to.writeLong(entry.getKey().lowLogical());
        to.writeLong(entry.getKey().tieBreak());
        to.writeInt(entry.getValue());
      }
    }

    static StoredTimeline decode(byte[] stored) throws IOException {
      DataInputDeserializer from = new DataInputDeserializer(stored);
      int version = from.readByte();
      if (version != VERSION) {
        throw new IOException(
            "found state of version " + version + "; expected version " + VERSION);
      }
      StoredTimeline timeline = new StoredTimeline();
      boolean hasHeader = from.readBoolean();
      byte[] header = ValueSerializer.readBytes(from);
      timeline.header = hasHeader ? Optional.of(header) : Optional.empty();
      timeline.inline = ValueSerializer.readBytes(from);
      timeline.next = from.readInt();
      decode(timeline.segments, from);
      decode(timeline.conflicts, from);
      return timeline;
    }

    private static void decode(NavigableMap<Place, Integer> directory, DataInputDeserializer from)
        throws IOException {
      for (int left = from.readInt(); left > 0; left--) {
        directory.put(new Place(from.readLong(), from.readLong(), from.readLong()), from.readInt());
      }
    }
  }
}
