package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final long LARGE = 1L << 30;

  @TempDir Path directory;

  private Path segment;
  private Path mark;

  /** What was cut off when the journal was opened last. */
  private long cut;

  @BeforeEach
  void name() {
    segment = directory.resolve("journal-000001.log");
    mark = directory.resolve("journal.mark");
  }

  @Test
  void whatWasAppendedIsReplayed() throws IOException {
    List<Batch> batches = write(20, LARGE);

    assertThat(replay()).usingRecursiveComparison().isEqualTo(batches);
    assertThat(replay()).hasSize(20);
  }

  @Test
  void longJournalsHaveSeveralSegments() throws IOException {
    List<Batch> batches = write(40, 500);

    assertThat(directory.resolve("journal-000002.log")).exists();
    assertThat(replay()).usingRecursiveComparison().isEqualTo(batches);
    Files.delete(directory.resolve("journal-000002.log"));
    assertThatThrownBy(this::replay)
        .isInstanceOf(DamagedFileException.class)
        .hasMessageContaining("journal-000002.log: this part of the journal is missing");
  }

  @Test
  void segmentsAreCalledTheSameInEveryLanguage() throws IOException {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      write(1, LARGE);
    } finally {
      Locale.setDefault(before);
    }
    assertThat(segment).exists();
    assertThat(replay()).hasSize(1);
  }

  /** The process died while it wrote: the mark covers all but the last batch. */
  @Test
  void aLastWriteThatWasCutShortAnywhereIsCutOff() throws IOException {
    List<Batch> batches = write(3, LARGE);
    byte[] markBefore = Files.readAllBytes(mark);
    long end = Files.size(segment);
    batches.add(append("a batch that is cut short"));
    byte[] whole = Files.readAllBytes(segment);

    for (int length = (int) end; length < whole.length; length++) {
      Files.write(segment, Arrays.copyOf(whole, length));
      Files.write(mark, markBefore);

      assertThat(replay()).usingRecursiveComparison().isEqualTo(batches.subList(0, 3));
      assertThat(cut).isEqualTo(length - end);
      assertThat(Files.size(segment)).isEqualTo(end);
    }
  }

  /** Some pages of the last write reached the disk and some did not. */
  @Test
  void aLastWriteWithOneByteWrongIsCutOffIfItWasNeverAcknowledged() throws IOException {
    List<Batch> batches = write(3, LARGE);
    byte[] markBefore = Files.readAllBytes(mark);
    int end = (int) Files.size(segment);
    append("a batch with an error");
    byte[] whole = Files.readAllBytes(segment);

    for (int at = end; at < whole.length; at++) {
      Files.write(segment, flipped(whole, at));
      Files.write(mark, markBefore);

      assertThat(replay()).usingRecursiveComparison().isEqualTo(batches);
      assertThat(cut).isEqualTo(whole.length - end);
    }
  }

  @Test
  void whatWasAcknowledgedIsNeverCutOff() throws IOException {
    write(2, LARGE);
    int begin = (int) Files.size(segment);
    append("the last batch");
    byte[] whole = Files.readAllBytes(segment);

    for (int at = begin; at < whole.length; at++) {
      Files.write(segment, flipped(whole, at));
      assertThatThrownBy(this::replay)
          .isInstanceOf(DamagedFileException.class)
          .hasMessageContaining("byte " + begin + ": a record is broken that had become durable");

      Files.write(segment, Arrays.copyOf(whole, at));
      assertThatThrownBy(this::replay)
          .isInstanceOf(DamagedFileException.class)
          .hasMessageContaining("it ends at byte " + at + ", but " + whole.length);
    }
    Files.write(segment, whole);
    assertThat(replay()).hasSize(3);
  }

  @Test
  void damageBeforeWholeRecordsIsRefusedEvenWithoutAMark() throws IOException {
    write(4, LARGE);
    byte[] whole = Files.readAllBytes(segment);
    int lastBatch = whole.length - batchSize();

    for (int at = 0; at < lastBatch; at++) {
      Files.write(segment, flipped(whole, at));
      Files.deleteIfExists(mark);

      assertThatThrownBy(this::replay).isInstanceOf(DamagedFileException.class);
      assertThat(Files.readAllBytes(segment)).isEqualTo(flipped(whole, at));
    }
  }

  /** Without the mark nobody knows whether the last batch was acknowledged. */
  @Test
  void aBrokenEndIsRefusedIfTheMarkIsLost() throws IOException {
    write(3, LARGE);
    byte[] whole = Files.readAllBytes(segment);
    for (byte[] lost : new byte[][] {new byte[0], new byte[7], new byte[16]}) {
      Files.write(segment, flipped(whole, whole.length - 3));
      Files.write(mark, lost);
      assertThatThrownBy(this::replay)
          .isInstanceOf(DamagedFileException.class)
          .hasMessageContaining("a record is broken that had become durable");
      Files.write(segment, whole);
      Files.write(mark, lost);
      assertThat(replay()).hasSize(3);
    }
  }

  @Test
  void recordsInAnotherOrderAreRefused() throws IOException {
    write(2, LARGE);
    byte[] whole = Files.readAllBytes(segment);
    int size = (whole.length - RecordFile.HEADER) / 2;
    byte[] swapped = whole.clone();
    System.arraycopy(whole, RecordFile.HEADER, swapped, RecordFile.HEADER + size, size);
    System.arraycopy(whole, RecordFile.HEADER + size, swapped, RecordFile.HEADER, size);
    Files.write(segment, swapped);

    assertThatThrownBy(this::replay).hasMessageContaining("found batch 2; expected batch 1");
  }

  private static int batchSize() {
    return RecordFile.RECORD_HEADER
        + new Batch(1, 0, BatchFormat.JSON_LINES, "id-0", 1, body(0)).encoded().length;
  }

  private static byte[] flipped(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    changed[at] ^= (byte) (1 << at % 8);
    return changed;
  }

  private static byte[] body(int i) {
    byte[] noise = new byte[40];
    new Random(i).nextBytes(noise);
    return noise;
  }

  private List<Batch> write(int count, long segmentBytes) throws IOException {
    List<Batch> batches = new ArrayList<>();
    try (Journal journal =
        Journal.open(
            directory,
            segmentBytes,
            JournalPosition.BEGINNING,
            (batch, end) -> {},
            (file, bytes) -> {})) {
      for (int i = 0; i < count; i++) {
        Batch batch =
            new Batch(
                journal.nextSequence(), 7L * i, BatchFormat.JSON_LINES, "id-" + i % 10, i, body(i));
        journal.append(List.of(batch));
        batches.add(batch);
      }
    }
    return batches;
  }

  private Batch append(String text) throws IOException {
    try (Journal journal =
        Journal.open(
            directory, LARGE, JournalPosition.BEGINNING, (batch, end) -> {}, (file, bytes) -> {})) {
      Batch batch =
          new Batch(
              journal.nextSequence(), 99, BatchFormat.TIMEKILLER, "", 1, text.getBytes(UTF_8));
      journal.append(List.of(batch));
      return batch;
    }
  }

  private List<Batch> replay() throws IOException {
    List<Batch> batches = new ArrayList<>();
    cut = 0;
    Journal.open(
            directory,
            LARGE,
            JournalPosition.BEGINNING,
            (batch, end) -> batches.add(batch),
            (file, bytes) -> cut = bytes)
        .close();
    return batches;
  }
}
