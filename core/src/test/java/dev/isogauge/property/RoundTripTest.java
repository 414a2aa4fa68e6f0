package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Writing a history and reading it again changes nothing recorded, and so no verdict. */
class RoundTripTest {
  private static final int MAX_TRANSACTIONS = 6;

  /** Formats of histories without timestamps. */
  static Stream<HistoryFormat> formats() {
    return Arrays.stream(HistoryFormat.values())
        .filter(format -> format.isWritable() && format != HistoryFormat.TIMEKILLER);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void conversionPreservesVerdicts(HistoryFormat format) throws IOException {
    int written = 0;
    for (Shape shape : Shape.ALL) {
      for (long seed = 0; seed < TestSize.pick(50, 5_000); seed++) {
        TinyHistory tiny =
            Renaming.numberedKeys(RandomHistories.make(shape, seed, MAX_TRANSACTIONS));
        History history = tiny.toHistory();
        Optional<byte[]> text = write(format, history);
        if (text.isPresent()) {
          written++;
          History back = read(format, text.get());
          if (back.transactionCount() == 0) {
            continue; // Of aborted transactions alone some formats keep nothing, which is unknown.
          }
          assertThat(verdicts(back))
              .as("%s, seed %d: %s", shape, seed, tiny)
              .isEqualTo(verdicts(history));
        }
      }
    }
    assertThat(written).isGreaterThan(TestSize.pick(50, 5_000) / 2);
  }

  @ParameterizedTest
  @EnumSource(names = {"ISOGAUGE", "JSONL", "TIMEKILLER"})
  void conversionPreservesWhatWasRecorded(HistoryFormat format) throws IOException {
    for (long seed = 0; seed < TestSize.pick(500, 50_000); seed++) {
      History history = RecordedHistories.make(seed, format == HistoryFormat.TIMEKILLER);
      byte[] text = write(format, history).orElseThrow();
      assertThat(HistoryDescription.of(read(format, text)))
          .as("seed %d: %s", seed, new String(text, StandardCharsets.UTF_8))
          .isEqualTo(HistoryDescription.of(history));
    }
  }

  /** The notation of the tests is Isogauge text. */
  @Test
  void testHistoriesAreIsogaugeText() throws IOException {
    for (Shape shape : Shape.ALL) {
      for (long seed = 0; seed < 50; seed++) {
        TinyHistory tiny = RandomHistories.make(shape, seed, MAX_TRANSACTIONS);
        byte[] text = tiny.toString().getBytes(StandardCharsets.UTF_8);
        assertThat(verdicts(read(HistoryFormat.ISOGAUGE, text)))
            .as(tiny.toString())
            .isEqualTo(verdicts(tiny.toHistory()));
      }
    }
  }

  private static Optional<byte[]> write(HistoryFormat format, History history) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try {
      format.write(history, output);
      return Optional.of(output.toByteArray());
    } catch (UnsupportedHistoryException e) {
      assertThat(output.size()).isZero();
      return Optional.empty();
    }
  }

  private static History read(HistoryFormat format, byte[] content) throws IOException {
    return HistoryFiles.read(HistoryFiles.bytes("test", content), Optional.of(format)).history();
  }

  private static String verdicts(History history) {
    return WeakLevels.ALL.stream()
        .map(level -> level.id() + " " + inShort(Checks.check(history, level, Limits.DEFAULT)))
        .collect(Collectors.joining(", "));
  }

  private static String inShort(Verdict verdict) {
    return verdict instanceof Verdict.Violated violated
        ? new TreeMap<>(violated.counts()).toString()
        : verdict.word();
  }
}
