package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.online.kernel.Blocks;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store alone, against a map in memory. */
public class BlockStoreTest {
  private static final List<String> MAPS = List.of("keys", "sessions", "conflicts");

  @TempDir Path directory;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong kept = new AtomicLong();

  private BlockStore store() {
    return new BlockStore(directory, "shard0", MAPS, written, kept, DiskSpace.impatient(directory));
  }

  private static byte[] block(SplittableRandom random, int size) {
    byte[] block = new byte[size];
    random.nextBytes(block);
    return block;
  }

  private static Blocks.Key key(SplittableRandom random, int timelines, int places) {
    long timeline = random.nextInt(timelines) * 1_000_003L;
    return new Blocks.Key(timeline, random.nextInt(places), random.nextInt(2), 0);
  }

  /** Two stores at a time, as shards have them, with many blocks written again and removed. */
  @Test
  void agreesWithAMapInMemory() throws IOException, InterruptedException {
    int steps = TestSize.pick(60_000, 6_000_000);
    Throwable[] failures = new Throwable[2];
    Thread[] threads = new Thread[2];
    for (int t = 0; t < threads.length; t++) {
      int number = t;
      threads[t] =
          new Thread(
              () -> {
                try (BlockStore store =
                    new BlockStore(
                        directory,
                        "shard" + number,
                        MAPS,
                        written,
                        kept,
                        DiskSpace.impatient(directory))) {
                  exercise(store, steps, new SplittableRandom(number));
                } catch (IOException | RuntimeException | Error e) {
                  failures[number] = e;
                }
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).containsOnlyNulls();
  }

  private void exercise(BlockStore store, int steps, SplittableRandom random) throws IOException {
    TreeMap<Blocks.Key, byte[]> expected = new TreeMap<>();
    Blocks blocks = store.map(0);
    for (int i = 0; i < steps; i++) {
      Blocks.Key key = key(random, 700, 20);
      switch (random.nextInt(8)) {
        case 0 -> {
          blocks.remove(key);
          expected.remove(key);
        }
        case 1 -> assertThat(blocks.floor(key)).isEqualTo(of(key, expected.floorEntry(key)));
        case 2 -> assertThat(blocks.lower(key)).isEqualTo(of(key, expected.lowerEntry(key)));
        case 3 -> assertThat(blocks.higher(key)).isEqualTo(of(key, expected.higherEntry(key)));
        case 4 -> {
          assertThat(blocks.block(key).isPresent()).isEqualTo(expected.containsKey(key));
          blocks.block(key).ifPresent(found -> assertThat(found).isEqualTo(expected.get(key)));
        }
        default -> {
          byte[] block = block(random, 1 + random.nextInt(random.nextInt(50) == 0 ? 9000 : 600));
          blocks.put(key, block);
          expected.put(key, block);
        }
      }
    }
    for (Map.Entry<Blocks.Key, byte[]> entry : expected.entrySet()) {
      assertThat(blocks.block(entry.getKey()).orElseThrow()).isEqualTo(entry.getValue());
    }
  }

  private static Optional<Blocks.Key> of(Blocks.Key point, Map.Entry<Blocks.Key, byte[]> entry) {
    return Optional.ofNullable(entry)
        .map(Map.Entry::getKey)
        .filter(key -> key.timeline() == point.timeline());
  }

  @Test
  void diskStaysProportionalToWhatIsRetained() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (BlockStore store = store()) {
      for (int i = 0; i < 15_000; i++) {
        store.map(0).put(key(random, 10, 10), block(random, 10_000));
      }
      long retained = 10 * 10 * 2 * 10_000L;
      assertThat(written.get()).isGreaterThan(20 * retained);
      assertThat(kept.get()).isLessThan(2 * retained + (48 << 20));
      assertThat(size()).isLessThan(2 * retained + (48 << 20));
    }
  }

  @Test
  void fewFilesAreOpen() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    StateFiles files = new StateFiles(directory, written, kept, DiskSpace.impatient(directory));
    for (int i = 0; i < 100; i++) {
      files.create("f" + i + ".blocks").write(java.nio.ByteBuffer.wrap(block(random, 10)), 0);
    }
    assertThat(files.openCount()).isLessThan(30);
    files.close();
    assertThat(files.openCount()).isZero();
  }

  @Test
  void goesOnFromACheckpoint() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    TreeMap<Blocks.Key, byte[]> expected = new TreeMap<>();
    byte[] saved;
    try (BlockStore store = store()) {
      for (int round = 0; round < 3; round++) {
        put(store, expected, random, 4_000);
        store.save();
        store.checkpointed(2);
      }
      put(store, expected, random, 1_000);
      saved = store.save();
      store.checkpointed(2);
      // What comes later is as if it had never been, compaction included.
      put(store, new TreeMap<>(), random, 15_000);
    }
    try (BlockStore store = store()) {
      store.restore(saved);
      store.checkpointed(2);
      StateFiles.clean(directory, store.pinned());
      for (Map.Entry<Blocks.Key, byte[]> entry : expected.entrySet()) {
        assertThat(store.map(0).block(entry.getKey()).orElseThrow()).isEqualTo(entry.getValue());
      }
      put(store, expected, random, 10_000);
      for (Map.Entry<Blocks.Key, byte[]> entry : expected.entrySet()) {
        assertThat(store.map(0).block(entry.getKey()).orElseThrow()).isEqualTo(entry.getValue());
      }
    }
  }

  private static void put(
      BlockStore store, Map<Blocks.Key, byte[]> expected, SplittableRandom random, int count) {
    for (int i = 0; i < count; i++) {
      Blocks.Key key = key(random, 50, 40);
      byte[] block = block(random, 2_000);
      store.map(0).put(key, block);
      expected.put(key, block);
    }
  }

  @Test
  void noticesDamage() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    byte[] saved;
    Blocks.Key key = new Blocks.Key(1, 2, 3, 0);
    try (BlockStore store = store()) {
      store.map(0).put(key, block(random, 100));
      saved = store.save();
    }
    for (String name : List.of("shard0-0.blocks", "shard0-keys-0.index")) {
      Path file = directory.resolve(name);
      byte[] before = Files.readAllBytes(file);
      try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
        access.seek(30);
        access.write(before[30] ^ 1);
      }
      assertThatThrownBy(
              () -> {
                try (BlockStore store = store()) {
                  store.restore(saved);
                  store.map(0).block(key);
                }
              })
          .isInstanceOfAny(IOException.class, UncheckedIOException.class)
          .hasMessageContaining(name)
          .hasMessageContaining("the content does not match its checksum");
      Files.write(file, before);
    }
  }

  private long size() throws IOException {
    try (var files = Files.list(directory)) {
      return files.mapToLong(path -> path.toFile().length()).sum();
    }
  }
}
