package dev.isogauge.app.serve;

import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.host.RecordStore;
import dev.isogauge.online.host.RecordStore.Changes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a service has acknowledged or shown: batches by number, the ids and transactions that were
 * sent, and events by number. A {@link DurableMark} beside them says up to where they must be
 * there, since damage to the end of RocksDB's log looks like a write that was cut short.
 */
final class Records implements Closeable {
  static final int BATCHES = 0;
  static final int IDS = 1;
  static final int SENT = 2;
  static final int EVENTS = 3;
  static final int NOTES = 4;

  private static final List<String> NAMES = List.of("batches", "ids", "sent", "events", "notes");

  private final Path directory;
  private final RecordStore store;
  private final DurableMark mark;

  private Records(Path directory, RecordStore store, DurableMark mark) {
    this.directory = directory;
    this.store = store;
    this.mark = mark;
  }

  /** Takes numbered records in order; returns whether to go on. */
  @FunctionalInterface
  interface Visitor {
    boolean record(long number, byte[] value) throws IOException;
  }

  /**
   * Opens them, or begins.
   *
   * @throws DamagedFileException when what was acknowledged is not all there
   */
  static Records open(Path directory, long memoryBytes, DiskSpace space) throws IOException {
    DurableMark mark = DurableMark.open(directory.resolveSibling("records.mark"));
    try {
      requireAll(directory, mark);
      return new Records(directory, RecordStore.open(directory, NAMES, memoryBytes, space), mark);
    } catch (IOException e) {
      mark.close();
      boolean isSaid = e instanceof DamagedFileException || space.isFull(e);
      throw isSaid ? e : damaged(directory, e.getMessage());
    }
  }

  private static DamagedFileException damaged(Path directory, String what) {
    return DamagedFileException.withAdvice(directory, what);
  }

  /** Before it is opened to be written to, which would throw away what is behind the damage. */
  private static void requireAll(Path directory, DurableMark mark) throws IOException {
    long batches = mark.read(BATCHES);
    long events = mark.read(EVENTS);
    if (batches + events == 0) {
      return;
    }
    if (!Files.exists(directory.resolve("CURRENT"))) {
      throw damaged(directory, "found no records; expected " + batches + " batches");
    }
    try (RecordStore store = RecordStore.openReadOnly(directory, NAMES)) {
      requireAll(directory, store, BATCHES, batches);
      requireAll(directory, store, EVENTS, events);
    }
  }

  private static void requireAll(Path directory, RecordStore store, int family, long number)
      throws IOException {
    long found = last(store, family);
    if (found < number) {
      throw damaged(
          directory,
          "found %s up to number %d; expected them up to number %d, which was durable"
              .formatted(NAMES.get(family), found, number));
    }
  }

  private static long last(RecordStore store, int family) throws IOException {
    return store.last(family).map(key -> ByteBuffer.wrap(key).getLong()).orElse(0L);
  }

  static byte[] key(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  RecordStore store() {
    return store;
  }

  /** The number of the last record; 0 if there is none. */
  long last(int family) throws IOException {
    return last(store, family);
  }

  /** Writes records of a family, up to one with a number, and whatever belongs to them. */
  void write(int family, long upTo, Changes changes) throws IOException {
    store.write(changes);
    mark.write(family, upTo);
  }

  /** Shows the records of a family behind one with a number; none of them may be missing. */
  void after(int family, long number, Visitor visitor) throws IOException {
    long[] expected = {number};
    store.forEach(
        family,
        key(number + 1),
        (key, value) -> {
          long found = ByteBuffer.wrap(key).getLong();
          if (found != ++expected[0]) {
            throw damaged(
                directory,
                "found number %d of the %s and no checkpoint before it; expected number %d"
                    .formatted(found, NAMES.get(family), expected[0]));
          }
          return visitor.record(found, value);
        });
  }

  /** What batches take. */
  long batchBytes() {
    return store.bytes(BATCHES);
  }

  @Override
  public void close() throws IOException {
    store.close();
    mark.close();
  }
}
