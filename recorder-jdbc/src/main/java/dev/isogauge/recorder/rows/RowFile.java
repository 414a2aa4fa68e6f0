package dev.isogauge.recorder.rows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The newest versions of rows, outside of memory: a file of records and one that finds them by the
 * hash of a row's name, which is mapped. Both are gone with this process, whatever becomes of that.
 *
 * <pre>
 *   record   room:int length:int name transaction:long kind:byte [columns:int (name value)*]
 *   value    'l' long | 's' text | 'n'
 *   text     length:int UTF-8
 * </pre>
 *
 * A row that comes again takes its old place if that has room. Not for several threads at a time.
 */
final class RowFile implements Closeable {
  /** Slots of the first index, a power of two. */
  private static final int FIRST_SLOTS = 1 << 14;

  private static final int MOST_SLOTS = 1 << 26;
  private static final int HEAD = 8;
  private static final int STEP = 64;
  private static final int USUAL = 512;
  private static final byte[] NOTHING = new byte[1 << 16];

  /** A version by itself. */
  record Stored(RowVersions.Version version, boolean isInitialRecorded) {}

  private enum Kind {
    ABSENT,
    UNREAD,
    UNREAD_RECORDED,
    ALIVE
  }

  private final Path folder;
  private final RandomAccessFile rows;
  private final Map<String, String> columns = new HashMap<>();
  private RandomAccessFile indexFile;

  /** Two numbers a slot: the hash of a name, 0 where there is none, and the place of its record. */
  private LongBuffer index;

  private int slots;
  private int count;
  private long end;

  RowFile(Path folder) throws IOException {
    this.folder = folder;
    this.rows = temporary(folder);
    try {
      map(FIRST_SLOTS);
    } catch (IOException e) {
      rows.close();
      throw e;
    }
  }

  private static RandomAccessFile temporary(Path folder) throws IOException {
    Path path = Files.createTempFile(folder, ".isogauge-", ".rows");
    RandomAccessFile opened = new RandomAccessFile(path.toFile(), "rw");
    if (!path.toFile().delete()) {
      path.toFile().deleteOnExit();
    }
    return opened;
  }

  /** Written first: a full disk says so here, and not where the memory is used. */
  private void map(int wanted) throws IOException {
    boolean isInterrupted = Thread.interrupted(); // which would close the file
    RandomAccessFile file = temporary(folder);
    try {
      for (long rest = 16L * wanted; rest > 0; rest -= NOTHING.length) {
        file.write(NOTHING, 0, (int) Math.min(rest, NOTHING.length));
      }
      index = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 16L * wanted).asLongBuffer();
      slots = wanted;
      indexFile = file;
    } catch (IOException e) {
      file.close();
      throw e;
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void grow() throws IOException {
    if (slots == MOST_SLOTS) {
      throw new IOException("too many rows");
    }
    LongBuffer before = index;
    RandomAccessFile beforeFile = indexFile;
    map(2 * slots);
    for (int place = 0; place < before.capacity(); place += 2) {
      if (before.get(place) != 0) {
        int slot = slot(before.get(place));
        while (index.get(2 * slot) != 0) {
          slot = next(slot);
        }
        index.put(2 * slot, before.get(place)).put(2 * slot + 1, before.get(place + 1));
      }
    }
    beforeFile.close();
  }

  private int slot(long hash) {
    return (int) (hash >>> 32) & (slots - 1);
  }

  private int next(int slot) {
    return (slot + 1) & (slots - 1);
  }

  private static long hash(byte[] name) {
    long hash = 0xCBF2_9CE4_8422_2325L;
    for (byte each : name) {
      hash = (hash ^ each) * 0x100_0000_01B3L;
    }
    hash = (hash ^ (hash >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
    return hash == 0 ? 1 : hash;
  }

  /** The slot of a name's record, or of none, where one may be put. */
  private int find(byte[] name, long hash) throws IOException {
    int slot = slot(hash);
    while (index.get(2 * slot) != 0) {
      if (index.get(2 * slot) == hash) {
        ByteBuffer record = ByteBuffer.wrap(record(index.get(2 * slot + 1)));
        byte[] other = new byte[record.getInt(HEAD)];
        record.get(HEAD + 4, other);
        if (Arrays.equals(name, other)) {
          return slot;
        }
      }
      slot = next(slot);
    }
    return slot;
  }

  private byte[] record(long place) throws IOException {
    byte[] bytes = new byte[USUAL];
    rows.seek(place);
    int here = rows.read(bytes);
    int size = HEAD + ByteBuffer.wrap(bytes).getInt(4);
    bytes = Arrays.copyOf(bytes, size);
    if (size > here) {
      rows.readFully(bytes, here, size - here);
    }
    return bytes;
  }

  /** Keeps a row's newest version; if that fails, nothing has changed. */
  void put(String name, Stored stored) throws IOException {
    byte[] key = name.getBytes(StandardCharsets.UTF_8);
    byte[] body = body(key, stored);
    if (count > slots / 8 * 5) {
      grow();
    }
    long hash = hash(key);
    int slot = find(key, hash);
    boolean isNew = index.get(2 * slot) == 0;
    long place = end;
    int room = (HEAD + body.length + STEP - 1) / STEP * STEP;
    if (!isNew) {
      long before = index.get(2 * slot + 1);
      int roomBefore = ByteBuffer.wrap(record(before)).getInt();
      if (roomBefore >= room) {
        place = before;
        room = roomBefore;
      }
    }
    byte[] all =
        ByteBuffer.allocate(HEAD + body.length).putInt(room).putInt(body.length).put(body).array();
    rows.seek(place);
    rows.write(all);
    if (place == end) {
      end += room;
    }
    index.put(2 * slot, hash).put(2 * slot + 1, place);
    count += isNew ? 1 : 0;
  }

  private static byte[] body(byte[] name, Stored stored) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL);
    DataOutputStream out = new DataOutputStream(bytes);
    text(out, name);
    out.writeLong(stored.version().transaction());
    Map<String, Object> row = stored.version().row();
    boolean isUnread = row == RowVersions.UNREAD;
    Kind kind =
        row == null
            ? Kind.ABSENT
            : !isUnread
                ? Kind.ALIVE
                : stored.isInitialRecorded() ? Kind.UNREAD_RECORDED : Kind.UNREAD;
    out.writeByte(kind.ordinal());
    if (kind == Kind.ALIVE) {
      out.writeInt(row.size());
      for (Map.Entry<String, Object> each : row.entrySet()) {
        text(out, each.getKey().getBytes(StandardCharsets.UTF_8));
        if (each.getValue() instanceof Long number) {
          out.writeByte('l');
          out.writeLong(number);
        } else if (each.getValue() instanceof String text) {
          out.writeByte('s');
          text(out, text.getBytes(StandardCharsets.UTF_8));
        } else {
          out.writeByte('n');
        }
      }
    }
    return bytes.toByteArray();
  }

  private static void text(DataOutputStream out, byte[] text) throws IOException {
    out.writeInt(text.length);
    out.write(text);
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  /** A row's newest version; none if it was never put. */
  Optional<Stored> get(String name) throws IOException {
    byte[] key = name.getBytes(StandardCharsets.UTF_8);
    int slot = find(key, hash(key));
    return index.get(2 * slot) == 0
        ? Optional.empty()
        : Optional.of(read(record(index.get(2 * slot + 1)), (any, stored) -> {}));
  }

  private Stored read(byte[] record, BiConsumer<String, Stored> taker) throws IOException {
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(record, HEAD, record.length - HEAD));
    String name = text(in);
    long transaction = in.readLong();
    Kind kind = Kind.values()[in.readByte()];
    Map<String, Object> row = null;
    if (kind == Kind.ALIVE) {
      row = new TreeMap<>();
      for (int rest = in.readInt(); rest > 0; rest--) {
        String column = columns.computeIfAbsent(text(in), each -> each);
        row.put(
            column,
            switch (in.readByte()) {
              case 'l' -> (Object) in.readLong();
              case 's' -> text(in);
              default -> null;
            });
      }
    } else if (kind != Kind.ABSENT) {
      row = RowVersions.UNREAD;
    }
    Stored stored =
        new Stored(new RowVersions.Version(transaction, row), kind == Kind.UNREAD_RECORDED);
    taker.accept(name, stored);
    return stored;
  }

  /** All rows, each as it was put last. */
  void forEach(BiConsumer<String, Stored> taker) throws IOException {
    for (int slot = 0; slot < slots; slot++) {
      if (index.get(2 * slot) != 0) {
        read(record(index.get(2 * slot + 1)), taker);
      }
    }
  }

  @Override
  public void close() throws IOException {
    rows.close();
    indexFile.close();
  }
}
