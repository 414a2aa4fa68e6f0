package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.Blocks;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

/** The store alone, against a map in memory. */
public class StateStoreTest {
  private static final List<String> KINDS = List.of("keys", "sessions");
  private static final long MEMORY = 4 << 20;

  @TempDir Path directory;
  private final Atoms atoms = new Atoms();

  private StateStore store(OptionalLong from) throws IOException {
    return new StateStore(directory, KINDS, MEMORY, DiskSpace.impatient(directory), from);
  }

  private static byte[] block(SplittableRandom random, int size) {
    byte[] block = new byte[size];
    random.nextBytes(block);
    return block;
  }

  /** Integers of both signs, and strings of which some begin as others do. */
  private Blocks.Key key(SplittableRandom random, int timelines, int places) {
    int number = random.nextInt(timelines) - timelines / 2;
    long timeline = number % 2 == 0 ? number * 1_000_003L : atoms.text("k\u00e9\ud800" + number);
    return new Blocks.Key(timeline, random.nextInt(places) - places / 2, random.nextInt(2), 0);
  }

  /** Two shards at a time, with many blocks written again and removed. */
  @Test
  void agreesWithAMapInMemory() throws IOException, InterruptedException {
    int steps = TestSize.pick(60_000, 6_000_000);
    Throwable[] failures = new Throwable[2];
    Thread[] threads = new Thread[2];
    try (StateStore store = store(OptionalLong.empty())) {
      for (int t = 0; t < threads.length; t++) {
        int number = t;
        threads[t] =
            new Thread(
                () -> {
                  try {
                    exercise(store.blocks(0, number, atoms), steps, new SplittableRandom(number));
                  } catch (RuntimeException | Error e) {
                    failures[number] = e;
                  }
                });
        threads[t].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(failures).containsOnlyNulls();
  }

  private void exercise(Blocks blocks, int steps, SplittableRandom random) {
    TreeMap<Blocks.Key, byte[]> expected = new TreeMap<>();
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
    assertHolds(blocks, expected);
    List<Long> inTurn = new ArrayList<>();
    long[] some = blocks.timelinesInTurn(100);
    while (some.length == 100) {
      inTurn.addAll(Arrays.stream(some).boxed().toList());
      some = blocks.timelinesInTurn(100);
    }
    inTurn.addAll(Arrays.stream(some).boxed().toList());
    assertThat(inTurn)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            expected.keySet().stream().map(Blocks.Key::timeline).distinct().toList());
  }

  private static void assertHolds(Blocks blocks, Map<Blocks.Key, byte[]> expected) {
    expected.forEach((key, block) -> assertThat(blocks.block(key).orElseThrow()).isEqualTo(block));
  }

  private static Optional<Blocks.Key> of(Blocks.Key point, Map.Entry<Blocks.Key, byte[]> entry) {
    return Optional.ofNullable(entry)
        .map(Map.Entry::getKey)
        .filter(key -> key.timeline() == point.timeline());
  }

  @Test
  void diskStaysProportionalToWhatIsRetained() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (StateStore store = store(OptionalLong.empty())) {
      Blocks blocks = store.blocks(0, 0, atoms);
      for (int i = 0; i < 15_000; i++) {
        blocks.put(key(random, 10, 10), block(random, 10_000));
      }
      long retained = 10 * 10 * 2 * 10_000L;
      assertThat(store.writtenBytes()).isGreaterThan(20 * retained);
      assertThat(store.diskBytes()).isLessThan(2 * retained + (48 << 20));
    }
  }

  @Test
  void goesOnFromACheckpoint() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    TreeMap<Blocks.Key, byte[]> expected = new TreeMap<>();
    long saved = 0;
    try (StateStore store = store(OptionalLong.empty())) {
      for (int round = 0; round < 3; round++) {
        put(store, expected, random, 2_000);
        saved = store.checkpoint(to -> {});
        store.keep(Set.of(saved));
      }
      // What comes later is as if it had never been, compaction included.
      put(store, new TreeMap<>(), random, 15_000);
      store.checkpoint(to -> {});
    }
    for (int round = 0; round < 2; round++) {
      try (StateStore store = store(OptionalLong.of(saved))) {
        assertHolds(store.blocks(0, 0, atoms), expected);
        TreeMap<Blocks.Key, byte[]> now = new TreeMap<>(expected);
        put(store, now, random, 5_000);
        assertHolds(store.blocks(0, 0, atoms), now);
      }
    }
    try (StateStore store = store(OptionalLong.empty())) {
      assertThat(store.blocks(0, 0, atoms).timelinesInTurn(10)).isEmpty();
      store.remove();
    }
    assertThat(directory).isEmptyDirectory();
  }

  private void put(
      StateStore store, Map<Blocks.Key, byte[]> expected, SplittableRandom random, int count) {
    Blocks blocks = store.blocks(0, 0, atoms);
    for (int i = 0; i < count; i++) {
      Blocks.Key key = key(random, 50, 40);
      byte[] block = block(random, 2_000);
      blocks.put(key, block);
      expected.put(key, block);
    }
  }

  @Test
  void noticesDamage() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    Blocks.Key key = new Blocks.Key(1, 2, 3, 0);
    long saved;
    try (StateStore store = store(OptionalLong.empty())) {
      store.blocks(0, 0, atoms).put(key, block(random, 100));
      saved = store.checkpoint(to -> {});
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(directory.resolve("checkpoint-" + saved))) {
      files = all.filter(file -> file.toString().matches(".*(sst|MANIFEST-.*)")).toList();
    }
    assertThat(files).hasSize(2);
    for (Path file : files) {
      byte[] before = Files.readAllBytes(file);
      try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
        access.seek(30);
        access.write(before[30] ^ 1);
      }
      assertThatThrownBy(
              () -> {
                try (StateStore store = store(OptionalLong.of(saved))) {
                  store.blocks(0, 0, atoms).block(key);
                }
              })
          .isInstanceOfAny(IOException.class, UncheckedIOException.class)
          .hasMessageContaining("state on disk");
      Files.write(file, before);
    }
  }

  @Test
  void aPlatformWithoutLibraryLearnsAtOnceWhatToDo() throws Exception {
    RocksDB.loadLibrary();
    assertThat(RocksDB.rocksdbVersion()).hasToString(Rocks.VERSION);
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dos.name=Mac OS X",
                "-cp",
                System.getProperty("java.class.path"),
                Opening.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains(
            "this Isogauge has no RocksDB for Mac OS X",
            "librocksdbjni-osx",
            "-Djava.library.path=DIR");
  }

  /** Opens a store. */
  static final class Opening {
    private Opening() {}

    public static void main(String[] arguments) throws IOException {
      Path path = Path.of(arguments[0]);
      new StateStore(
              path, List.of("keys"), 1 << 20, DiskSpace.impatient(path), OptionalLong.empty())
          .close();
    }
  }
}
