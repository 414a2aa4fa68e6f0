package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.kernel.Horizon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final int MEMORY = 1 << 20;

  @TempDir Path directory;

  private Path data;
  private Path mark;

  @Test
  void whatWasAppendedIsReplayed() throws Exception {
    use("data");
    List<String> bodies = write(20);

    assertThat(replay()).isEqualTo(bodies);
    bodies.addAll(write(1));
    assertThat(replay()).isEqualTo(bodies).hasSize(21);
  }

  @Test
  void batchesKeepWhatTheyAre() throws Exception {
    use("data");
    write(3);
    try (Records records = open()) {
      List<Batch> batches = new ArrayList<>();
      new Journal(records, Horizon.NONE, 0).replay(1, batches::add);
      assertThat(batches).extracting(Batch::sequence).containsExactly(2L, 3L);
      assertThat(batches).extracting(Batch::id).containsExactly("id-1", "id-2");
      assertThat(batches).extracting(Batch::time).containsExactly(7L, 14L);
      assertThat(batches).extracting(Batch::format).containsOnly(BatchFormat.JSON_LINES);
    }
  }

  /** The process died while it wrote: the mark covers all but the last batch. */
  @Test
  void aLastWriteThatWasCutShortAnywhereIsCutOff() throws Exception {
    List<String> bodies = writeTheLast();
    use("three");
    byte[] markBefore = Files.readAllBytes(mark);
    int end = (int) Files.size(log());
    use("four");
    byte[] whole = Files.readAllBytes(log());

    for (int length = end; length < whole.length; length += 11) {
      copyTo("four", "cut" + length);
      Files.write(log(), Arrays.copyOf(whole, length));
      Files.write(mark, markBefore);

      assertThat(replay()).as("%d bytes", length).isEqualTo(bodies);
      write(1);
      assertThat(replay()).hasSize(4);
    }
  }

  /** Some pages of the last write reached the disk and some did not. */
  @Test
  void aLastWriteWithOneByteWrongIsCutOffIfItWasNeverAcknowledged() throws Exception {
    List<String> bodies = writeTheLast();
    use("three");
    byte[] markBefore = Files.readAllBytes(mark);
    int end = (int) Files.size(log());
    use("four");
    byte[] whole = Files.readAllBytes(log());

    for (int at = end; at < whole.length; at += 13) {
      copyTo("four", "wrong" + at);
      Files.write(log(), flipped(whole, at));
      Files.write(mark, markBefore);

      assertThat(replay()).as("byte %d", at).isEqualTo(bodies);
    }
  }

  @Test
  void whatWasAcknowledgedIsNeverCutOff() throws Exception {
    use("data");
    List<String> bodies = write(3);
    copy("whole");
    byte[] whole = Files.readAllBytes(log());

    for (int at = 0; at < whole.length; at += 17) {
      copyTo("whole", "flipped" + at);
      Files.write(log(), flipped(whole, at));
      assertRefusedOrWhole(bodies);

      copyTo("whole", "short" + at);
      Path log = log();
      Files.write(log, Arrays.copyOf(whole, at));
      assertThatThrownBy(this::replay)
          .isInstanceOf(DamagedFileException.class)
          .hasMessageContaining(data.toString())
          .hasMessageContaining("expected ");
      // Nothing is lost by the attempt.
      Files.write(log, whole);
      assertThat(replay()).isEqualTo(bodies);
    }
  }

  /** Any byte of any file may be wrong. */
  @Test
  void damageIsRefusedOrHarmless() throws Exception {
    use("data");
    List<String> bodies = write(3);
    bodies.addAll(write(2));
    copy("whole");
    List<String> names;
    try (Stream<Path> files = Files.list(data)) {
      names = files.map(file -> file.getFileName().toString()).sorted().toList();
    }
    for (String name : names) {
      byte[] whole =
          Files.readAllBytes(directory.resolve("whole").resolve("records").resolve(name));
      for (int at = 0; at < whole.length; at += 1 + whole.length / 10) {
        copyTo("whole", name + "-" + at);
        Files.write(data.resolve(name), flipped(whole, at));
        assertRefusedOrWhole(bodies);
      }
      copyTo("whole", name + "-gone");
      Files.delete(data.resolve(name));
      assertRefusedOrWhole(bodies);
    }
  }

  private void assertRefusedOrWhole(List<String> bodies) throws IOException {
    try {
      assertThat(replay()).isEqualTo(bodies);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining(data.getFileName().toString());
    }
  }

  @Test
  void whatIsGivenUpGoesToTheArchive() throws Exception {
    use("data");
    List<String> bodies = write(5);
    Path archive = directory.resolve("archive");
    try (Records records = open()) {
      Journal journal = new Journal(records, Horizon.NONE, 0);
      journal.removeBefore(3, Optional.of(archive));
      journal.removeBefore(4, Optional.of(archive));
    }
    assertThat(archive.resolve("batches-000000000001.jsonl"))
        .hasContent(String.join("", bodies.subList(0, 3)));
    assertThatThrownBy(this::replay).hasMessageContaining("found number 4");
    try (Records records = open()) {
      List<Batch> batches = new ArrayList<>();
      new Journal(records, Horizon.NONE, 3).replay(3, batches::add);
      assertThat(batches).hasSize(2);
    }
  }

  private void use(String name) {
    data = directory.resolve(name).resolve("records");
    mark = directory.resolve(name).resolve("records.mark");
  }

  /** Copies what there is, and goes on with the original. */
  private void copy(String name) throws IOException {
    CheckpointTest.directoryCopy(data.getParent(), directory.resolve(name));
  }

  private void copyTo(String from, String name) throws IOException {
    CheckpointTest.directoryCopy(directory.resolve(from), directory.resolve(name));
    use(name);
  }

  private Records open() throws IOException {
    Files.createDirectories(data.getParent());
    return Records.open(data, MEMORY, DiskSpace.impatient(directory));
  }

  /** RocksDB's log that is written to. */
  private Path log() throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  private static byte[] flipped(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    changed[at] ^= (byte) (1 << at % 8);
    return changed;
  }

  private List<String> write(int count) throws Exception {
    List<String> bodies = new ArrayList<>();
    try (Records records = open()) {
      Journal journal = new Journal(records, Horizon.NONE, 0);
      for (int i = 0; i < count; i++) {
        bodies.add(append(journal, i));
      }
    }
    return bodies;
  }

  private static String append(Journal journal, int i) throws Exception {
    String body = "{\"session\":1,\"ts\":[1,2],\"ops\":[[\"w\",%d,%d]]}%n".formatted(i, i);
    byte[] bytes = body.getBytes(UTF_8);
    ParsedBatch parsed = BatchParser.parse(bytes, BatchFormat.JSON_LINES, true);
    Fingerprints fingerprints = Fingerprints.of(parsed);
    Journal.Group group = journal.begin(7L * i);
    group.add(
        "id-" + i,
        BatchFormat.JSON_LINES,
        bytes,
        fingerprints,
        group.check(fingerprints, "id-" + i));
    group.commit();
    return body;
  }

  /** Three batches; a copy of the files is "three", and one with a fourth batch is "four". */
  private List<String> writeTheLast() throws Exception {
    use("data");
    List<String> bodies = new ArrayList<>();
    try (Records records = open()) {
      Journal journal = new Journal(records, Horizon.NONE, 0);
      for (int i = 0; i < 4; i++) {
        if (i == 3) {
          copy("three");
        }
        bodies.add(append(journal, i));
      }
      copy("four");
    }
    return bodies.subList(0, 3);
  }

  private List<String> replay() throws IOException {
    try (Records records = open()) {
      List<String> bodies = new ArrayList<>();
      new Journal(records, Horizon.NONE, 0)
          .replay(0, batch -> bodies.add(new String(batch.body(), UTF_8)));
      return bodies;
    }
  }
}
